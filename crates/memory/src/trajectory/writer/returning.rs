//! Errors that seemed to be overcome, and were not, or not yet.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::observer::{CALM_STEPS, ErrorProgress, Observed};
use crate::trajectory::recognition::ErrorSign;
use crate::trajectory::records::{RawStep, RawTrajectory};

/// Steps after an error that are looked through for the action that met it, to see what it took to succeed.
const AWAITED_STEPS: usize = 32;

/// Actions that met an error of which the fate is looked at, the latest.
const MOST_MET: usize = 64;

/// Corrects, with the whole run known, where errors were overcome. While it is under way, success of whatever the same tool
/// does next is taken for it; an agent with one tool for everything, such as a shell, would get over each error by that.
///
/// If the action that met the error, on the same input, meets it again before it succeeds, the error was not overcome. If it
/// does not the next time, the error was open until then, or was not overcome where another lies between, or where the two
/// come by turns. If it is not tried again, the error was not overcome in a run that failed before three steps in a row
/// without one. What is still being tried when a run ends well was overcome.
pub(super) fn correct_overcome(run: &RawTrajectory, observed: &mut [Observed]) {
    let fates = fates(&run.steps, observed);
    let fate = |step: &usize| fates.get(*step).copied().unwrap_or_default();
    // Steps that met the error that is open, or was last.
    let mut met: Vec<usize> = Vec::new();
    for step in 0..observed.len() {
        let Some(seen) = observed.get(step) else {
            continue;
        };
        match seen.progress {
            ErrorProgress::Opened => met = vec![step],
            ErrorProgress::Again => met.push(step),
            ErrorProgress::Calm | ErrorProgress::Trying => {}
            ErrorProgress::Overcome => {
                let last = met.last().copied().unwrap_or(step);
                met.retain(|it| fate(it).event().is_some_and(|event| event >= step));
                met.drain(..met.len().saturating_sub(MOST_MET));
                let returns = met.iter().filter_map(|it| fate(it).returns).min();
                let tried = met.iter().filter_map(|it| fate(it).next).min();
                let open = Open { last, step };
                match (returns, tried) {
                    (Some(next), _) => open.until_return(observed, next),
                    (None, Some(next)) if next == step => {}
                    (None, Some(next)) if fate(&next).is_known => open.stays(observed, step + 1),
                    (None, Some(next)) => open.until_tried(observed, next),
                    (None, None) if !run.success => open.until_failure(observed),
                    (None, None) => {}
                }
                met.push(last);
            }
        }
    }
    if let Some(end) = observed.last_mut()
        && run.success
        && end.progress == ErrorProgress::Trying
    {
        end.progress = ErrorProgress::Overcome;
    }
}

/// What becomes of an action that met an error, on the same input.
#[derive(Clone, Copy, Default)]
struct Fate {
    /// When it meets the same error again, if it does before it succeeds.
    returns: Option<usize>,
    /// When it is done again.
    next: Option<usize>,
    /// Whether it has met this error before.
    is_known: bool,
}

impl Fate {
    fn event(self) -> Option<usize> {
        self.returns.or(self.next)
    }
}

/// The fate of each step's action.
fn fates(steps: &[RawStep], observed: &[Observed]) -> Vec<Fate> {
    type Coming<'o> = (Option<usize>, BTreeMap<Error<'o>, usize>);
    let mut coming: HashMap<(&str, &str), Coming<'_>> = HashMap::new();
    let mut fates = vec![Fate::default(); observed.len()];
    let seen = steps.iter().zip(observed).zip(&mut fates).enumerate();
    for (place, ((step, seen), fate)) in seen.rev() {
        let (next, errors) = coming.entry(done(step)).or_default();
        fate.next = next.replace(place);
        if let Some(error) = &seen.error {
            fate.returns = errors.insert(of_type(error), place);
        } else {
            errors.clear();
        }
    }
    let mut known = HashSet::new();
    for ((step, seen), fate) in steps.iter().zip(observed).zip(&mut fates) {
        if let Some(error) = &seen.error {
            fate.is_known = !known.insert((done(step), of_type(error)));
        }
    }
    fates
}

/// What makes two actions the same.
fn done(step: &RawStep) -> (&str, &str) {
    (step.action.trim(), step.input.trim())
}

/// What makes two errors the same.
type Error<'o> = (&'o str, &'o [String]);

fn of_type(error: &ErrorSign) -> Error<'_> {
    (&error.error_type, &error.keywords)
}

/// An error that was met at `last` and seemed to be overcome at `step`.
struct Open {
    last: usize,
    step: usize,
}

impl Open {
    /// It comes back at `next`: as the same if that is soon, else as another.
    fn until_return(&self, observed: &mut [Observed], next: usize) {
        let is_soon = next - self.last <= CALM_STEPS as usize;
        if !is_soon || !self.is_calm_until(observed, next) {
            self.stays(observed, self.step + 1);
            return;
        }
        self.stays(observed, next);
        if let Some(returned) = observed.get_mut(next) {
            returned.progress = ErrorProgress::Again;
        }
    }

    /// The action that met it is done again at `next`, and does not meet it: what lies between is what it took.
    fn until_tried(&self, observed: &mut [Observed], next: usize) {
        if !self.is_calm_until(observed, next) {
            self.stays(observed, self.step + 1);
        } else if next - self.last <= AWAITED_STEPS {
            let succeeds = observed.get(next).is_some_and(|seen| seen.error.is_none());
            let end = if succeeds { next } else { next - 1 };
            self.stays(observed, end);
            if let Some(overcame) = observed.get_mut(end) {
                overcame.progress = ErrorProgress::Overcome;
            }
        }
    }

    /// The run failed.
    fn until_failure(&self, observed: &mut [Observed]) {
        let after = observed.get(self.last..).unwrap_or_default();
        let mut in_a_row = after.split(|seen| seen.error.is_some());
        if in_a_row.all(|calm| calm.len() < CALM_STEPS as usize) {
            self.stays(observed, self.step + 1);
        }
    }

    fn is_calm_until(&self, observed: &[Observed], end: usize) -> bool {
        let between = observed.get(self.step..end).unwrap_or_default();
        between.iter().all(|seen| seen.error.is_none())
    }

    /// It is open up to this step.
    fn stays(&self, observed: &mut [Observed], end: usize) {
        let between = observed.get_mut(self.step..end).unwrap_or_default();
        for seen in between {
            seen.progress = ErrorProgress::Trying;
        }
    }
}
