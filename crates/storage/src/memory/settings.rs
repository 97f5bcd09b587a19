//! Settings of long-term memory.

use amb_memory::hierarchy::HierarchySettings;
use amb_memory::trajectory::TrajectorySettings;
use serde::{Deserialize, Serialize};

/// Settings of both memories; a missing one has its default.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct LongTermSettings {
    /// Settings of hierarchical memory.
    pub hierarchy: HierarchySettings,
    /// Settings of trajectory memory.
    pub trajectories: TrajectorySettings,
}
