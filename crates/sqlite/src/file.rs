//! A database in a file of the operating system.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use amb_store::{StoreError, StoreFuture};
use rusqlite::Connection;

use crate::SqliteStore;
use crate::cipher::{HEADER_BYTES, Header};
use crate::database::{self, Durability, attempt};
use crate::medium::Medium;

struct File(PathBuf);

impl Medium for File {
    fn is_durable(&self) -> bool {
        true
    }

    fn connect(&mut self) -> StoreFuture<'_, Connection> {
        Box::pin(async {
            is_whole(&self.0)?;
            is_readable(&self.0)?;
            let connection = attempt(|| Connection::open(&self.0))?;
            database::open(connection, Durability::SharedLog)
        })
    }

    fn settle(&mut self) -> StoreFuture<'_, ()> {
        // SQLite synchronises the file before it reports a commit.
        Box::pin(async { Ok(()) })
    }
}

/// The smallest page that SQLite knows.
const SMALLEST: u64 = 512;

/// Refuses the rest of a database that SQLite would take for an empty file, and write over.
fn is_whole(path: &Path) -> Result<(), StoreError> {
    match fs::metadata(path) {
        Ok(file) if (1..SMALLEST).contains(&file.len()) => Err(StoreError::Corrupt {
            detail: format!("only {} bytes are left of it", file.len()),
        }),
        _ => Ok(()),
    }
}

/// Refuses an encrypted database: SQLite would take it for a damaged one, and ignore the journal that a crash left.
fn is_readable(path: &Path) -> Result<(), StoreError> {
    let Ok(file) = fs::File::open(path) else {
        // SQLite reports a missing or unreadable file itself.
        return Ok(());
    };
    let mut first = Vec::new();
    let read = file.take(HEADER_BYTES as u64).read_to_end(&mut first);
    read.map_err(|error| StoreError::Io {
        detail: error.to_string(),
    })?;
    match Header::of(&first) {
        Header::Encrypted => Err(StoreError::EncryptionUnavailable),
        _ => Ok(()),
    }
}

impl SqliteStore {
    /// Opens or creates the database in a file. Its folder must exist.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`], [`StoreError::TooNew`], [`StoreError::Busy`], [`StoreError::EncryptionUnavailable`] for
    /// a database encrypted in a browser or in Node, or the error of the file system.
    pub async fn file(path: &Path) -> Result<Self, StoreError> {
        Self::on(File(path.to_owned())).await
    }
}
