//! A database in memory, for browsers that let this page store nothing: it lives as long as the worker.

use amb_store::{StoreError, StoreFuture};
use rusqlite::Connection;
use sqlite_wasm_rs::WasmOsCallback;

use crate::SqliteStore;
use crate::database::{self, Durability};
use crate::medium::Medium;
use crate::pages::{Disk, Mount};

/// SQLite's name of the file.
const FILE: &str = "memory.sqlite";

/// Pages in memory. They outlive a connection, so that one can be given up after a failure.
struct InMemory(Mount);

impl Medium for InMemory {
    fn is_durable(&self) -> bool {
        false
    }

    fn connect(&mut self) -> StoreFuture<'_, Connection> {
        Box::pin(async { database::open(self.0.connect(FILE)?, Durability::RollbackMemory) })
    }

    fn settle(&mut self) -> StoreFuture<'_, ()> {
        Box::pin(async { Ok(()) })
    }
}

impl SqliteStore {
    /// Opens a new database that goes with the store.
    ///
    /// # Errors
    /// SQLite's error.
    pub async fn in_memory() -> Result<Self, StoreError> {
        let disk = Disk::default();
        disk.create(FILE);
        Self::on(InMemory(Mount::new(disk, WasmOsCallback)?)).await
    }
}
