//! Who carries steps out with a language model: think, act, observe, until there is an answer (MB-18).
//!
//! - `agent`: the conversation and its ends.
//! - `turn`: what the model wrote, taken apart: thoughts, calls, answer; in tags or as native calls.
//! - `toolbox`: the tools of a run; `search`, `visit`, `deep_retrieval`: each of them.
//! - `steps`: calls as what long-term memory learns from.
//! - `direct`: a page as its own server sends it; `links`: where it leads.
//! - `retrying`: requests of the tools, made again where that helps.
//! - `addresses`: which pages may be asked for.
//! - `quotations`: what memory keeps of a page, in the page's own words.

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
mod toolbox;
mod turn;
mod visit;

pub use agent::{ReactAgent, StepEnd, StepOutcome};
pub use toolbox::{Observation, Toolbox};
