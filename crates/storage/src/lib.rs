//! Storage of runs and long-term memory: in SQLite, in a worker of its own (the feature `sqlite`), or trajectory memory
//! on a shared Neo4j server (the feature `neo4j`). Each is an artefact.

mod caller;
mod conversation;
mod memory;
#[cfg(any(test, all(target_arch = "wasm32", feature = "neo4j")))]
mod sending;
mod tagged;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use caller::{Caller, Need, Platform, Supply, Vectors};
pub use conversation::{Conversation, Office, Step};
pub use memory::{
    AskedMemory, AskedTrajectories, HierarchyRequest, KeptVectors, LongTermSettings, MemoryAnswer,
    MemoryRequest, OpenedOnDemand, Opening, TaughtRequest, TaughtUpkeep, TaughtVectors,
    TrajectoryRequest, Upkeep,
};
#[cfg(all(target_arch = "wasm32", feature = "sqlite"))]
pub use wasm::JsLongTermMemory;
#[cfg(all(target_arch = "wasm32", feature = "neo4j"))]
pub use wasm::JsNeo4jTrajectories;
