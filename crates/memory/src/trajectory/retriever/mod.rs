//! What a run is given before a step (seed 003, `MemoryRetriever`; CG-04).
//!
//! [`queries`] says what to ask a store in each of the four dimensions; [`fuse`] makes one result of its answers:
//! methodologies, similar fragments, solutions of the error and warnings, each with why it was returned.

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
