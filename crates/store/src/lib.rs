//! Contracts of the stores of durable runs, so that a killed tab loses no paid work, and of long-term memory.
//!
//! - [`Store`]: the contract. It knows plain texts and bytes; `amb-agents` knows the meaning of a journal's lines.
//! - [`MemoryStore`]: keeps runs in memory; for platforms without durable storage, and for tests.
//! - [`long_term`]: the contracts of trajectory and hierarchical memory, and both in memory.
//! - `contract`, a feature: the suites that every implementation passes, faults included.
//!
//! SQLite is a crate of its own, `amb-sqlite`: the engine, which every visitor downloads, depends only on this one.

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
