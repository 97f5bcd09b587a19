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
    /// Whether something was committed that the medium has not settled.
    is_unsettled: bool,
}

impl Held {
    async fn connection(&mut self) -> Result<&mut Connection, StoreError> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.medium.connect().await?,
        };
        Ok(self.connection.insert(connection))
    }

    /// After a failure of the medium, what SQLite believes is not to be trusted: it is read again.
    fn doubt(&mut self, error: &StoreError) {
        if error.is_in_doubt() {
            self.connection = None;
            self.is_unsettled = false;
        }
    }

    async fn settle(&mut self) -> Result<(), StoreError> {
        if self.is_unsettled {
            self.medium.settle().await?;
            self.is_unsettled = false;
        }
        Ok(())
    }
}

impl SqliteStore {
    /// Opens the database on this medium.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`], [`StoreError::TooNew`], [`StoreError::Busy`], or that of the medium.
    pub(crate) async fn on(mut medium: impl Medium + 'static) -> Result<Self, StoreError> {
        let connection = medium.connect().await?;
        let mut held = Held {
            connection: Some(connection),
            medium: Box::new(medium),
            // Opening an empty or older database wrote its schema.
            is_unsettled: true,
        };
        held.settle().await?;
        Ok(Self {
            is_durable: held.medium.is_durable(),
            held: Mutex::new(held),
        })
    }

    fn read<'a, T: 'a>(
        &'a self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + 'a,
    ) -> StoreFuture<'a, T> {
        Box::pin(async move {
            let mut held = self.held.lock().await;
            // A call that was dropped may have left something: nobody sees it before it is durable.
            let settled = held.settle().await;
            let done = match settled {
                Ok(()) => work(held.connection().await?),
                Err(error) => Err(error),
            };
            done.inspect_err(|error| held.doubt(error))
        })
    }

    fn write<'a, T: 'a>(
        &'a self,
        work: impl FnOnce(&mut Connection) -> Result<T, StoreError> + 'a,
    ) -> StoreFuture<'a, T> {
        Box::pin(async move {
            let mut held = self.held.lock().await;
            let mut done = work(held.connection().await?);
            if done.is_ok() {
                held.is_unsettled = true;
                if let Err(error) = held.settle().await {
                    done = Err(error);
                }
            }
            done.inspect_err(|error| held.doubt(error))
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
