use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::rows::TrajectoryGraph;
use crate::ListCursor;
use crate::trajectory::records::{
    CausedError, ErrorPattern, ErrorPatternId, Fragment, FragmentId, HasFragment, Methodology,
    MethodologyId, ResolvedBy, Trajectory, TrajectoryId,
};
use crate::trajectory::statistics::FailurePattern;

/// Rows as they are kept: what is listed, exported and imported. Each list is in the order of its ids, or of its pairs;
/// trajectories of a page are the newest first.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct GraphRows {
    /// Trajectories.
    pub trajectories: Vec<Trajectory>,
    /// Fragments.
    pub fragments: Vec<Fragment>,
    /// Error patterns.
    pub patterns: Vec<ErrorPattern>,
    /// Methodologies.
    pub methodologies: Vec<Methodology>,
    /// Which trajectory has which fragment.
    pub has_fragment: Vec<HasFragment>,
    /// Which fragment met which error.
    pub caused: Vec<CausedError>,
    /// Relations from error patterns to the methodologies against them.
    pub resolved_by: Vec<ResolvedBy>,
    /// Failure patterns as of the last consolidation.
    pub failure_patterns: Vec<FailurePattern>,
}

/// Numbers of imported rows that were new.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ImportedRows {
    /// Trajectories that were not known.
    pub trajectories: u32,
    /// Trajectories that were known, and stay as they are.
    pub known_trajectories: u32,
    /// Methodologies that were not known.
    pub methodologies: u32,
    /// Methodologies that were known, and stay as they are.
    pub known_methodologies: u32,
}

impl TrajectoryGraph {
    /// At most `limit` trajectories after this place, those that ended last first, with their fragments, what relates
    /// those, and their error patterns.
    #[must_use]
    pub fn rows_after(&self, after: Option<&ListCursor>, limit: usize) -> GraphRows {
        let page = ListCursor::page(self.trajectories.values(), after, limit);
        let trajectories: Vec<Trajectory> = page.into_iter().cloned().collect();
        let ids: BTreeSet<&TrajectoryId> = trajectories.iter().map(|row| &row.id).collect();
        let has_fragment: Vec<HasFragment> = self
            .has_fragment
            .iter()
            .filter(|relation| ids.contains(&relation.trajectory))
            .cloned()
            .collect();
        let theirs: BTreeSet<&FragmentId> = has_fragment.iter().map(|row| &row.fragment).collect();
        let caused: Vec<CausedError> = self
            .caused
            .iter()
            .filter(|relation| theirs.contains(&relation.fragment))
            .cloned()
            .collect();
        let fragments = theirs.iter().filter_map(|id| self.fragments.get(id));
        GraphRows {
            fragments: fragments.cloned().collect(),
            patterns: self.patterns_of(caused.iter().map(|row| &row.pattern)),
            trajectories,
            has_fragment,
            caused,
            ..GraphRows::default()
        }
    }

    /// The fragments of these ids that are kept, the trajectories that they were cut from, those that ended last first, and
    /// what relates the two.
    #[must_use]
    pub fn cases(&self, ids: &[FragmentId]) -> GraphRows {
        let ids: BTreeSet<&FragmentId> = ids.iter().collect();
        let fragments = ids.iter().filter_map(|id| self.fragments.get(id));
        let has_fragment: Vec<HasFragment> = self
            .has_fragment
            .iter()
            .filter(|relation| ids.contains(&relation.fragment))
            .cloned()
            .collect();
        let theirs: BTreeSet<&TrajectoryId> =
            has_fragment.iter().map(|row| &row.trajectory).collect();
        let theirs = theirs.iter().filter_map(|id| self.trajectories.get(id));
        GraphRows {
            trajectories: ListCursor::page(theirs, None, usize::MAX)
                .into_iter()
                .cloned()
                .collect(),
            fragments: fragments.cloned().collect(),
            has_fragment,
            ..GraphRows::default()
        }
    }

    /// All methodologies, what relates them to errors, those errors, and the failure patterns.
    #[must_use]
    pub fn knowledge(&self) -> GraphRows {
        GraphRows {
            methodologies: self.methodologies.values().cloned().collect(),
            resolved_by: self.resolved_by.values().cloned().collect(),
            patterns: self.patterns_of(self.resolved_by.values().map(|row| &row.pattern)),
            failure_patterns: self.failure_patterns.clone(),
            ..GraphRows::default()
        }
    }

    fn patterns_of<'r>(&self, ids: impl Iterator<Item = &'r ErrorPatternId>) -> Vec<ErrorPattern> {
        let ids: BTreeSet<&ErrorPatternId> = ids.collect();
        let known = ids.into_iter().filter_map(|id| self.patterns.get(id));
        known.cloned().collect()
    }

    /// Takes rows in that are not known by their ids; those that are stay as they are. A known trajectory's fragments and
    /// relations are left out with it, and so are relations of which an end is missing, and errors that nothing new met or
    /// resolves. Failure patterns are taken where there are none. What was imported counts as learned since the last
    /// consolidation, which counts errors again.
    pub fn import(&mut self, rows: &GraphRows) -> ImportedRows {
        let mut imported = ImportedRows::default();
        let mut new = BTreeSet::new();
        for trajectory in &rows.trajectories {
            if self.trajectories.contains_key(&trajectory.id) {
                imported.known_trajectories += 1;
                continue;
            }
            imported.trajectories += 1;
            new.insert(&trajectory.id);
            let id = trajectory.id.clone();
            self.trajectories.insert(id, trajectory.clone());
        }
        let fresh = self.import_fragments(rows, &new);
        let mut new_methodologies: BTreeSet<&MethodologyId> = BTreeSet::new();
        for methodology in &rows.methodologies {
            if self.methodologies.contains_key(&methodology.id) {
                imported.known_methodologies += 1;
                continue;
            }
            imported.methodologies += 1;
            new_methodologies.insert(&methodology.id);
            let id = methodology.id.clone();
            self.methodologies.insert(id, methodology.clone());
        }
        self.import_patterns(rows, &fresh, &new_methodologies);
        if self.failure_patterns.is_empty() {
            self.failure_patterns.clone_from(&rows.failure_patterns);
        }
        self.learned_since = self.learned_since.saturating_add(imported.trajectories);
        self.revision += 1;
        imported
    }

    /// The fragments of new trajectories, and where they are; those that were not known.
    fn import_fragments<'r>(
        &mut self,
        rows: &'r GraphRows,
        new: &BTreeSet<&TrajectoryId>,
    ) -> BTreeSet<&'r FragmentId> {
        let given: BTreeSet<&FragmentId> = rows.fragments.iter().map(|row| &row.id).collect();
        let theirs = rows.has_fragment.iter().filter(|relation| {
            let is_there = given.contains(&relation.fragment)
                || self.fragments.contains_key(&relation.fragment);
            new.contains(&relation.trajectory) && is_there
        });
        let theirs: Vec<&HasFragment> = theirs.collect();
        let placed: BTreeSet<&FragmentId> = theirs.iter().map(|row| &row.fragment).collect();
        let mut fresh: BTreeSet<&FragmentId> = BTreeSet::new();
        for fragment in &rows.fragments {
            if placed.contains(&fragment.id) && !self.fragments.contains_key(&fragment.id) {
                fresh.insert(&fragment.id);
                self.fragments.insert(fragment.id.clone(), fragment.clone());
            }
        }
        self.has_fragment.extend(theirs.into_iter().cloned());
        fresh
    }

    /// Imports the errors of new fragments, the resolutions of new methodologies, and the unknown patterns of both.
    fn import_patterns(
        &mut self,
        rows: &GraphRows,
        fresh: &BTreeSet<&FragmentId>,
        new: &BTreeSet<&MethodologyId>,
    ) {
        let caused = rows.caused.iter();
        let caused: Vec<&CausedError> = caused
            .filter(|relation| fresh.contains(&relation.fragment))
            .collect();
        let resolved_by = rows.resolved_by.iter();
        let resolved_by: Vec<&ResolvedBy> = resolved_by
            .filter(|relation| new.contains(&relation.methodology))
            .collect();
        let met = caused.iter().map(|relation| &relation.pattern);
        let resolved = resolved_by.iter().map(|relation| &relation.pattern);
        let named: BTreeSet<&ErrorPatternId> = met.chain(resolved).collect();
        for pattern in &rows.patterns {
            if named.contains(&pattern.id) {
                let known = self.patterns.entry(pattern.id.clone());
                known.or_insert_with(|| pattern.clone());
            }
        }
        for relation in caused {
            if self.patterns.contains_key(&relation.pattern) {
                self.caused.insert(relation.clone());
            }
        }
        for relation in resolved_by {
            if self.patterns.contains_key(&relation.pattern) {
                let key = (relation.pattern.clone(), relation.methodology.clone());
                self.resolved_by.insert(key, relation.clone());
            }
        }
    }

    /// Forgets a methodology with its relations, and the errors that only it knew; whether there was one. Its fragments keep
    /// its name, so that it comes back by new cases alone.
    pub fn forget_methodology(&mut self, id: &MethodologyId) -> bool {
        if !self.methodologies.contains_key(id) {
            return false;
        }
        self.remove_methodology(id);
        self.remove_what_would_tell();
        self.revision += 1;
        true
    }
}
