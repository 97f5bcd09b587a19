use std::collections::{BTreeMap, BTreeSet};

use crate::trajectory::records::{
    CausedError, ErrorPattern, ErrorPatternId, Fragment, FragmentId, HasFragment, Methodology,
    MethodologyId, ResolvedBy, Trajectory, TrajectoryId,
};
use crate::trajectory::statistics::{FailurePattern, StatisticsRows, error_frequency};

/// All nodes and relations, by their ids.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TrajectoryGraph {
    pub(super) trajectories: BTreeMap<TrajectoryId, Trajectory>,
    pub(super) fragments: BTreeMap<FragmentId, Fragment>,
    pub(super) patterns: BTreeMap<ErrorPatternId, ErrorPattern>,
    pub(super) methodologies: BTreeMap<MethodologyId, Methodology>,
    pub(super) has_fragment: BTreeSet<HasFragment>,
    pub(super) caused: BTreeSet<CausedError>,
    pub(super) resolved_by: BTreeMap<(ErrorPatternId, MethodologyId), ResolvedBy>,
    pub(super) failure_patterns: Vec<FailurePattern>,
    pub(super) learned_since: u32,
    pub(super) consolidated_at: Option<i64>,
    pub(super) revision: u64,
}

impl TrajectoryGraph {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A trajectory.
    #[must_use]
    pub fn trajectory(&self, id: &TrajectoryId) -> Option<&Trajectory> {
        self.trajectories.get(id)
    }

    /// All trajectories, in order of their ids.
    pub fn trajectories(&self) -> impl Iterator<Item = &Trajectory> {
        self.trajectories.values()
    }

    /// The fragments of a trajectory, in their order there.
    pub fn fragments_of(&self, id: &TrajectoryId) -> impl Iterator<Item = &Fragment> {
        let of_it = self
            .has_fragment
            .iter()
            .filter(move |relation| relation.trajectory == *id);
        of_it.filter_map(|relation| self.fragments.get(&relation.fragment))
    }

    /// A fragment.
    #[must_use]
    pub fn fragment(&self, id: &FragmentId) -> Option<&Fragment> {
        self.fragments.get(id)
    }

    /// All fragments, in order of their ids.
    pub fn fragments(&self) -> impl Iterator<Item = &Fragment> {
        self.fragments.values()
    }

    /// All error patterns, in order of their ids.
    pub fn patterns(&self) -> impl Iterator<Item = &ErrorPattern> {
        self.patterns.values()
    }

    /// All methodologies, in order of their ids.
    pub fn methodologies(&self) -> impl Iterator<Item = &Methodology> {
        self.methodologies.values()
    }

    /// All `RESOLVED_BY`, in order of their pairs.
    pub fn resolved_by(&self) -> impl Iterator<Item = &ResolvedBy> {
        self.resolved_by.values()
    }

    /// All `CAUSED_ERROR`, in order.
    pub fn caused(&self) -> impl Iterator<Item = &CausedError> {
        self.caused.iter()
    }

    /// Trajectories learned since the last consolidation.
    #[must_use]
    pub fn learned_since(&self) -> u32 {
        self.learned_since
    }

    /// Returns the input of [`stats`](crate::trajectory::statistics::stats).
    #[must_use]
    pub fn statistics(&self) -> StatisticsRows {
        let count = |rows: usize| u32::try_from(rows).unwrap_or(u32::MAX);
        let successful = self
            .trajectories
            .values()
            .filter(|trajectory| trajectory.success);
        let errors_of = |id| {
            let fragments = self.fragments_of(id);
            fragments
                .filter_map(|fragment| fragment.error_type.clone())
                .collect()
        };
        StatisticsRows {
            trajectories: count(self.trajectories.len()),
            successful: count(successful.count()),
            fragments: count(self.fragments.len()),
            methodologies: count(self.methodologies.len()),
            learned_since: self.learned_since,
            consolidated_at: self.consolidated_at,
            error_frequency: error_frequency(self.patterns.values()),
            error_sequences: self.trajectories.keys().map(errors_of).collect(),
            failure_patterns: self.failure_patterns.clone(),
        }
    }
}
