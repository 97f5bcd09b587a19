//! Selection of the rows to remove (seed 003, `_cleanup`).

use std::collections::{BTreeMap, BTreeSet};

use super::evidence::Evidence;
use super::methodologies::Methodologies;
use crate::trajectory::records::{
    ErrorPattern, ErrorPatternId, Fragment, FragmentId, MethodologyId,
};
use crate::trajectory::statistics::FailureCount;
use crate::trajectory::{MethodologyFormat, TrajectorySettings};

/// Fragments that go: those in no trajectory, and expired failures that are part of a methodology, unless there are to
/// be none.
pub(super) struct Going<'e> {
    pub expired: BTreeMap<&'e FragmentId, &'e Fragment>,
    pub lost: BTreeMap<&'e FragmentId, &'e Fragment>,
}

impl<'e> Going<'e> {
    pub(super) fn of(
        evidence: &'e Evidence,
        methodologies: &Methodologies,
        settings: &TrajectorySettings,
    ) -> Self {
        let expired = expired(evidence, methodologies, settings);
        let lost = evidence
            .lost
            .iter()
            .map(|fragment| (&fragment.id, fragment));
        Self {
            lost: lost.filter(|(id, _)| !expired.contains_key(id)).collect(),
            expired,
        }
    }

    pub(super) fn contains(&self, id: &FragmentId) -> bool {
        self.expired.contains_key(id) || self.lost.contains_key(id)
    }

    pub(super) fn get(&self, id: &FragmentId) -> Option<&'e Fragment> {
        self.expired.get(id).or_else(|| self.lost.get(id)).copied()
    }
}

fn expired<'e>(
    evidence: &'e Evidence,
    methodologies: &Methodologies,
    settings: &TrajectorySettings,
) -> BTreeMap<&'e FragmentId, &'e Fragment> {
    let off = settings.methodology_format == MethodologyFormat::Off;
    let spent = evidence.expired.iter().filter(|fragment| {
        off || fragment.abstracted_into.is_some()
            || methodologies.abstracted.contains_key(&fragment.id)
    });
    spent.map(|fragment| (&fragment.id, fragment)).collect()
}

/// Removes weak methodologies with their relations.
pub(super) fn remove_weak(
    methodologies: &mut Methodologies,
    settings: &TrajectorySettings,
) -> Vec<MethodologyId> {
    let weak: Vec<MethodologyId> = methodologies
        .all
        .values()
        .filter(|known| {
            known.confidence < settings.weak_confidence
                && known.source_count < settings.weak_sources
        })
        .map(|known| known.id.clone())
        .collect();
    methodologies.all.retain(|id, _| !weak.contains(id));
    methodologies
        .relations
        .retain(|(_, id), _| !weak.contains(id));
    weak
}

/// Patterns as frequent as they are once fragments are gone: those that changed, and those that nothing is left of.
pub(super) fn patterns(
    evidence: &Evidence,
    methodologies: &Methodologies,
    going: &Going<'_>,
) -> (Vec<ErrorPattern>, Vec<ErrorPatternId>) {
    let mut gone: BTreeMap<&ErrorPatternId, u32> = BTreeMap::new();
    for caused in &evidence.caused {
        if let Some(fragment) = going.get(&caused.fragment) {
            let count = gone.entry(&caused.pattern).or_default();
            *count = count.saturating_add(fragment.occurrences);
        }
    }
    let related: BTreeSet<&ErrorPatternId> = methodologies
        .relations
        .keys()
        .map(|(pattern, _)| pattern)
        .collect();
    let (mut changed, mut unused) = (Vec::new(), Vec::new());
    for used in &evidence.patterns {
        let pattern = &used.pattern;
        let frequency = used
            .caused
            .saturating_sub(gone.get(&pattern.id).copied().unwrap_or(0));
        if frequency == 0 && !related.contains(&pattern.id) {
            unused.push(pattern.id.clone());
        } else if frequency != pattern.frequency {
            changed.push(ErrorPattern {
                frequency,
                ..pattern.clone()
            });
        }
    }
    (changed, unused)
}

/// Returns the failure counts without the fragments to remove.
pub(super) fn failures(evidence: &Evidence, going: &Going<'_>) -> Vec<FailureCount> {
    let mut counts = evidence.failures.clone();
    for fragment in going.expired.values().chain(going.lost.values()) {
        let of_it = counts.iter_mut().find(|count| {
            count.task_type == fragment.task_type
                && count.phase == fragment.phase
                && count.error_type == fragment.error_type
        });
        if let Some(count) = of_it {
            let failed = if fragment.is_failed() {
                fragment.occurrences
            } else {
                0
            };
            count.failed = count.failed.saturating_sub(failed);
            count.total = count.total.saturating_sub(fragment.occurrences);
        }
    }
    counts
}
