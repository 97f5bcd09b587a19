//! What a database lies on.

use amb_store::StoreFuture;
use rusqlite::Connection;

/// Where a database's bytes are.
pub trait Medium {
    /// Whether they outlive the process.
    fn is_durable(&self) -> bool;

    /// Opens what is kept, as it was when [`Medium::settle`] last succeeded; what was not settled is gone.
    fn connect(&mut self) -> StoreFuture<'_, Connection>;

    /// Makes durable what was committed. After an error, or if its future is dropped, the connection is closed, and
    /// [`connect`](Medium::connect) called.
    fn settle(&mut self) -> StoreFuture<'_, ()>;
}
