//! What goes (seed 003, `_cleanup`).

use std::collections::{BTreeMap, BTreeSet};

use super::changes::Removed;
use super::evidence::Evidence;
use super::methodologies::Methodologies;
use crate::trajectory::records::{ErrorPattern, ErrorPatternId, FragmentId, MethodologyId};
use crate::trajectory::{MethodologyFormat, TrajectorySettings};

/// Failed fragments that go: expired, and part of a methodology, unless there are to be none.
pub(super) fn expired(
    evidence: &Evidence,
    methodologies: &Methodologies,
    settings: &TrajectorySettings,
) -> BTreeSet<FragmentId> {
    let off = settings.methodology_format == MethodologyFormat::Off;
    let spent = evidence.expired.iter().filter(|fragment| {
        off || fragment.abstracted_into.is_some()
            || methodologies.abstracted.contains_key(&fragment.id)
    });
    spent.map(|fragment| fragment.id.clone()).collect()
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
    removed: &mut Removed,
) -> Vec<ErrorPattern> {
    let going: BTreeSet<&FragmentId> = removed.expired.iter().chain(&removed.lost).collect();
    let all = evidence.fragments.iter().chain(&evidence.expired);
    let occurrences: BTreeMap<&FragmentId, u32> = all
        .map(|fragment| (&fragment.id, fragment.occurrences))
        .collect();
    let mut gone: BTreeMap<&ErrorPatternId, u32> = BTreeMap::new();
    for caused in evidence
        .caused
        .iter()
        .filter(|caused| going.contains(&caused.fragment))
    {
        *gone.entry(&caused.pattern).or_default() +=
            occurrences.get(&caused.fragment).copied().unwrap_or(1);
    }
    let related: BTreeSet<&ErrorPatternId> = methodologies
        .relations
        .keys()
        .map(|(pattern, _)| pattern)
        .collect();
    let mut changed = Vec::new();
    for used in &evidence.patterns {
        let pattern = &used.pattern;
        let frequency = used
            .caused
            .saturating_sub(gone.get(&pattern.id).copied().unwrap_or(0));
        if frequency == 0 && !related.contains(&pattern.id) {
            removed.unused.push(pattern.id.clone());
        } else if frequency != pattern.frequency {
            changed.push(ErrorPattern {
                frequency,
                ..pattern.clone()
            });
        }
    }
    changed
}
