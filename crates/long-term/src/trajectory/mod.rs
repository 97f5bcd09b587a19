//! Trajectory memory: what runs have taught, over a store (seed 003; CG-03 to CG-08, CG-11).

mod answering;
mod browsing;
mod consolidating;
mod exporting;
mod file;
mod importing;
mod learning;
mod querying;
mod re_embedding;
mod rows_check;
mod stuck;
mod trajectory_memory;

pub use browsing::TrajectoryPage;
pub use consolidating::{ConsolidationRounds, Revised};
pub use file::{TrajectoryChecker, TrajectoryFile, TrajectoryRecord};
pub use importing::ImportedTrajectories;
pub use learning::LearnReport;
pub use querying::{QueryReport, Told};
pub use stuck::LoopReport;
pub use trajectory_memory::TrajectoryMemory;
