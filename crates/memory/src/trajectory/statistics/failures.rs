use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::retrieval::analyze;
use crate::trajectory::records::{Fragment, FragmentId, FragmentType, Methodology, sum_of};

/// Errors that a failure pattern names, and ways to prevent it.
const NAMED: usize = 3;
/// Fragments that are named as examples of a mistake.
const EXAMPLES: usize = 5;

/// Fragments of one condition and error: how many there are, and how many failed. A store counts them with their
/// `occurrences`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FailureCount {
    /// The type of task.
    pub task_type: String,
    /// The phase.
    pub phase: String,
    /// The error, if one was met.
    pub error_type: Option<String>,
    /// Number of failed fragments.
    pub failed: u32,
    /// Total number of fragments.
    pub total: u32,
}

/// Frequent failure and its remedies (seed 003, `get_failure_patterns`). Made by the consolidation, and kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct FailurePattern {
    /// The condition: a type of task …
    pub task_type: String,
    /// … in a phase.
    pub phase: String,
    /// Fragments that failed there.
    pub failed: u32,
    /// All fragments there.
    pub total: u32,
    /// The errors that went with the failures, the most frequent first.
    pub typical_errors: Vec<String>,
    /// Strategies against these errors in such tasks, and warnings, the surest first.
    pub prevention: Vec<String>,
}

/// The failure patterns, the most failures first, then by condition.
pub fn failure_patterns<'m>(
    counts: &[FailureCount],
    methodologies: impl IntoIterator<Item = &'m Methodology>,
) -> Vec<FailurePattern> {
    let mut conditions: BTreeMap<(&str, &str), Vec<&FailureCount>> = BTreeMap::new();
    for count in counts {
        conditions
            .entry((&count.task_type, &count.phase))
            .or_default()
            .push(count);
    }
    let mut surest: Vec<&Methodology> = methodologies.into_iter().collect();
    surest.sort_by(|a, b| {
        b.confidence
            .total_cmp(&a.confidence)
            .then_with(|| a.id.cmp(&b.id))
    });
    let mut patterns: Vec<FailurePattern> = conditions
        .into_iter()
        .map(|((task_type, phase), counts)| pattern(task_type, phase, counts, &surest))
        .filter(|pattern| pattern.failed > 0)
        .collect();
    patterns.sort_by_key(|pattern| Reverse(pattern.failed));
    patterns
}

fn pattern(
    task_type: &str,
    phase: &str,
    mut counts: Vec<&FailureCount>,
    surest: &[&Methodology],
) -> FailurePattern {
    counts.sort_by_key(|count| (Reverse(count.failed), &count.error_type));
    let errors = counts.iter().filter(|count| count.failed > 0);
    let typical: Vec<&String> = errors
        .filter_map(|count| count.error_type.as_ref())
        .take(NAMED)
        .collect();
    let against = surest.iter().filter(|methodology| {
        let about = methodology
            .error_type
            .as_ref()
            .is_some_and(|error| typical.contains(&error));
        about && methodology.task_type == task_type
    });
    FailurePattern {
        task_type: task_type.to_owned(),
        phase: phase.to_owned(),
        failed: sum_of(counts.iter().map(|count| count.failed)),
        total: sum_of(counts.iter().map(|count| count.total)),
        prevention: against
            .take(NAMED)
            .map(|known| known.strategy.clone())
            .collect(),
        typical_errors: typical.into_iter().cloned().collect(),
    }
}

/// Query for failures in a situation (seed 003, `get_common_mistakes`).
///
/// The answer has failed fragments of trajectories whose summary shares a term, the most shared terms first, then the
/// later, then by id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MistakeQuery {
    /// Terms of the situation.
    pub terms: Vec<String>,
    /// At most so many fragments.
    pub k: usize,
}

impl MistakeQuery {
    /// Creates the query for a situation described in words.
    #[must_use]
    pub fn new(situation: &str, k: usize) -> Self {
        let mut terms = analyze(situation);
        terms.sort_unstable();
        terms.dedup();
        Self { terms, k }
    }
}

/// Something that was done wrong again and again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct MistakePattern {
    /// The error, if one was met.
    pub error_type: Option<String>,
    /// A vain attempt, or a loop.
    pub fragment_type: FragmentType,
    /// Description of the latest failure.
    pub description: String,
    /// Number of failures.
    pub count: u32,
    /// The latest of them, at most five.
    pub examples: Vec<FragmentId>,
}

/// The mistakes among failed fragments, the most frequent first; at most `k`.
#[must_use]
pub fn common_mistakes(failed: &[Fragment], k: usize) -> Vec<MistakePattern> {
    let mut kinds: BTreeMap<(Option<&String>, FragmentType), Vec<&Fragment>> = BTreeMap::new();
    for fragment in failed.iter().filter(|fragment| fragment.is_failed()) {
        kinds
            .entry((fragment.error_type.as_ref(), fragment.fragment_type))
            .or_default()
            .push(fragment);
    }
    let mut mistakes: Vec<MistakePattern> = kinds
        .into_iter()
        .filter_map(|((error_type, fragment_type), mut cases)| {
            cases.sort_by_key(|fragment| (Reverse(fragment.ended_at), &fragment.id));
            Some(MistakePattern {
                error_type: error_type.cloned(),
                fragment_type,
                description: cases.first()?.description.clone(),
                count: sum_of(cases.iter().map(|fragment| fragment.occurrences)),
                examples: cases
                    .iter()
                    .take(EXAMPLES)
                    .map(|fragment| fragment.id.clone())
                    .collect(),
            })
        })
        .collect();
    mistakes.sort_by_key(|mistake| Reverse(mistake.count));
    mistakes.truncate(k);
    mistakes
}
