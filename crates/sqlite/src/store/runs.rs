//! Runs.

use amb_store::{Batch, NewRun, RunHead, Store, StoreFuture, StoredRun};

use super::SqliteStore;
use crate::database::runs;

impl Store for SqliteStore {
    fn is_durable(&self) -> bool {
        self.is_durable
    }

    fn create_run<'a>(&'a self, run: &'a NewRun) -> StoreFuture<'a, ()> {
        self.write(|session| runs::create_run(&mut session.connection, run))
    }

    fn append<'a>(&'a self, run: &'a str, batch: &'a Batch) -> StoreFuture<'a, ()> {
        self.write(|session| runs::append(&mut session.connection, run, batch))
    }

    fn runs(&self) -> StoreFuture<'_, Vec<RunHead>> {
        self.read(|session| runs::runs(&session.connection))
    }

    fn load<'a>(&'a self, run: &'a str) -> StoreFuture<'a, StoredRun> {
        self.read(|session| runs::load(&session.connection, run))
    }

    fn bodies<'a>(&'a self, hashes: &'a [String]) -> StoreFuture<'a, Vec<Option<Vec<u8>>>> {
        self.read(|session| runs::bodies(&session.connection, hashes))
    }

    fn put_blob<'a>(&'a self, run: &'a str, hash: &'a str, bytes: &'a [u8]) -> StoreFuture<'a, ()> {
        self.write(|session| runs::put_blob(&mut session.connection, run, hash, bytes))
    }

    fn blob<'a>(&'a self, run: &'a str, hash: &'a str) -> StoreFuture<'a, Option<Vec<u8>>> {
        self.read(|session| runs::blob(&session.connection, run, hash))
    }

    fn delete_blob<'a>(&'a self, run: &'a str, hash: &'a str) -> StoreFuture<'a, ()> {
        self.write(|session| runs::delete_blob(&mut session.connection, run, hash))
    }

    fn delete_run<'a>(&'a self, run: &'a str) -> StoreFuture<'a, ()> {
        self.write(|session| runs::delete_run(&mut session.connection, run))
    }

    fn bytes(&self) -> StoreFuture<'_, u64> {
        self.read(|session| runs::bytes(&session.connection))
    }
}
