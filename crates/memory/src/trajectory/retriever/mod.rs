//! Retrieval for a run before a step (seed 003, `MemoryRetriever`; CG-04).
//!
//! [`queries`] returns the query for a store in each of the four dimensions. [`fuse`] merges the answers into one
//! result: methodologies, similar fragments, solutions of the error and warnings, each with the reason for its return.

mod bonus;
mod diversity;
mod error_words;
mod fusion;
mod query;
mod rendering;
mod result;
mod words;

pub use error_words::ErrorWords;
pub use fusion::fuse;
pub(in crate::trajectory) use query::least_shared;
pub use query::{ErrorQuery, MeaningQuery, RetrievalQueries, StateQuery, TaskQuery, queries};
pub use rendering::render;
pub use result::{Candidates, Dimension, Ranked, Recalled, RecalledItem, RetrievalResult, Why};
