//! The store: one connection, its calls one after the other.

use amb_store::{Batch, NewRun, RunHead, Store, StoreError, StoreFuture, StoredRun};
use futures::lock::Mutex;
use rusqlite::Connection;

use crate::database;
use crate::medium::Medium;

/// Runs in SQLite.
pub struct SqliteStore {
    is_durable: bool,
    held: Mutex<Held>,
}

/// What one call has to itself.
struct Held {
    // Before the medium, so that it is closed before the medium is gone.
    connection: Option<Connection>,
    medium: Box<dyn Medium>,
    standing: Standing,
}

/// How the connection and the medium stand to each other.
#[derive(PartialEq)]
enum Standing {
    /// Both hold the same.
    Settled,
    /// The medium is taking over what was committed. Found so at the beginning of a call, the one before was
    /// dropped.
    Settling,
}

impl Held {
    /// The connection, with nothing to be seen that is not durable.
    async fn connection(&mut self) -> Result<&mut Connection, StoreError> {
        if self.standing != Standing::Settled {
            self.forget();
        }
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.connect().await?,
        };
        Ok(self.connection.insert(connection))
    }

    async fn connect(&mut self) -> Result<Connection, StoreError> {
        let connection = self.medium.connect().await?;
        // Opening an empty or older database wrote its schema.
        self.settle().await?;
        Ok(connection)
    }

    async fn settle(&mut self) -> Result<(), StoreError> {
        self.standing = Standing::Settling;
        let settled = self.medium.settle().await;
        self.standing = Standing::Settled;
        if settled.is_err() {
            self.forget();
        }
        settled
    }

    /// What SQLite believes is not to be trusted: it is read again by the next call.
    fn forget(&mut self) {
        self.connection = None;
        self.standing = Standing::Settled;
    }

    /// What becomes of the connection after a call.
    fn after<T>(&mut self, done: Result<T, StoreError>) -> Result<T, StoreError> {
        done.inspect_err(|error| {
            if error.is_in_doubt() {
                self.forget();
            }
        })
    }
}

impl SqliteStore {
    /// Opens the database on this medium.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`], [`StoreError::TooNew`], [`StoreError::Busy`], or that of the medium.
    pub(crate) async fn on(medium: impl Medium + 'static) -> Result<Self, StoreError> {
        let is_durable = medium.is_durable();
        let mut held = Held {
            connection: None,
            medium: Box::new(medium),
            standing: Standing::Settled,
        };
        held.connection().await?;
        Ok(Self {
            is_durable,
            held: Mutex::new(held),
        })
    }

    fn read<'a, T: 'a>(
        &'a self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + 'a,
    ) -> StoreFuture<'a, T> {
        Box::pin(async move {
            let mut held = self.held.lock().await;
            let done = work(held.connection().await?);
            held.after(done)
        })
    }

    fn write<'a, T: 'a>(
        &'a self,
        work: impl FnOnce(&mut Connection) -> Result<T, StoreError> + 'a,
    ) -> StoreFuture<'a, T> {
        Box::pin(async move {
            let mut held = self.held.lock().await;
            let done = work(held.connection().await?);
            let done = held.after(done)?;
            held.settle().await?;
            Ok(done)
        })
    }
}

impl Store for SqliteStore {
    fn is_durable(&self) -> bool {
        self.is_durable
    }

    fn create_run<'a>(&'a self, run: &'a NewRun) -> StoreFuture<'a, ()> {
        self.write(|connection| database::create_run(connection, run))
    }

    fn append<'a>(&'a self, run: &'a str, batch: &'a Batch) -> StoreFuture<'a, ()> {
        self.write(|connection| database::append(connection, run, batch))
    }

    fn runs(&self) -> StoreFuture<'_, Vec<RunHead>> {
        self.read(database::runs)
    }

    fn load<'a>(&'a self, run: &'a str) -> StoreFuture<'a, StoredRun> {
        self.read(|connection| database::load(connection, run))
    }

    fn bodies<'a>(&'a self, hashes: &'a [String]) -> StoreFuture<'a, Vec<Option<Vec<u8>>>> {
        self.read(|connection| database::bodies(connection, hashes))
    }

    fn put_blob<'a>(&'a self, run: &'a str, hash: &'a str, bytes: &'a [u8]) -> StoreFuture<'a, ()> {
        self.write(|connection| database::put_blob(connection, run, hash, bytes))
    }

    fn blob<'a>(&'a self, run: &'a str, hash: &'a str) -> StoreFuture<'a, Option<Vec<u8>>> {
        self.read(|connection| database::blob(connection, run, hash))
    }

    fn delete_blob<'a>(&'a self, run: &'a str, hash: &'a str) -> StoreFuture<'a, ()> {
        self.write(|connection| database::delete_blob(connection, run, hash))
    }

    fn delete_run<'a>(&'a self, run: &'a str) -> StoreFuture<'a, ()> {
        self.write(|connection| database::delete_run(connection, run))
    }

    fn bytes(&self) -> StoreFuture<'_, u64> {
        self.read(database::bytes)
    }
}
