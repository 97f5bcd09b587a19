//! Hierarchical memory: what is kept of the user, over a store (seed 004; AF-01 to AF-14).

mod accesses;
mod admitting;
mod browsing;
mod consolidating;
mod editing;
mod exporting;
mod file;
mod forgetting;
mod hierarchical_memory;
mod importing;
mod observing;
mod re_embedding;
mod recalling;
mod reflecting;
mod working;
mod writing;

pub use browsing::{HierarchyStats, MemoryPage};
pub use consolidating::ConsolidationOutcome;
pub use editing::EditedMemory;
pub use file::{HierarchyChecker, HierarchyFile, HierarchyRecord};
pub use forgetting::{ForgottenMemories, ForgottenPage};
pub use hierarchical_memory::{HierarchicalMemory, Urgency};
pub use importing::ImportedMemories;
pub use observing::{
    MemoryDue, Observation, ObservationReport, ObservedMemory, RefusedObservation,
};
pub use recalling::{MemoryContext, RecallQuery, RecalledMemories};
pub use reflecting::ReflectionReport;
pub use working::LatestInput;
