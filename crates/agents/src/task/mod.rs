//! Between the memory and whoever acts on a task: it enhances the prompt of the next step, and
//! intercepts the context that the step left behind (seed 001, "Adapter").
//!
//! It serves our own run and, alone, an agent framework of the user's (MB-26).

mod adapter;
mod given;
mod intercept;
mod prompt;
mod ranked;
mod read;
mod remember;
mod resolve;
mod session;
mod source;
mod understanding;

pub use adapter::{Adapter, AdapterError};
pub(crate) use given::sources_of;
pub use intercept::Intercepted;
pub(crate) use prompt::Shown;
pub use prompt::{PromptImage, PromptMemory, format_prompt};
pub use session::Session;
pub(crate) use understanding::embed_passages;
