//! A database on the origin private file system, in a dedicated worker.

use amb_store::{StoreError, StoreFuture};
use rusqlite::{Connection, OpenFlags};
use sqlite_wasm_rs::WasmOsCallback;
use sqlite_wasm_vfs::sahpool::{OpfsSAHError, OpfsSAHPoolCfgBuilder, OpfsSAHPoolUtil, install};

use super::failure::thrown;
use crate::SqliteStore;
use crate::database::{self, Durability, attempt};
use crate::medium::Medium;

/// SQLite's name of the database in its pool.
pub const FILE: &str = "runs.sqlite";
/// Files of a pool: the database, its journal, and room for one that a crash left.
const FILES: usize = 4;

/// A pool of files whose handles this worker holds alone.
struct Opfs {
    name: String,
    pool: OpfsSAHPoolUtil,
}

impl Medium for Opfs {
    fn is_durable(&self) -> bool {
        true
    }

    fn connect(&mut self) -> StoreFuture<'_, Connection> {
        Box::pin(async {
            // The handles are given up and taken anew: what a failed write left of the pool is put in order.
            self.pool.pause().map_err(|error| told(&error))?;
            self.pool.resume().await.map_err(|error| told(&error))?;
            let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
            let name = self.name.as_str();
            let connection = attempt(|| Connection::open_with_flags_and_vfs(FILE, flags, name))?;
            database::open(connection, Durability::RollbackFile)
        })
    }

    fn settle(&mut self) -> StoreFuture<'_, ()> {
        // SQLite synchronises the file before it says that a transaction is committed.
        Box::pin(async { Ok(()) })
    }
}

impl Drop for Opfs {
    fn drop(&mut self) {
        // The connection is closed by now; where the handles are not given up, the worker's end does it.
        let _ = self.pool.pause();
    }
}

fn told(error: &OpfsSAHError) -> StoreError {
    let detail = error.to_string();
    match error {
        OpfsSAHError::Opfs { value, .. } => thrown(value),
        OpfsSAHError::InvalidHeader { .. } | OpfsSAHError::DuplicateFilename(_) => {
            StoreError::Corrupt { detail }
        }
        OpfsSAHError::Busy | OpfsSAHError::DirectoryInUse(_) | OpfsSAHError::FilesInUse => {
            StoreError::Busy { detail }
        }
        OpfsSAHError::NotSupported => StoreError::Unavailable { detail },
        _ => StoreError::Io { detail },
    }
}

impl SqliteStore {
    /// Opens the database in this folder of the origin private file system, or makes it. Only a dedicated worker
    /// can, and only one at a time.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`], [`StoreError::Corrupt`], [`StoreError::TooNew`], [`StoreError::Busy`], or that of
    /// the browser.
    pub async fn opfs(folder: &str) -> Result<Self, StoreError> {
        let options = OpfsSAHPoolCfgBuilder::new()
            .vfs_name(folder)
            .directory(folder)
            .initial_capacity(FILES)
            .build();
        let pool = install::<WasmOsCallback>(&options, false).await;
        let pool = pool.map_err(|error| told(&error))?;
        let name = folder.to_owned();
        Self::on(Opfs { name, pool }).await
    }
}
