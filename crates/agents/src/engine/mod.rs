//! The five agents, apart from who answers.
//!
//! An [`Engine`] is a language model with prompts, or [`crate::extractive`] statistics: a run may use
//! either. Beside the agents, a run has whoever carries out a task validate and answer:
//! [`Engine::validate`] and [`Engine::answer`].

mod context;
mod contract;
mod embeddings;
mod error;
mod progress;

pub use context::RunContext;
pub use contract::{Engine, EngineFuture};
pub use embeddings::Embeddings;
pub use error::EngineError;
pub use progress::Progress;
