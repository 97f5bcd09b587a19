//! The contract.

use std::future::Future;
use std::pin::Pin;

use crate::{Batch, NewRun, RunHead, StoreError, StoredRun};

/// What a store's calls return. A future that is dropped leaves its call in doubt: carried out whole, or not
/// at all.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + 'a>>;

/// Keeps runs: what each was asked, its journal line by line, and the bytes that lines point at.
///
/// The contract, for every implementation:
/// - **Atomic.** A call is carried out whole or not at all, wherever it is interrupted: by an error, by a kill,
///   by a loss of power. A line is never visible without the bodies that came with it.
/// - **Durable.** When a call has returned, what it wrote outlives the process, unless the store says that it
///   keeps nothing ([`Store::is_durable`]).
/// - **Visible.** A call sees what calls that returned before it have written, and nothing of calls that failed
///   (but for [`StoreError::is_in_doubt`]). Calls may overlap; they take effect one after the other.
/// - **Ordered.** A journal only grows, at its end, and by one writer: who appends says how many lines there are.
/// - **Content-addressed.** A hash means the same bytes in every run, and they are held once. The store does not
///   check that the hash is theirs: who reads does.
/// - Times and numbers lie within ±2^53, where JavaScript counts exactly.
/// - After any error the store goes on to serve, from the old or from the new state, never from a third.
pub trait Store {
    /// Whether what is written outlives the process.
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
    /// That of the medium.
    fn runs(&self) -> StoreFuture<'_, Vec<RunHead>>;

    /// A run with its journal.
    ///
    /// # Errors
    /// [`StoreError::RunNotFound`], or that of the medium.
    fn load<'a>(&'a self, run: &'a str) -> StoreFuture<'a, StoredRun>;

    /// The bytes of these hashes, in order; `None` where no run has them.
    ///
    /// # Errors
    /// That of the medium.
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

    /// Forgets a blob of a run; forgetting what is not there is harmless.
    ///
    /// # Errors
    /// [`StoreError::RunNotFound`], or that of the medium.
    fn delete_blob<'a>(&'a self, run: &'a str, hash: &'a str) -> StoreFuture<'a, ()>;

    /// Deletes a run, and the bytes that no other run has.
    ///
    /// # Errors
    /// [`StoreError::RunNotFound`], or that of the medium.
    fn delete_run<'a>(&'a self, run: &'a str) -> StoreFuture<'a, ()>;

    /// Bytes of all lines, bodies and blobs, shared ones once. What a medium needs on top is not counted.
    ///
    /// # Errors
    /// That of the medium.
    fn bytes(&self) -> StoreFuture<'_, u64>;
}
