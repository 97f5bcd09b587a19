//! Long-term memory at work: the pure cores of `amb-memory`, a store of each kind, and the [`World`] that has a clock,
//! an embedder and, by [`Words`], a model.
//!
//! - [`HierarchicalMemory`]: memories about the user: observe, recall, reflect, consolidate, forget.
//! - [`TrajectoryMemory`]: lessons of runs: learn, query, check for loops, consolidate.
//! - [`LongTermMemory`]: both, as a run asks them.
//! - [`PlainWords`]: the replacement for a model.
//! - [`MemoryFile`] and its kin: export and import as JSON Lines.
//!
//! Nothing here has a clock, randomness or a platform. If the world fails, memory goes on with less, and reports it as
//! a [`MemoryNote`]. Without a vector a memory is found by its words; without a model the texts are quotations. A
//! change that a store refuses because memory has changed meanwhile is planned anew, a bounded number of times.
//!
//! Dropping a future cancels its call: each write is one change set or row that a store applies whole or not at all.

mod control;
mod dating;
mod error;
mod exchange;
mod hierarchy;
mod long_term_memory;
mod note;
mod re_embedding;
mod trajectory;
mod vectors;
mod words;
mod world;

pub use control::{Control, Uncontrolled};
pub use error::MemoryError;
pub use exchange::{
    ExportCursor, ExportPage, HIERARCHY_FORMAT, ImportError, ImportFault, IncomingFiles,
    MAX_LINE_BYTES, MEMORY_FILE_VERSION, MemoryFile, TRAJECTORY_FORMAT,
};
pub use hierarchy::*;
pub use long_term_memory::LongTermMemory;
pub use note::{Instead, MemoryNote, WordsTask};
pub use re_embedding::ReEmbedded;
pub use trajectory::*;
pub use words::{PlainWords, Words, WordsFailure, WordsFuture};
pub use world::{EmbedderFailure, EmbeddingFuture, World};
