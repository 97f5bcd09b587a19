//! Fragments that show the same, merged.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::changes::Merged;
use super::cleanup::Going;
use super::evidence::Evidence;
use super::methodologies::Methodologies;
use crate::trajectory::TrajectorySettings;
use crate::trajectory::records::{
    ErrorPatternId, Fragment, FragmentId, FragmentType, MethodologyId, Outcome,
};
use crate::trajectory::writer::without_steps;

/// The fragments that stay, changed, and those that go.
#[derive(Default)]
pub(super) struct MergedFragments {
    pub kept: BTreeMap<FragmentId, Fragment>,
    pub merged: Vec<Merged<FragmentId>>,
}

/// Key that two fragments must share to be compared. Task type, phase and errors are part of it so that every count
/// stays the same. The methodology is part of it so that each case is counted exactly once.
type Likeness<'e> = (
    FragmentType,
    Outcome,
    (&'e str, &'e str, Option<&'e String>),
    Vec<&'e ErrorPatternId>,
    Option<&'e MethodologyId>,
);

/// Merges fragments that say the same word for word, be it at other steps, or of which the cosine is above the threshold;
/// the richer stays. Those in `going` are left alone.
pub(super) fn merge(
    evidence: &Evidence,
    methodologies: &Methodologies,
    going: &Going<'_>,
    settings: &TrajectorySettings,
) -> MergedFragments {
    let mut errors: BTreeMap<&FragmentId, Vec<&ErrorPatternId>> = BTreeMap::new();
    for caused in &evidence.caused {
        errors
            .entry(&caused.fragment)
            .or_default()
            .push(&caused.pattern);
    }
    errors
        .values_mut()
        .for_each(|patterns| patterns.sort_unstable());
    let mut alike: BTreeMap<Likeness<'_>, Vec<&Fragment>> = BTreeMap::new();
    for fragment in evidence
        .fragments
        .iter()
        .filter(|fragment| !going.contains(&fragment.id))
    {
        let likeness = (
            fragment.fragment_type,
            fragment.outcome,
            (
                fragment.task_type.as_str(),
                fragment.phase.as_str(),
                fragment.error_type.as_ref(),
            ),
            errors.get(&fragment.id).cloned().unwrap_or_default(),
            into(fragment, methodologies),
        );
        alike.entry(likeness).or_default().push(fragment);
    }
    let mut result = MergedFragments::default();
    for group in alike.into_values() {
        merge_group(group, settings.merge_threshold, &mut result);
    }
    result.merged.sort_unstable();
    result
}

/// The methodology that a fragment is part of when the consolidation is done.
fn into<'e>(fragment: &'e Fragment, methodologies: &'e Methodologies) -> Option<&'e MethodologyId> {
    let before = fragment.abstracted_into.as_ref().map(|methodology| {
        let merge = methodologies
            .merged
            .iter()
            .find(|merge| merge.from == *methodology);
        merge.map_or(methodology, |merge| &merge.into)
    });
    methodologies.abstracted.get(&fragment.id).or(before)
}

fn merge_group(mut group: Vec<&Fragment>, threshold: f32, result: &mut MergedFragments) {
    group.sort_by_key(|fragment| {
        let richness = fragment.action_sequence.len() + fragment.resolution.len();
        (
            Reverse((richness, fragment.description.len())),
            &fragment.id,
        )
    });
    let mut kept: Vec<(&Fragment, &str)> = Vec::new();
    for fragment in group {
        let words = without_steps(fragment);
        let same = |(other, others): &&(&Fragment, &str)| {
            let vectors = other.embedding.as_ref().zip(fragment.embedding.as_ref());
            let cosine = vectors.and_then(|(one, other)| one.cosine(other));
            *others == words || cosine.is_some_and(|cosine| cosine > threshold)
        };
        let Some((into, _)) = kept.iter().find(same) else {
            kept.push((fragment, words));
            continue;
        };
        let stays = result
            .kept
            .entry(into.id.clone())
            .or_insert_with(|| Fragment::clone(into));
        stays.occurrences = stays.occurrences.saturating_add(fragment.occurrences);
        stays.ended_at = stays.ended_at.max(fragment.ended_at);
        stays.trust = stays.trust.min(fragment.trust);
        result.merged.push(Merged {
            from: fragment.id.clone(),
            into: into.id.clone(),
        });
    }
}
