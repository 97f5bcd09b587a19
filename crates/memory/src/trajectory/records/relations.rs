use serde::{Deserialize, Serialize};

use super::ids::{ErrorPatternId, FragmentId, MethodologyId, TrajectoryId};

/// `Trajectory ──HAS_FRAGMENT(order)──> Fragment`. A merged fragment is in several trajectories.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct HasFragment {
    /// The trajectory.
    pub trajectory: TrajectoryId,
    /// The fragment's place in it; unique there.
    pub order: u32,
    /// The fragment.
    pub fragment: FragmentId,
}

/// `Fragment ──CAUSED_ERROR──> ErrorPattern`; once for a pair.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct CausedError {
    /// The fragment.
    pub fragment: FragmentId,
    /// Error pattern that the fragment met.
    pub pattern: ErrorPatternId,
}

/// `ErrorPattern ──RESOLVED_BY(success_rate, avg_steps)──> Methodology`; once for a pair. A warning is related
/// to its patterns by it too, with a success rate of 0.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ResolvedBy {
    /// The error.
    pub pattern: ErrorPatternId,
    /// Methodology against the error pattern.
    pub methodology: MethodologyId,
    /// The share of the methodology's cases and uses that went well, as of the last consolidation; 0 for a warning.
    pub success_rate: f32,
    /// Steps that its cases with this error took on average.
    pub avg_steps: f32,
    /// Number of cases in the average.
    pub cases: u32,
}
