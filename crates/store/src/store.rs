//! The contract.

use std::future::Future;
use std::pin::Pin;

use crate::{Batch, NewRun, RunHead, StoreError, StoredRun};

/// The future of a store's call. Dropping it leaves the call in doubt: carried out whole, or not at all.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + 'a>>;

/// A store of runs: the request of each, its journal line by line, and the bytes that lines refer to.
///
/// The contract, for every implementation:
/// - **Atomic.** A call is carried out whole or not at all, at any interruption: an error, a kill, a power loss. A line
///   is never visible without the bodies that came with it.
/// - **Durable.** When a call has returned, its writes outlive the process, unless the store keeps nothing
///   ([`Store::is_durable`]).
/// - **Visible.** A call sees the writes of calls that returned before it, and none of failed calls (except
///   [`StoreError::is_in_doubt`]). Calls may overlap; they take effect one after the other.
/// - **Ordered.** A journal only grows, at its end, and by one writer: an append names the number of lines before it.
/// - **Content-addressed.** A hash means the same bytes in every run, and they are stored once. The store does not
///   check the hash: the reader does.
/// - Times and numbers lie within ±2^53, where JavaScript counts exactly.
/// - After any error the store goes on from the old or from the new state, never from a third.
pub trait Store {
    /// Returns true if writes outlive the process.
    fn is_durable(&self) -> bool;

    /// Begins a run, which is [`Running`](crate::RunState::Running).
    ///
    /// # Errors
    /// [`StoreError::RunExists`], or that of the medium.
    fn create_run<'a>(&'a self, run: &'a NewRun) -> StoreFuture<'a, ()>;

    /// Adds a batch to a run.
    ///
    /// # Errors
    /// [`StoreError::RunNotFound`], [`StoreError::WrongIndex`], or that of the medium.
    fn append<'a>(&'a self, run: &'a str, batch: &'a Batch) -> StoreFuture<'a, ()>;

    /// All runs, the youngest first; of the same age, by identifier.
    ///
    /// # Errors
    /// The medium's error.
    fn runs(&self) -> StoreFuture<'_, Vec<RunHead>>;

    /// A run with its journal.
    ///
    /// # Errors
    /// [`StoreError::RunNotFound`], or that of the medium.
    fn load<'a>(&'a self, run: &'a str) -> StoreFuture<'a, StoredRun>;

    /// Returns the bytes of these hashes, in order; `None` if no run has them.
    ///
    /// # Errors
    /// The medium's error.
    fn bodies<'a>(&'a self, hashes: &'a [String]) -> StoreFuture<'a, Vec<Option<Vec<u8>>>>;

    /// Keeps bytes as a blob of a run, such as an image. Keeping them again is harmless.
    ///
    /// # Errors
    /// [`StoreError::RunNotFound`], or that of the medium.
    fn put_blob<'a>(&'a self, run: &'a str, hash: &'a str, bytes: &'a [u8]) -> StoreFuture<'a, ()>;

    /// A blob of a run, or `None`. Bodies of its journal are no blobs, be they the same bytes.
    ///
    /// # Errors
    /// [`StoreError::RunNotFound`], or that of the medium.
    fn blob<'a>(&'a self, run: &'a str, hash: &'a str) -> StoreFuture<'a, Option<Vec<u8>>>;

    /// Deletes a blob of a run; a missing blob is no error.
    ///
    /// # Errors
    /// [`StoreError::RunNotFound`], or the medium's error.
    fn delete_blob<'a>(&'a self, run: &'a str, hash: &'a str) -> StoreFuture<'a, ()>;

    /// Deletes a run, and the bytes that no other run has.
    ///
    /// # Errors
    /// [`StoreError::RunNotFound`], or that of the medium.
    fn delete_run<'a>(&'a self, run: &'a str) -> StoreFuture<'a, ()>;

    /// Returns the bytes of all lines, bodies and blobs, shared ones once. The medium's overhead is not counted.
    ///
    /// # Errors
    /// The medium's error.
    fn bytes(&self) -> StoreFuture<'_, u64>;
}
