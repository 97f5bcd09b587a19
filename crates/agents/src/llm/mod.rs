//! The five agents by a language model (MB-08 to MB-13), over any OpenAI-compatible endpoint.
//!
//! - `client`: one call, repeated where that helps, counted.
//! - `prompts`: the templates of `prompts/`, in English and Chinese.
//! - `tokens`: how much a request takes, by estimate.
//! - `shapes`: the JSON that each agent is asked for, and its schema.
//! - `ask`: a question with a JSON answer, asked once more where the first is unusable.
//! - `answer_prompt`: the prompt of the final answer, and how much evidence it has room for.
//! - `said`: what a reply gives as the final answer; `wrapped`, `answer_words`: in which shapes; `marks`: how it
//!   names its evidence; `sources`: the citations; `flags`: what it claims that its evidence does not hold.
//! - `nodes`: nodes, shortened to the room of a prompt.
//! - `learning`: what long-term memory has put into words.
//! - `engine`: the [`Engine`](crate::engine::Engine); one file for each agent beside it.

mod analysis;
mod answer_prompt;
mod answer_words;
mod answering;
mod ask;
#[cfg(test)]
mod boundary_tests;
mod classification;
mod client;
mod engine;
mod flags;
mod integration;
mod learning;
mod marks;
mod nodes;
mod planning;
mod prompts;
mod said;
#[cfg(test)]
mod said_tests;
mod shapes;
mod sources;
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
