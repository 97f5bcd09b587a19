//! Working memory: what stands in the prompt (seed 004, 工作记忆).
//!
//! [`CoreMemory`] says who the agent is, whom it serves and how; it is never evicted. The context
//! beside it, conversation, observations and scratch, gives way by importance: first it is
//! compressed, then evicted, and each of both is told.

mod context_item;
mod core_memory;
mod room;
mod within_limit;

pub use context_item::{ContextBlock, ContextItem};
pub use core_memory::{CoreBlock, CoreMemory};
pub use room::{Displaced, Displacement};
pub use within_limit::WorkingMemory;
