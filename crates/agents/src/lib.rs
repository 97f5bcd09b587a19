//! The research run over a task memory, and everything it needs of the outside.
//!
//! - [`host`]: the one seam to the world (time, randomness, embedding, blobs, pauses).
//! - [`journal`]: a [`Host`](host::Host) that records each effect of another host once, or answers
//!   from such a record.
//! - [`engine`]: the five agents' typed inputs and outputs, and the trait that engines implement.
//! - [`extractive`]: the engine that needs no language model; [`llm`]: the one that asks one.
//! - [`react`]: who carries steps out with a language model and tools.
//! - [`adapter`]: between the memory and whatever acts on a task: enhances the prompt, intercepts
//!   the context.
//! - [`long_term`]: what a run tells long-term memory, and what it is told by it.
//! - [`spending`]: what that costs, and what stops at a budget.
//! - [`run`]: a request in, events on the way, a result out.
//!
//! Nothing here knows its platform: the code between two effects is deterministic, so a journal
//! replays to the identical graph.

pub mod adapter;
pub mod engine;
pub mod event;
pub mod extractive;
mod fitting;
pub mod host;
mod inert;
pub mod journal;
pub mod llm;
pub mod long_term;
pub mod react;
pub mod run;
pub mod settings;
pub mod spending;
