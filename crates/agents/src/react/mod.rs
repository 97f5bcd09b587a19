//! The agent that carries out steps with a language model: think, act, observe, until there is an answer (MB-18).
//!
//! - `agent`: the conversation and its ends.
//! - `told`: further messages to the model.
//! - `turn`: the parts of a model's turn: reasoning, calls, answer; in tags or as native calls.
//! - `toolbox`: the tools of a run; `search`, `visit`, `deep_retrieval`: each of them.
//! - `steps`: calls as steps for long-term memory.
//! - `direct`: a page as its own server sends it; `links`: its links.
//! - `retrying`: retries of the tools' requests.
//! - `addresses`: the pages that may be fetched.
//! - `quotations`: the page's own words for memory.

mod addresses;
mod agent;
mod deep_retrieval;
mod direct;
#[cfg(test)]
mod failing_tests;
#[cfg(test)]
mod link_tests;
mod links;
#[cfg(test)]
mod network_tests;
mod quotations;
mod retrying;
mod search;
mod steps;
mod told;
mod toolbox;
mod turn;
mod visit;

pub use agent::{ReactAgent, StepEnd, StepOutcome};
pub use toolbox::{Observation, Toolbox};
