use std::collections::BTreeSet;

use super::rows::TrajectoryGraph;
use crate::trajectory::consolidator::{Consolidation, Merged};
use crate::trajectory::error::TrajectoryError;
use crate::trajectory::records::{FragmentId, HasFragment, MethodologyId, TrajectoryId};
use crate::trajectory::writer::Learned;

impl TrajectoryGraph {
    /// Takes a run in, as [`Learned`] says.
    ///
    /// # Errors
    /// [`TrajectoryError::DuplicateTrajectory`].
    pub fn learn(&mut self, learned: Learned) -> Result<(), TrajectoryError> {
        let id = learned.trajectory.id.clone();
        if self.trajectories.contains_key(&id) {
            return Err(TrajectoryError::DuplicateTrajectory(id));
        }
        self.trajectories.insert(id, learned.trajectory);
        for fragment in learned.fragments {
            let id = fragment.id.clone();
            self.fragments.entry(id).or_insert(fragment);
        }
        self.has_fragment.extend(learned.has_fragment);
        self.caused.extend(learned.caused);
        for pattern in learned.patterns {
            match self.patterns.get_mut(&pattern.id) {
                Some(known) => known.absorb(&pattern),
                None => {
                    self.patterns.insert(pattern.id.clone(), pattern);
                }
            }
        }
        for used in &learned.used {
            if let Some(methodology) = self.methodologies.get_mut(&used.methodology) {
                methodology.record_use(used);
            }
        }
        self.learned_since = self.learned_since.saturating_add(1);
        self.revision += 1;
        Ok(())
    }

    /// Applies a consolidation, as [`Consolidation`] says.
    ///
    /// # Errors
    /// [`TrajectoryError::Stale`].
    pub fn apply(&mut self, consolidation: Consolidation) -> Result<(), TrajectoryError> {
        if consolidation.basis != self.revision {
            return Err(TrajectoryError::Stale {
                basis: consolidation.basis,
                actual: self.revision,
            });
        }
        for methodology in consolidation.methodologies {
            self.methodologies
                .insert(methodology.id.clone(), methodology);
        }
        for relation in consolidation.resolved_by {
            let key = (relation.pattern.clone(), relation.methodology.clone());
            self.resolved_by.insert(key, relation);
        }
        for (fragment, methodology) in consolidation.abstracted {
            if let Some(fragment) = self.fragments.get_mut(&fragment) {
                fragment.abstracted_into = Some(methodology);
            }
        }
        for merge in &consolidation.merged_methodologies {
            self.merge_methodologies(merge);
        }
        for merge in &consolidation.merged_fragments {
            self.merge_fragments(merge);
        }
        for fragment in consolidation.fragments {
            self.fragments.insert(fragment.id.clone(), fragment);
        }
        for pattern in consolidation.patterns {
            self.patterns.insert(pattern.id.clone(), pattern);
        }
        let removed = consolidation.removed;
        removed
            .weak
            .iter()
            .for_each(|id| self.remove_methodology(id));
        self.remove_fragments(removed.expired.into_iter().chain(removed.lost).collect());
        for pattern in &removed.unused {
            self.patterns.remove(pattern);
        }
        self.failure_patterns = consolidation.failure_patterns;
        self.consolidated_at = Some(consolidation.consolidated_at);
        self.learned_since = 0;
        self.revision += 1;
        Ok(())
    }

    /// Forgets a trajectory, and the fragments that no other has; whether there was one. What was abstracted from it
    /// stays; its errors go unless another run met them or a methodology resolves them, and the next consolidation counts
    /// those again.
    pub fn forget(&mut self, id: &TrajectoryId) -> bool {
        if self.trajectories.remove(id).is_none() {
            return false;
        }
        let its: BTreeSet<FragmentId> = self
            .fragments_of(id)
            .map(|fragment| fragment.id.clone())
            .collect();
        self.has_fragment
            .retain(|relation| relation.trajectory != *id);
        let shared: BTreeSet<FragmentId> = self
            .has_fragment
            .iter()
            .map(|relation| relation.fragment.clone())
            .collect();
        self.remove_fragments(its.difference(&shared).cloned().collect());
        self.remove_what_would_tell();
        self.revision += 1;
        true
    }

    /// Removes what would tell of something forgotten: the errors that nobody met else, and the failure patterns, which name
    /// errors and quote advice. The next consolidation makes these anew.
    pub(super) fn remove_what_would_tell(&mut self) {
        self.remove_lone_patterns();
        self.failure_patterns.clear();
    }

    /// Removes the errors that no fragment met and no methodology resolves.
    fn remove_lone_patterns(&mut self) {
        let met = self.caused.iter().map(|relation| &relation.pattern);
        let resolved = self.resolved_by.keys().map(|(pattern, _)| pattern);
        let needed: BTreeSet<_> = met.chain(resolved).cloned().collect();
        self.patterns.retain(|id, _| needed.contains(id));
    }

    fn merge_methodologies(&mut self, merge: &Merged<MethodologyId>) {
        let its = self.fragments.values_mut();
        for fragment in
            its.filter(|fragment| fragment.abstracted_into.as_ref() == Some(&merge.from))
        {
            fragment.abstracted_into = Some(merge.into.clone());
        }
        self.remove_methodology(&merge.from);
    }

    pub(super) fn remove_methodology(&mut self, id: &MethodologyId) {
        self.methodologies.remove(id);
        self.resolved_by
            .retain(|(_, methodology), _| methodology != id);
    }

    fn merge_fragments(&mut self, merge: &Merged<FragmentId>) {
        let of_it = self
            .has_fragment
            .iter()
            .filter(|relation| relation.fragment == merge.from);
        let moved: Vec<HasFragment> = of_it.cloned().collect();
        for relation in moved {
            self.has_fragment.remove(&relation);
            self.has_fragment.insert(HasFragment {
                fragment: merge.into.clone(),
                ..relation
            });
        }
        self.remove_fragments([merge.from.clone()].into());
    }

    fn remove_fragments(&mut self, ids: BTreeSet<FragmentId>) {
        if ids.is_empty() {
            return;
        }
        self.fragments.retain(|id, _| !ids.contains(id));
        self.has_fragment
            .retain(|relation| !ids.contains(&relation.fragment));
        self.caused
            .retain(|relation| !ids.contains(&relation.fragment));
    }
}
