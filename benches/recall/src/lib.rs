//! Questions over real documents, to a memory that has read them as a run does.
//!
//! - `corpus`: documents and questions, of `benches/recall` and of `benches/judgement`.
//! - `host`, `embedder`, `model`: a reproducible host, with a model or without one.
//! - `memory`: a document in memory, retrieval and answer.
//! - `measure`, `quotes`: the rank of the answering passage, and its quotation.

mod corpus;
mod embedder;
mod host;
mod measure;
mod memory;
mod model;
mod quotes;

pub use corpus::{
    Case, Document, Half, Question, inline, judged, judged_document, read_bytes, read_lines, root,
};
pub use embedder::CachedEmbedder;
pub use host::BenchHost;
pub use measure::{Outcome, Rank, ask_all};
pub use memory::{Candidate, Found, Memory};
pub use model::{Model, ModelFiles};
