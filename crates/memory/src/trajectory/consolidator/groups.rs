use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::abstraction::{Abstraction, AbstractionRequest, Case};
use super::evidence::Evidence;
use crate::text::{Language, language};
use crate::trajectory::records::{
    Fragment, Methodology, MethodologyId, MethodologyKind, Outcome, sum_of,
};
use crate::trajectory::{MethodologyFormat, TrajectorySettings};

/// Returns an abstraction request for each group of kind, error type and task type, in the order of the methodologies'
/// ids. Empty if methodologies are switched off.
#[must_use]
pub fn plan(evidence: &Evidence, settings: &TrajectorySettings) -> Vec<AbstractionRequest> {
    if settings.methodology_format == MethodologyFormat::Off {
        return Vec::new();
    }
    let mut groups: BTreeMap<MethodologyId, Vec<&Fragment>> = BTreeMap::new();
    for fragment in evidence
        .fragments
        .iter()
        .filter(|fragment| fragment.abstracted_into.is_none() && !evidence.is_lost(fragment))
    {
        if let Some(kind) = taught_by(fragment) {
            let id = MethodologyId::of(kind, fragment.error_type.as_deref(), &fragment.task_type);
            groups.entry(id).or_default().push(fragment);
        }
    }
    groups
        .into_iter()
        .filter_map(|(id, group)| request(id, group, evidence, settings))
        .collect()
}

/// Returns the kind of methodology that a fragment supports: advice, a warning, or `None`.
pub(super) fn taught_by(fragment: &Fragment) -> Option<MethodologyKind> {
    match fragment.outcome {
        Outcome::Recovered | Outcome::Succeeded => Some(MethodologyKind::Advice),
        Outcome::Failed => Some(MethodologyKind::Warning),
        Outcome::Continued => None,
    }
}

fn request(
    id: MethodologyId,
    mut group: Vec<&Fragment>,
    evidence: &Evidence,
    settings: &TrajectorySettings,
) -> Option<AbstractionRequest> {
    let existing = evidence
        .methodologies
        .iter()
        .find(|methodology| methodology.id == id);
    let new = sum_of(group.iter().map(|fragment| fragment.occurrences));
    let total_cases = new.saturating_add(existing.map_or(0, |known| known.source_count));
    if total_cases < settings.min_cases {
        return None;
    }
    let first = group.first()?;
    let (kind, error_type, task_type) = (
        taught_by(first)?,
        first.error_type.clone(),
        first.task_type.clone(),
    );
    newest_first(&mut group);
    let sources = group.iter().map(|fragment| fragment.id.clone()).collect();
    let of_it = |fragment: &&Fragment| fragment.abstracted_into.as_ref() == Some(&id);
    let mut earlier: Vec<&Fragment> = evidence.fragments.iter().filter(of_it).collect();
    newest_first(&mut earlier);
    let shown = group
        .into_iter()
        .chain(earlier)
        .take(AbstractionRequest::CASES);
    let cases: Vec<Case> = shown.map(Case::from).collect();
    Some(AbstractionRequest {
        methodology: id,
        kind,
        error_type,
        task_type,
        language: settings.language.unwrap_or_else(|| spoken(&cases)),
        cases,
        sources,
        total_cases,
        existing: existing.map(words_of),
    })
}

fn newest_first(fragments: &mut [&Fragment]) {
    fragments.sort_by_key(|fragment| (Reverse(fragment.ended_at), &fragment.id));
}

fn words_of(methodology: &Methodology) -> Abstraction {
    Abstraction {
        situation: methodology.situation.clone(),
        strategy: methodology.strategy.clone(),
        trust: methodology.trust,
    }
}

/// The language of most cases; English where as many are in either.
fn spoken(cases: &[Case]) -> Language {
    let chinese = cases
        .iter()
        .filter(|case| language(&case.description) == Language::Chinese);
    if chinese.count() * 2 > cases.len() {
        Language::Chinese
    } else {
        Language::English
    }
}
