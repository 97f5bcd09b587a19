//! The five agents by a language model (MB-08 to MB-13), over any OpenAI-compatible endpoint.
//!
//! - `client`: one call, repeated where that helps, counted.
//! - `prompts`: the templates of `prompts/`, in English and Chinese.
//! - `tokens`: how much a request takes, by estimate.
//! - `shapes`: the JSON that each agent is asked for, and its schema.
//! - `ask`: a question with a JSON answer, asked once more where the first is unusable.
//! - `said`: what a reply gives as the final answer; `marks`: how it names its evidence; `insufficiency`: how it says
//!   that there is none; `flags`: what it claims that its evidence does not hold.
//! - `conflict_sides`: whether what a model calls a conflict is told as of different dates.
//! - `learning`: what long-term memory has put into words.
//! - `engine`: the [`Engine`](crate::engine::Engine); one file for each agent beside it.

mod analysis;
mod answering;
mod ask;
#[cfg(test)]
mod boundary_tests;
mod classification;
mod client;
#[cfg(test)]
mod conflict_dates_tests;
#[cfg(test)]
mod conflict_parts_tests;
mod conflict_sides;
mod description_words;
mod engine;
mod flags;
mod insufficiency;
mod integration;
mod learning;
mod marks;
mod planning;
mod prompts;
mod said;
#[cfg(test)]
mod said_tests;
mod shapes;
mod structure;
mod tokens;
mod validation;
mod wrapped;

pub use ask::Asker;
pub use client::{CallError, Client};
pub use engine::LlmEngine;
pub use learning::Scribe;
pub use prompts::{Prompt, language_name};
pub(crate) use tokens::message_tokens;
