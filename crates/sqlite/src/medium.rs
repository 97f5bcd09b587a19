//! What a database lies on.

use amb_store::{StoreError, StoreFuture};
use rusqlite::Connection;

use crate::cipher::Passphrase;

/// Where a database's bytes are.
pub trait Medium {
    /// Whether they outlive the process.
    fn is_durable(&self) -> bool;

    /// Opens what is kept, as it was when [`Medium::settle`] last succeeded; what was not settled is gone.
    fn connect(&mut self) -> StoreFuture<'_, Connection>;

    /// Makes durable what was committed. After an error, or if its future is dropped, the connection is closed, and
    /// [`connect`](Medium::connect) called.
    fn settle(&mut self) -> StoreFuture<'_, ()>;

    /// Encrypts what is kept by another passphrase, or by none: whole, or not at all, wherever it fails. No connection is
    /// open. [`StoreError::EncryptionUnavailable`] where the medium cannot.
    fn rekey(&mut self, to: Option<Passphrase>) -> StoreFuture<'_, ()> {
        drop(to);
        Box::pin(async { Err(StoreError::EncryptionUnavailable) })
    }
}
