//! The JavaScript interface: decode, call, encode.

mod calls;
#[cfg(feature = "neo4j")]
mod fetch;
#[cfg(feature = "sqlite")]
mod long_term_memory;
#[cfg(feature = "neo4j")]
mod neo4j_trajectories;
mod platform;

#[cfg(feature = "sqlite")]
pub use long_term_memory::JsLongTermMemory;
#[cfg(feature = "neo4j")]
pub use neo4j_trajectories::JsNeo4jTrajectories;
