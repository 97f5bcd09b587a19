//! What keeps runs and long-term memory, in a worker of its own.

mod caller;
mod conversation;
mod memory;
mod tagged;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use caller::{Caller, Need, Supply, Vectors};
pub use conversation::{Conversation, Office, Step};
pub use memory::{
    AskedMemory, HierarchyRequest, LongTermSettings, MemoryAnswer, MemoryRequest,
    TrajectoryRequest, Upkeep,
};
#[cfg(target_arch = "wasm32")]
pub use wasm::JsLongTermMemory;
