//! Long-term memory for a program: a request by its name, a reply as plain data.

mod answer;
mod asked_memory;
mod asked_trajectories;
mod on_demand;
mod request;
mod run_call;
mod settings;
mod vectors;

pub use answer::{KeptVectors, MemoryAnswer, TaughtUpkeep, TaughtVectors, Upkeep};
pub use asked_memory::AskedMemory;
pub use asked_trajectories::AskedTrajectories;
pub use on_demand::{OpenedOnDemand, Opening};
pub use request::{HierarchyRequest, MemoryRequest, TaughtRequest, TrajectoryRequest};
pub use settings::LongTermSettings;
