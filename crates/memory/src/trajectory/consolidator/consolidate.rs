use super::abstraction::Answer;
use super::changes::{Consolidation, Removed};
use super::evidence::Evidence;
use super::methodologies::Methodologies;
use super::{cleanup, fragments};
use crate::trajectory::TrajectorySettings;
use crate::trajectory::records::Methodology;
use crate::trajectory::statistics::failure_patterns;

/// A consolidation of a fresh look at memory and of answers to what was planned from an earlier one: what was learned
/// in between is left for the next time, what was abstracted in between is not counted again.
///
/// First methodologies are made or revised. Those that say the same become one, then fragments that show the same.
/// Confidence, success rates and frequencies are counted again. At last weak methodologies, expired failures, lost
/// fragments and unused patterns go. Done again on the same fragments it changes nothing.
#[must_use]
pub fn consolidate(
    evidence: &Evidence,
    answers: &[Answer],
    now: i64,
    settings: &TrajectorySettings,
) -> Consolidation {
    let mut methodologies = Methodologies::of(evidence);
    for answer in answers {
        methodologies.abstract_from(answer, evidence, now);
    }
    methodologies.merge(settings);
    methodologies.refresh();
    let expired = cleanup::expired(evidence, &methodologies, settings);
    let going = expired.iter().chain(&evidence.lost).cloned().collect();
    let merged = fragments::merge(evidence, &methodologies, &going, settings);
    let lost = evidence
        .lost
        .iter()
        .filter(|id| !expired.contains(*id))
        .cloned()
        .collect();
    let mut removed = Removed {
        weak: cleanup::remove_weak(&mut methodologies, settings),
        expired: expired.into_iter().collect(),
        lost,
        unused: Vec::new(),
    };
    let patterns = cleanup::patterns(evidence, &methodologies, &mut removed);
    let mut kept = merged.kept;
    for fragment in kept.values_mut() {
        if let Some(methodology) = methodologies.abstracted.get(&fragment.id) {
            fragment.abstracted_into = Some(methodology.clone());
        } else if let Some(known) = &fragment.abstracted_into {
            let merge = methodologies
                .merged
                .iter()
                .find(|merge| merge.from == *known);
            fragment.abstracted_into = Some(merge.map_or(known, |merge| &merge.into).clone());
        }
    }
    for methodology in methodologies.all.values_mut() {
        rename_sources(methodology, &merged.merged);
    }
    Consolidation {
        basis: evidence.revision,
        failure_patterns: failure_patterns(&evidence.failures, methodologies.all.values()),
        methodologies: changed(methodologies.all.into_values(), &evidence.methodologies),
        resolved_by: changed(methodologies.relations.into_values(), &evidence.resolved_by),
        abstracted: methodologies.abstracted.into_iter().collect(),
        merged_methodologies: methodologies.merged,
        merged_fragments: merged.merged,
        fragments: kept.into_values().collect(),
        patterns,
        removed,
        consolidated_at: now,
        more: evidence.more,
    }
}

/// A source that was merged into another is that other.
fn rename_sources(
    methodology: &mut Methodology,
    merged: &[super::changes::Merged<crate::trajectory::records::FragmentId>],
) {
    let mut sources = Vec::with_capacity(methodology.sources.len());
    for source in &methodology.sources {
        let merge = merged.binary_search_by(|merge| merge.from.cmp(source)).ok();
        let source = merge
            .and_then(|at| merged.get(at))
            .map_or(source, |merge| &merge.into);
        if !sources.contains(source) {
            sources.push(source.clone());
        }
    }
    methodology.sources = sources;
}

/// The rows that are not among those before.
fn changed<Row: PartialEq>(rows: impl Iterator<Item = Row>, before: &[Row]) -> Vec<Row> {
    rows.filter(|row| !before.contains(row)).collect()
}
