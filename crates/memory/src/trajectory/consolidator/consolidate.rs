use std::collections::BTreeMap;

use super::abstraction::Answer;
use super::changes::{Consolidation, Merged, Removed};
use super::cleanup::Going;
use super::evidence::Evidence;
use super::methodologies::Methodologies;
use super::{cleanup, fragments};
use crate::trajectory::TrajectorySettings;
use crate::trajectory::records::{FragmentId, Methodology};
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
    let going = Going::of(evidence, &methodologies, settings);
    let merged = fragments::merge(evidence, &methodologies, &going, settings);
    let weak = cleanup::remove_weak(&mut methodologies, settings);
    let (patterns, unused) = cleanup::patterns(evidence, &methodologies, &going);
    let failures = cleanup::failures(evidence, &going);
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
        failure_patterns: failure_patterns(&failures, methodologies.all.values()),
        methodologies: changed(methodologies.all, &evidence.methodologies, |row| {
            row.id.clone()
        }),
        resolved_by: changed(methodologies.relations, &evidence.resolved_by, |row| {
            (row.pattern.clone(), row.methodology.clone())
        }),
        abstracted: methodologies.abstracted.into_iter().collect(),
        merged_methodologies: methodologies.merged,
        merged_fragments: merged.merged,
        fragments: kept.into_values().collect(),
        patterns,
        removed: Removed {
            weak,
            expired: going.expired.into_keys().cloned().collect(),
            lost: going.lost.into_keys().cloned().collect(),
            unused,
        },
        consolidated_at: now,
        more: evidence.more,
    }
}

/// A source that was merged into another is that other.
fn rename_sources(methodology: &mut Methodology, merged: &[Merged<FragmentId>]) {
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

/// The rows that are not what they were before.
fn changed<Row: PartialEq, Key: Ord>(
    rows: BTreeMap<Key, Row>,
    before: &[Row],
    key: impl Fn(&Row) -> Key,
) -> Vec<Row> {
    let before: BTreeMap<Key, &Row> = before.iter().map(|row| (key(row), row)).collect();
    let is_new = |(key, row): &(Key, Row)| before.get(key).is_none_or(|known| *known != row);
    rows.into_iter()
        .filter(is_new)
        .map(|(_, row)| row)
        .collect()
}
