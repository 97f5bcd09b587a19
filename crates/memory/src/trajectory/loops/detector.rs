use serde::{Deserialize, Serialize};

use super::signature::LoopSignature;
use crate::trajectory::TrajectorySettings;
use crate::trajectory::records::State;

/// Repetitions that are counted; more are as many.
const COUNTED_REPEATS: usize = 1_000;

/// A loop, and where it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct LoopInfo {
    /// Index of the first step of the loop among the states or signatures, from 0.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub first: usize,
    /// Its last state.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub last: usize,
    /// Number of times that the cycle ran.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub repeats: usize,
    /// One time round, as it was the last time; more than one step for `A B A B A B`. The keywords are those
    /// that the times had in common.
    pub cycle: Vec<LoopSignature>,
}

impl LoopInfo {
    /// The first step of the cycle that meets an error.
    #[must_use]
    pub fn predicament(&self) -> Option<&LoopSignature> {
        self.cycle.iter().find(|step| step.error_category.is_some())
    }
}

/// Finds loops (seed 003).
///
/// A loop is a cycle of one to [`TrajectorySettings::loop_period`] steps, gone through
/// [`TrajectorySettings::loop_repeats`] times in a row. Every error of it is the same predicament each time: any two of so
/// many times share a keyword. A step of it that meets no error is the same action each time. At least one step meets an
/// error. An action that meets the error now and succeeds the next time is no loop.
#[derive(Debug, Clone, Copy)]
pub struct LoopDetector {
    repeats: usize,
    period: usize,
    keywords: usize,
}

impl LoopDetector {
    /// A detector with these settings.
    #[must_use]
    pub fn new(settings: &TrajectorySettings) -> Self {
        Self {
            repeats: settings.loop_repeats.max(2) as usize,
            period: settings.loop_period.max(1) as usize,
            keywords: settings.error_keywords as usize,
        }
    }

    /// The loop that the last of these states is in, the oldest state first; `None` if it is in none. Looks at no
    /// more of the history than the loop itself.
    #[must_use]
    pub fn detect(&self, history: &[State]) -> Option<LoopInfo> {
        let most = self.period * COUNTED_REPEATS;
        let skipped = history.len().saturating_sub(most);
        let recent = history.get(skipped..)?;
        // The shortest history that can hold a loop decides in most steps that there is none.
        let short = recent.len().saturating_sub(self.period * self.repeats);
        let signature = |state: &State| LoopSignature::of(state, self.keywords);
        let tail: Vec<LoopSignature> = recent.get(short..)?.iter().map(signature).collect();
        self.at_end(&tail, self.repeats)?;
        let all: Vec<LoopSignature> = recent.iter().map(signature).collect();
        let mut found = self.at_end(&all, COUNTED_REPEATS)?;
        found.first += skipped;
        found.last += skipped;
        Some(found)
    }

    /// All loops of a run, in order; one may begin where another of a longer cycle ends. Their cycles are those of the
    /// last times round. Linear in the number of signatures.
    #[must_use]
    pub fn find(&self, signatures: &[LoopSignature]) -> Vec<LoopInfo> {
        let mut loops: Vec<LoopInfo> = Vec::new();
        for end in 1..=signatures.len() {
            let window = self.period * self.repeats;
            let start = end.saturating_sub(window);
            let tail = signatures.get(start..end).unwrap_or_default();
            let Some(mut found) = self.at_end(tail, self.repeats) else {
                continue;
            };
            found.first += start;
            found.last += start;
            match loops.last_mut() {
                Some(open) if found.first <= open.last && found.cycle.len() == open.cycle.len() => {
                    open.last = found.last;
                    open.repeats = (open.last + 1 - open.first) / found.cycle.len().max(1);
                    open.cycle = found.cycle;
                }
                _ => loops.push(found),
            }
        }
        loops
    }

    /// The shortest cycle that the signatures end with.
    fn at_end(&self, signatures: &[LoopSignature], counted: usize) -> Option<LoopInfo> {
        (1..=self.period).find_map(|period| self.cycle(signatures, period, counted))
    }

    fn cycle(
        &self,
        signatures: &[LoopSignature],
        period: usize,
        counted: usize,
    ) -> Option<LoopInfo> {
        let end = signatures.len();
        let last = signatures.get(end.checked_sub(period)?..)?;
        if !is_predicament(last) {
            return None;
        }
        let time = |number: usize| {
            let start = end.checked_sub((number + 1) * period)?;
            signatures.get(start..start + period)
        };
        let mut cycle = last.to_vec();
        let mut repeats = 1;
        while let Some(before) = time(repeats).filter(|_| repeats < counted) {
            // Each with each: what lies between two that differ makes them no more alike.
            let nearest = repeats.saturating_sub(self.repeats - 1)..repeats;
            if !nearest
                .filter_map(time)
                .all(|after| repeats_it(before, after))
            {
                break;
            }
            keep_shared(&mut cycle, before);
            repeats += 1;
        }
        (repeats >= self.repeats).then(|| LoopInfo {
            first: end - repeats * period,
            last: end - 1,
            repeats,
            cycle,
        })
    }
}

/// Returns true if a cycle meets an error and no failed action succeeds within the cycle.
fn is_predicament(cycle: &[LoopSignature]) -> bool {
    let failing = |step: &&LoopSignature| step.error_category.is_some();
    let succeeds = |action: &str| {
        cycle
            .iter()
            .any(|step| step.error_category.is_none() && step.action_type == action)
    };
    cycle.iter().any(|step| failing(&step))
        && !cycle
            .iter()
            .filter(failing)
            .any(|step| succeeds(&step.action_type))
}

/// Returns true if `after` repeats the cycle `before`.
fn repeats_it(before: &[LoopSignature], after: &[LoopSignature]) -> bool {
    before.iter().zip(after).all(|(earlier, step)| {
        let is_calm = step.error_category.is_none() && step.is_alike(earlier);
        is_calm || step.is_same_predicament(earlier)
    })
}

/// Leaves the cycle the keywords that this time has too, unless it would have none.
fn keep_shared(cycle: &mut [LoopSignature], before: &[LoopSignature]) {
    for (step, earlier) in cycle.iter_mut().zip(before) {
        let is_shared = |word: &String| earlier.error_keywords.contains(word);
        if step.error_keywords.iter().any(is_shared) {
            step.error_keywords.retain(is_shared);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(action: &str, error: &str, keywords: &[&str]) -> State {
        State {
            action_type: action.to_owned(),
            error_category: (!error.is_empty()).then(|| error.to_owned()),
            error_keywords: keywords.iter().map(|word| (*word).to_owned()).collect(),
            ..State::default()
        }
    }

    fn detect(history: &[State]) -> Option<LoopInfo> {
        LoopDetector::new(&TrajectorySettings::default()).detect(history)
    }

    #[test]
    fn cg_06_the_third_time_is_a_loop_and_the_second_is_not() {
        let stuck = |keywords: &[&str]| state("test", "ImportError", keywords);
        let history = [
            stuck(&["numpy", "a"]),
            stuck(&["numpy", "b"]),
            stuck(&["c", "numpy"]),
        ];
        assert_eq!(detect(&history[..2]), None);
        let found = detect(&history).unwrap();
        assert_eq!((found.first, found.last, found.repeats), (0, 2, 3));
        assert_eq!(found.predicament().unwrap().error_keywords, ["numpy"]);
        let by_twos = [stuck(&["a", "b"]), stuck(&["b", "c"]), stuck(&["c", "a"])];
        assert_eq!(detect(&by_twos).unwrap().repeats, 3, "each two share one");
    }

    #[test]
    fn cg_06_repeated_actions_with_other_errors_are_no_loop() {
        let action = |error, keyword| state("test", error, &[keyword]);
        let types = [action("A", "x"), action("B", "x"), action("C", "x")];
        let words = [action("A", "x"), action("A", "y"), action("A", "z")];
        let chain = [
            state("test", "A", &["x", "y"]),
            state("test", "A", &["y", "z"]),
            state("test", "A", &["z", "w"]),
        ];
        let calm = [
            state("view", "", &[]),
            state("view", "", &[]),
            state("view", "", &[]),
        ];
        let flaky: Vec<_> = (0..9)
            .map(|n| {
                if n % 2 == 0 {
                    action("A", "x")
                } else {
                    state("test", "", &[])
                }
            })
            .collect();
        for history in [&types[..], &words, &chain, &calm, &flaky] {
            assert_eq!(detect(history), None, "{history:?}");
        }
    }

    #[test]
    fn cg_06_an_error_that_names_nothing_makes_no_two_alike() {
        let naming = |name: &str| State {
            error_names: Vec::from_iter((!name.is_empty()).then(|| name.to_owned())),
            ..state("test", "A", &["x"])
        };
        let looped = |names: [&str; 3]| detect(&names.map(naming)).is_some();
        for [one, two, three] in [["a", "b", ""], ["a", "a", ""]] {
            let orders = [
                [one, two, three],
                [one, three, two],
                [two, one, three],
                [two, three, one],
                [three, one, two],
                [three, two, one],
            ];
            for order in orders {
                assert_eq!(looped(order), one == two, "{order:?}");
            }
        }
    }

    #[test]
    fn cg_06_cycles_of_several_steps_are_loops() {
        let (a, b) = (state("test", "A", &["x"]), state("build", "B", &["y"]));
        let view = state("view", "", &[]);
        let both = [a.clone(), b.clone(), a.clone(), b.clone(), a.clone(), b];
        let found = detect(&both).unwrap();
        assert_eq!((found.cycle.len(), found.repeats), (2, 3));
        let calm = [
            view.clone(),
            a.clone(),
            view.clone(),
            a.clone(),
            view.clone(),
            a.clone(),
        ];
        assert_eq!(detect(&calm).unwrap().cycle.len(), 2);
        let gone = [a.clone(), view.clone(), a, view];
        assert_eq!(detect(&gone), None);
    }

    #[test]
    fn cg_06_a_loop_among_other_steps_is_found_once() {
        let mut signatures = vec![LoopSignature::from(&state("view", "", &[]))];
        signatures.extend((0..5).map(|_| LoopSignature::from(&state("test", "A", &["x"]))));
        signatures.push(LoopSignature::from(&state("view", "", &[])));
        let found = LoopDetector::new(&TrajectorySettings::default()).find(&signatures);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].first, found[0].last, found[0].repeats), (1, 5, 5));
    }
}
