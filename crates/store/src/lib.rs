//! What keeps durable runs, so that a killed tab loses nothing that was paid for, and long-term memory.
//!
//! - [`Store`]: the contract. It knows plain texts and bytes; what a journal's lines mean, `amb-agents` knows.
//! - [`MemoryStore`]: keeps runs as long as it lives; where the platform has nothing durable, and in tests.
//! - [`long_term`]: the contracts of trajectory and hierarchical memory, and both in memory.
//! - `contract`, a feature: the suites that every implementation passes, faults included.
//!
//! SQLite is a crate of its own, `amb-sqlite`: the engine, which every visitor downloads, knows this one alone.

#[cfg(feature = "contract")]
pub mod contract;
mod error;
pub mod long_term;
mod memory;
mod run;
mod store;

pub use error::StoreError;
pub use memory::MemoryStore;
pub use run::{Batch, Body, NewRun, RunHead, RunState, StoredRun};
pub use store::{Store, StoreFuture};
