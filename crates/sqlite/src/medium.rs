//! The medium of a database.

use amb_store::{StoreError, StoreFuture};
use rusqlite::Connection;

use crate::cipher::Passphrase;

/// Storage of a database's bytes.
pub trait Medium {
    /// Returns true if the bytes outlive the process.
    fn is_durable(&self) -> bool;

    /// Opens the database as of the last successful [`Medium::settle`]; later changes are gone.
    fn connect(&mut self) -> StoreFuture<'_, Connection>;

    /// Makes committed changes durable. After an error, or if its future is dropped, the caller closes the connection
    /// and calls [`connect`](Medium::connect).
    fn settle(&mut self) -> StoreFuture<'_, ()>;

    /// Encrypts the database with another passphrase, or decrypts it: whole, or not at all, at any failure. No
    /// connection is open. [`StoreError::EncryptionUnavailable`] if the medium does not support encryption.
    fn rekey(&mut self, to: Option<Passphrase>) -> StoreFuture<'_, ()> {
        drop(to);
        Box::pin(async { Err(StoreError::EncryptionUnavailable) })
    }
}
