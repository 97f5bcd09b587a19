use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use super::errors::{ErrorSequences, TransitionTable, error_transitions};
use super::failures::FailurePattern;

/// Counts of a store, the input of [`stats`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StatisticsRows {
    /// All trajectories.
    pub trajectories: u32,
    /// Those whose task was done.
    pub successful: u32,
    /// All fragments.
    pub fragments: u32,
    /// All methodologies.
    pub methodologies: u32,
    /// Trajectories learned since the last consolidation.
    pub learned_since: u32,
    /// When the last consolidation was, in milliseconds since 1970.
    pub consolidated_at: Option<i64>,
    /// [`error_frequency`](super::error_frequency) of all patterns.
    pub error_frequency: BTreeMap<String, u32>,
    /// The errors of each trajectory, in order.
    pub error_sequences: ErrorSequences,
    /// The failure patterns of the last consolidation.
    pub failure_patterns: Vec<FailurePattern>,
}

/// Statistics of a memory (seed 003, `get_stats`). Common mistakes have a query by situation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct MemoryStats {
    /// All trajectories.
    pub trajectories: u32,
    /// The share whose task was done; 0 without any.
    pub success_rate: f32,
    /// All fragments.
    pub fragments: u32,
    /// All methodologies.
    pub methodologies: u32,
    /// Trajectories learned since the last consolidation.
    pub learned_since: u32,
    /// When the last consolidation was, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub consolidated_at: Option<i64>,
    /// Frequency of each type of error.
    pub error_frequency: BTreeMap<String, u32>,
    /// Which error follows which, and how probably.
    pub error_transitions: TransitionTable,
    /// Failure patterns.
    pub failure_patterns: Vec<FailurePattern>,
}

/// A store's counts as statistics.
#[must_use]
pub fn stats(rows: StatisticsRows) -> MemoryStats {
    MemoryStats {
        success_rate: rows.successful as f32 / rows.trajectories.max(1) as f32,
        error_transitions: error_transitions(&rows.error_sequences),
        trajectories: rows.trajectories,
        fragments: rows.fragments,
        methodologies: rows.methodologies,
        learned_since: rows.learned_since,
        consolidated_at: rows.consolidated_at,
        error_frequency: rows.error_frequency,
        failure_patterns: rows.failure_patterns,
    }
}
