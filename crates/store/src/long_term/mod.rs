//! Contracts of long-term memory: trajectory memory of runs, hierarchical memory of the user.
//!
//! - [`TrajectoryStore`] and [`HierarchyStore`]: the contracts, over the rows and change sets of `amb-memory`;
//! - [`MemoryCall`] and [`MemoryReply`]: a run's calls to long-term memory, and the replies;
//! - [`TrajectoriesInMemory`] and [`HierarchyInMemory`]: that crate's references as stores, in memory alone.

mod calls;
mod error;
mod hierarchy_store;
mod in_memory;
mod trajectory_store;
mod words;

pub use calls::{
    FoundBy, MAX_ITEM_CHARS, MAX_ITEMS, MAX_TOLD, MemoryCall, MemoryItem, MemoryItemKind,
    MemoryReply, ToldText,
};
pub use error::LongTermError;
pub use hierarchy_store::HierarchyStore;
pub use in_memory::{HierarchyInMemory, TrajectoriesInMemory};
pub use trajectory_store::TrajectoryStore;
pub use words::{WordsReply, WordsRequest};

use std::future::Future;
use std::pin::Pin;

/// The future of a long-term store's call. Dropping it leaves the call in doubt: carried out whole, or not at all.
pub type LongTermFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, LongTermError>> + 'a>>;
