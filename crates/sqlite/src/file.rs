//! A database in a file of the operating system.

use std::path::{Path, PathBuf};

use amb_store::{StoreError, StoreFuture};
use rusqlite::Connection;

use crate::SqliteStore;
use crate::database::{self, Durability, attempt};
use crate::medium::Medium;

struct File(PathBuf);

impl Medium for File {
    fn is_durable(&self) -> bool {
        true
    }

    fn connect(&mut self) -> StoreFuture<'_, Connection> {
        Box::pin(async {
            let connection = attempt(|| Connection::open(&self.0))?;
            database::open(connection, Durability::SharedLog)
        })
    }

    fn settle(&mut self) -> StoreFuture<'_, ()> {
        // SQLite synchronises the file before it says that a transaction is committed.
        Box::pin(async { Ok(()) })
    }
}

impl SqliteStore {
    /// Opens the database in a file, or makes it. Its folder must be there.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`], [`StoreError::TooNew`], [`StoreError::Busy`], or that of the file system.
    pub async fn file(path: &Path) -> Result<Self, StoreError> {
        Self::on(File(path.to_owned())).await
    }
}
