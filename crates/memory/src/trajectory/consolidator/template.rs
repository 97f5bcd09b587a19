use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::abstraction::{Abstraction, AbstractionRequest, Case};
use crate::task::Trust;
use crate::text::Language;
use crate::trajectory::records::{Action, MethodologyKind, sum_of};
use crate::trajectory::signature::shown;

/// Ways that are named.
const WAYS: usize = 3;
/// Actions of a way that are named.
const ACTIONS: usize = 6;
/// Keywords that are named.
const KEYWORDS: usize = 5;

/// A group put into words without a model: what its cases have in common, counted.
#[must_use]
pub fn from_template(request: &AbstractionRequest) -> Abstraction {
    let common = Common::of(request);
    let (situation, strategy) = match request.language {
        Language::English => (
            english_situation(request, &common),
            english_strategy(request, &common),
        ),
        Language::Chinese => (
            chinese_situation(request, &common),
            chinese_strategy(request, &common),
        ),
    };
    Abstraction {
        situation,
        strategy,
        trust: Trust::least(request.cases.iter().map(|case| case.trust)),
    }
}

/// Features that cases share, the most frequent first, then by name.
struct Common {
    keywords: Vec<String>,
    phase: Option<String>,
    /// Sequences of actions by type, how many cases took each, and what one of them was exactly.
    ways: Vec<(String, u32, String)>,
    average_steps: f32,
}

impl Common {
    fn of(request: &AbstractionRequest) -> Self {
        let weighed = || request.cases.iter().map(|case| (case, case.occurrences));
        let keywords = weighed().flat_map(|(case, times)| {
            shown(&case.error_keywords, &[case.description.as_str()])
                .into_iter()
                .map(move |word| (word, times))
        });
        let phases = weighed().filter(|(case, _)| !case.phase.is_empty());
        let mut keywords = tally(keywords);
        keywords.truncate(KEYWORDS);
        let cases = sum_of(weighed().map(|(_, times)| times));
        let steps: f32 = weighed()
            .map(|(case, times)| case.steps as f32 * times as f32)
            .sum();
        Self {
            keywords: keywords.into_iter().map(|(keyword, _)| keyword).collect(),
            phase: tally(phases.map(|(case, times)| (case.phase.clone(), times)))
                .into_iter()
                .next()
                .map(|(phase, _)| phase),
            ways: ways(request),
            average_steps: steps / cases.max(1) as f32,
        }
    }
}

fn tally<K: Ord>(items: impl Iterator<Item = (K, u32)>) -> Vec<(K, u32)> {
    let mut counts = BTreeMap::new();
    for (item, times) in items {
        let count: &mut u32 = counts.entry(item).or_default();
        *count = count.saturating_add(times);
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, times)| Reverse(*times));
    counts
}

fn ways(request: &AbstractionRequest) -> Vec<(String, u32, String)> {
    let mut examples = BTreeMap::new();
    let taken = request.cases.iter().filter_map(|case| {
        let actions = telling_actions(case);
        let way = by_type(actions);
        examples
            .entry(way.clone())
            .or_insert_with(|| in_full(actions));
        (!way.is_empty()).then_some((way, case.occurrences))
    });
    let mut ways = tally(taken);
    ways.truncate(WAYS);
    ways.into_iter()
        .map(|(way, times)| {
            let example = examples.get(&way).cloned().unwrap_or_default();
            (way, times, example)
        })
        .collect()
}

/// Returns the resolution of a case, or all of its actions if it has no resolution.
fn telling_actions(case: &Case) -> &[Action] {
    if case.resolution.is_empty() {
        &case.actions
    } else {
        &case.resolution
    }
}

/// `search → visit`: types in order, neighbours of one type once.
fn by_type(actions: &[Action]) -> String {
    let mut types: Vec<&str> = actions.iter().map(Action::action_type).collect();
    types.dedup();
    types.truncate(ACTIONS);
    types.join(" → ")
}

fn in_full(actions: &[Action]) -> String {
    let mut named: Vec<&str> = actions.iter().map(Action::as_str).collect();
    named.dedup();
    named.truncate(ACTIONS);
    named.join(" → ")
}

fn english_situation(request: &AbstractionRequest, common: &Common) -> String {
    let keywords = if common.keywords.is_empty() {
        String::new()
    } else {
        format!(" ({})", common.keywords.join(", "))
    };
    let met = request
        .error_type
        .as_ref()
        .map(|error| format!(", when {error} occurs{keywords}"));
    let phase = common
        .phase
        .as_ref()
        .map(|phase| format!(", mostly while {phase}"));
    format!(
        "In {} tasks{}{}.",
        request.task_type,
        met.unwrap_or_default(),
        phase.unwrap_or_default()
    )
}

fn english_strategy(request: &AbstractionRequest, common: &Common) -> String {
    let ways: Vec<String> = common
        .ways
        .iter()
        .map(|(way, times, example)| {
            format!("{way} ({times} of the cases shown, such as: {example})")
        })
        .collect();
    let (ways, total, steps) = (ways.join("; "), request.total_cases, common.average_steps);
    match request.kind {
        MethodologyKind::Advice => {
            format!("What worked: {ways}. Seen in {total} cases, of {steps:.1} steps on average.")
        }
        MethodologyKind::Warning => {
            format!(
                "What failed, so do something else: {ways}. Seen in {total} cases, of {steps:.1} steps on average."
            )
        }
    }
}

fn chinese_situation(request: &AbstractionRequest, common: &Common) -> String {
    let keywords = if common.keywords.is_empty() {
        String::new()
    } else {
        format!("（{}）", common.keywords.join("、"))
    };
    let met = request
        .error_type
        .as_ref()
        .map(|error| format!("，遇到 {error} 时{keywords}"));
    let phase = common
        .phase
        .as_ref()
        .map(|phase| format!("，多在 {phase} 阶段"));
    format!(
        "在 {} 任务中{}{}。",
        request.task_type,
        met.unwrap_or_default(),
        phase.unwrap_or_default()
    )
}

fn chinese_strategy(request: &AbstractionRequest, common: &Common) -> String {
    let ways: Vec<String> = common
        .ways
        .iter()
        .map(|(way, times, example)| format!("{way}（所列案例中{times}次，例如：{example}）"))
        .collect();
    let (ways, total, steps) = (ways.join("；"), request.total_cases, common.average_steps);
    match request.kind {
        MethodologyKind::Advice => {
            format!("有效的做法：{ways}。共{total}个案例，平均{steps:.1}步。")
        }
        MethodologyKind::Warning => {
            format!("失败的做法，应换别的办法：{ways}。共{total}个案例，平均{steps:.1}步。")
        }
    }
}
