//! The research run over a task memory, and everything it needs of the outside.
//!
//! Each module uses only those before it in this list (`tests/layers.rs`):
//!
//! - [`settings`]: every number and name that a user may set.
//! - [`protocol`]: plain data: requests, events, results, and what agents get and give.
//! - [`host`]: the one seam to the world (time, randomness, embedding, blobs, pauses).
//! - [`services`]: the model's endpoint, the search and the reader, each asked once to see if it works.
//! - [`documents`]: documents into text, their pages, and the words of them that memory holds.
//! - [`journal`]: a [`Host`](host::Host) that records each effect of another host once, or answers
//!   from such a record.
//! - [`spending`]: the cost of a run, and its end at a budget.
//! - [`engine`]: the trait that engines implement, and the resources that a run gives them.
//! - [`extractive`]: the engine that needs no language model; [`llm`]: the one that asks one.
//! - [`long_term`]: questions of a run to long-term memory, and its reports.
//! - [`react`]: steps with a language model and tools.
//! - [`task`]: the adapter between the memory and whatever acts on a task: it enhances the prompt
//!   and intercepts the context.
//! - [`run`]: the research loop, its crew, its end, its replay, its file.
//!
//! Nothing here knows its platform: the code between two effects is deterministic, so a journal
//! replays to the identical graph.

pub mod documents;
pub mod engine;
pub mod extractive;
mod fitting;
pub mod host;
mod inert;
pub mod journal;
pub mod llm;
pub mod long_term;
pub mod protocol;
pub mod react;
pub mod run;
pub mod services;
pub mod settings;
pub mod spending;
pub mod task;
#[cfg(test)]
mod test_network;
