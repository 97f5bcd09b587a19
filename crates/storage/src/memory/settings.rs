//! What can be set about long-term memory.

use amb_memory::hierarchy::HierarchySettings;
use amb_memory::trajectory::TrajectorySettings;
use serde::{Deserialize, Serialize};

/// Settings of both memories; what is left out has its default.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct LongTermSettings {
    /// Of what is kept of the user.
    pub hierarchy: HierarchySettings,
    /// Of what runs have taught.
    pub trajectories: TrajectorySettings,
}
