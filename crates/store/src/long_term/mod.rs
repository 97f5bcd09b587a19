//! What keeps long-term memory: what runs have taught, and what is remembered of the user.
//!
//! - [`TrajectoryStore`] and [`HierarchyStore`]: the contracts, over the rows and change sets of `amb-memory`;
//! - [`MemoryCall`] and [`MemoryReply`]: what a run asks of long-term memory, and what it is told;
//! - [`TrajectoriesInMemory`] and [`HierarchyInMemory`]: that crate's references behind them, which keep nothing.

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

/// What a long-term store's calls return. A future that is dropped leaves its call in doubt: carried out whole, or not at
/// all.
pub type LongTermFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, LongTermError>> + 'a>>;
