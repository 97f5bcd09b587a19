//! Every number and name a user may set, with its default, in one table: [`Settings`], and within it
//! [`LlmSettings`], [`SearchSettings`], [`ReaderSettings`], [`MemorySettings`], [`Budget`], [`PriceList`].

mod budget;
mod endpoints;
mod keys;
mod llm;
mod memory;
mod money;
mod prices;
mod run;
mod tools;

pub use budget::{Budget, Limit};
pub use endpoints::{ForeignEndpoint, Service};
pub use keys::Keys;
pub use llm::{Agent, AgentSettings, AgentTable, LlmSettings, Reads};
pub use memory::{MemoryOptions, MemorySettings};
pub use money::Money;
pub use prices::{CallPrice, ModelPrice, Price, PriceList};
pub(crate) use run::MOST_ITERATIONS;
pub use run::{Settings, SettingsError};
pub use tools::{ReaderSettings, SearchSettings};
