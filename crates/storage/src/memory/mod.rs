//! Long-term memory as a program asks it: a request by its name, an answer as plain data.

mod answer;
mod asked_memory;
mod request;
mod run_call;
mod settings;
mod vectors;

pub use answer::{MemoryAnswer, Upkeep};
pub use asked_memory::AskedMemory;
pub use request::{HierarchyRequest, MemoryRequest, TrajectoryRequest};
pub use settings::LongTermSettings;
