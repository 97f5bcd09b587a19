//! Errors that seemed to be overcome, and were not, or not yet.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use super::observer::{CALM_STEPS, ErrorProgress, Observed};
use crate::hierarchy::without_recalled;
use crate::trajectory::recognition::{ErrorSign, Marks};
use crate::trajectory::records::{RawStep, RawTrajectory};

/// Steps after an error that are looked through for the action that met it, to see what it took to succeed.
const AWAITED_STEPS: usize = 32;

/// Actions that met an error of which the fate is looked at, the latest.
const MOST_MET: usize = 64;

/// Different errors of one action that another is compared with, the latest; what is the same word for word is known at once.
const MOST_ERRORS: usize = 8;

/// Corrects, with the whole run known, where errors were overcome. While it is under way, success of whatever the same tool
/// does next is taken for it; an agent with one tool for everything, such as a shell, would get over each error by that.
///
/// If the action that met the error, on the same input, meets it again before it succeeds, the error was not overcome. If it
/// does not the next time, the error was open until then, or was not overcome where another lies between, or where the two
/// come by turns. If it is not tried again, the error was not overcome in a run that failed before three steps in a row
/// without one. What is still being tried when a run ends well was overcome, as is what was tried until the action met
/// another error for the first time.
pub(super) fn correct_overcome(run: &RawTrajectory, observed: &mut [Observed]) {
    let mut correction = Correction {
        fates: fates(&run.steps, observed),
        met: Vec::new(),
        success: run.success,
    };
    for step in 0..observed.len() {
        match observed.get(step).map(|seen| seen.progress) {
            Some(ErrorProgress::Opened) => correction.meet_another(step, observed),
            Some(ErrorProgress::Again) => correction.met.push(step),
            Some(ErrorProgress::Overcome) => correction.correct(step, observed),
            Some(ErrorProgress::Calm | ErrorProgress::Trying) | None => {}
        }
    }
    if let Some(end) = observed.last_mut()
        && run.success
        && end.progress == ErrorProgress::Trying
    {
        end.progress = ErrorProgress::Overcome;
    }
}

struct Correction {
    fates: Vec<Fate>,
    /// Steps that met the error that is open, or was last.
    met: Vec<usize>,
    /// Whether the run ended well.
    success: bool,
}

impl Correction {
    fn fate(&self, step: usize) -> Fate {
        self.fates.get(step).copied().unwrap_or_default()
    }

    /// Another error is met while one may be open: that one is gone if the action that met it meets the other, for the first time.
    fn meet_another(&mut self, step: usize, observed: &mut [Observed]) {
        let met = std::mem::replace(&mut self.met, vec![step]);
        let of_met = || met.iter().map(|it| self.fate(*it));
        let is_retried = of_met().any(|fate| fate.next == Some(step));
        let returns = of_met().any(|fate| fate.returns >= Some(step));
        if let Some(last) = met.last().copied()
            && is_retried
            && !returns
            && !self.fate(step).is_known
        {
            Open { last, step }.until_other(observed);
        }
    }

    /// Whether the error that seems to be overcome by a step was, and by what.
    fn correct(&mut self, step: usize, observed: &mut [Observed]) {
        let met = std::mem::take(&mut self.met);
        let last = met.last().copied().unwrap_or(step);
        let is_open = |it: &usize| self.fate(*it).event().is_some_and(|event| event >= step);
        let mut met: Vec<usize> = met.into_iter().filter(is_open).collect();
        met.drain(..met.len().saturating_sub(MOST_MET));
        let returns = met.iter().filter_map(|it| self.fate(*it).returns).min();
        let tried = met.iter().filter_map(|it| self.fate(*it).next).min();
        let open = Open { last, step };
        match (returns, tried) {
            (Some(next), _) => open.until_return(observed, next),
            (None, Some(next)) if next == step => {}
            (None, Some(next)) if self.fate(next).is_known => open.stays(observed, step + 1),
            (None, Some(next)) => open.until_tried(observed, next),
            (None, None) if !self.success => open.until_failure(observed),
            (None, None) => {}
        }
        met.push(last);
        self.met = met;
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
    let compared = compared(steps, observed);
    let mut fates = vec![Fate::default(); compared.len()];
    // Of each action, when it comes next, and when each of its errors does.
    let mut coming: HashMap<usize, (Option<usize>, BTreeMap<usize, usize>)> = HashMap::new();
    let steps = compared.iter().zip(&mut fates).enumerate();
    for (place, (step, fate)) in steps.rev() {
        let (next, errors) = coming.entry(step.action).or_default();
        fate.next = next.replace(place);
        if let Some(error) = step.error {
            fate.returns = errors.insert(error, place);
            fate.is_known = error != place;
        } else {
            errors.clear();
        }
    }
    fates
}

/// A step as others are compared with it, by where the same was first.
struct Compared {
    /// The same action on the same input.
    action: usize,
    /// The same error, met by it.
    error: Option<usize>,
}

fn compared(steps: &[RawStep], observed: &[Observed]) -> Vec<Compared> {
    let mut actions: HashMap<(&str, Cow<'_, str>), usize> = HashMap::new();
    let mut met: HashMap<usize, Met<'_>> = HashMap::new();
    let steps = steps.iter().zip(observed).enumerate();
    let step = steps.map(|(place, (step, seen))| {
        let action = *actions.entry(done(step)).or_insert(place);
        let error = seen.error.as_ref();
        let error = error.map(|error| met.entry(action).or_default().first(error, place));
        Compared { action, error }
    });
    step.collect()
}

/// The errors that an action met, each with where it was first.
#[derive(Default)]
struct Met<'o> {
    known: HashMap<(&'o str, Marks<'o>), usize>,
    latest: Vec<(usize, &'o ErrorSign)>,
}

impl<'o> Met<'o> {
    /// Where an error was first met. As it was last, it is what others are compared with.
    fn first(&mut self, error: &'o ErrorSign, place: usize) -> usize {
        let marks = (error.error_type.as_str(), error.marks());
        let known = self.known.get(&marks).copied();
        let first = known.or_else(|| {
            let same = self.latest.iter().rfind(|(_, met)| met.is_same(error))?;
            Some(same.0)
        });
        let first = first.unwrap_or(place);
        self.known.insert(marks, first);
        self.latest.retain(|(met, _)| *met != first);
        self.latest.push((first, error));
        self.latest
            .drain(..self.latest.len().saturating_sub(MOST_ERRORS));
        first
    }
}

/// What makes two actions the same: what was recalled is another each time.
fn done(step: &RawStep) -> (&str, Cow<'_, str>) {
    let input = match without_recalled(step.input.trim()) {
        Cow::Borrowed(input) => Cow::Borrowed(input.trim()),
        Cow::Owned(input) => Cow::Owned(input.trim().to_owned()),
    };
    (step.action.trim(), input)
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

    /// The action that met it meets another, for the first time, while it is still tried to get over it.
    fn until_other(&self, observed: &mut [Observed]) {
        if self.step - self.last <= AWAITED_STEPS
            && let Some(tried) = observed.get_mut(self.step - 1)
            && tried.progress == ErrorProgress::Trying
        {
            tried.progress = ErrorProgress::Overcome;
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
