//! Every number and name a user may set, with its default, in one table: [`Settings`], and within it
//! [`LlmSettings`], [`SearchSettings`], [`ReaderSettings`].

mod llm;
mod run;
mod tools;

pub use llm::{Agent, AgentSettings, AgentTable, LlmSettings};
pub use run::{Settings, SettingsError};
pub use tools::{ReaderSettings, SearchSettings};
