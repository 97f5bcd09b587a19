//! Corrects, with the whole run known, where errors were overcome.

use std::borrow::Cow;
use std::collections::HashMap;

use super::observer::{CALM_STEPS, ErrorProgress, Observed};
use crate::hierarchy::without_recalled;
use crate::trajectory::records::{RawStep, RawTrajectory};
use crate::trajectory::signature::ErrorSignature;

/// Steps after an error that are looked through for another try of its action.
const AWAITED_STEPS: usize = 32;
/// Different predicaments that another is compared with, the latest.
const PREDICAMENTS: usize = 16;

/// Corrects the progress of a run that ended. While it is under way, success of the same tool is taken for the end of an
/// error; an agent with one tool, such as a shell, would get over each error by that.
///
/// An error that comes back to the same type of action (seed 003, `is_same_predicament`) before its action succeeds was not
/// overcome. One whose action is tried again on the same input was overcome there, or before if that try meets an error for
/// the first time. A good end overcomes what is still tried; a bad one does not, unless three steps in a row met no error.
pub(super) fn correct_overcome(run: &RawTrajectory, observed: &mut [Observed]) {
    let fates = fates(&run.steps, observed);
    let mut met = None;
    for step in 0..observed.len() {
        let Some(progress) = observed.get(step).map(|seen| seen.progress) else {
            break;
        };
        let open = met.map(|met| Open {
            met,
            step,
            fates: &fates,
        });
        match (progress, open) {
            (ErrorProgress::Opened, Some(open)) => open.meets_another(observed),
            (ErrorProgress::Overcome, Some(open)) => open.correct(observed, run.success),
            _ => {}
        }
        if matches!(progress, ErrorProgress::Opened | ErrorProgress::Again) {
            met = Some(step);
        }
    }
    if let Some(end) = observed.last_mut()
        && run.success
        && end.progress == ErrorProgress::Trying
    {
        end.progress = ErrorProgress::Overcome;
    }
}

/// The later steps that decide about a step's error.
#[derive(Clone, Copy, Default)]
struct Fate {
    /// The next step in the same predicament.
    returns: Option<usize>,
    /// The next step that does the same on the same input.
    retried: Option<usize>,
    /// True if an earlier step was in this predicament.
    is_known: bool,
}

fn fates(steps: &[RawStep], observed: &[Observed]) -> Vec<Fate> {
    let mut fates = vec![Fate::default(); steps.len().min(observed.len())];
    let mut actions: HashMap<(&str, Cow<'_, str>), usize> = HashMap::new();
    let mut predicaments: Vec<(usize, &str, &ErrorSignature)> = Vec::new();
    for (place, (step, seen)) in steps.iter().zip(observed).enumerate() {
        let before = actions.insert(done(step), place);
        if let Some(fate) = before.and_then(|before| fates.get_mut(before)) {
            fate.retried = Some(place);
        }
        let Some(error) = &seen.error else {
            continue;
        };
        let action = seen.action.action_type();
        let is_same = |(_, other, met): &(usize, &str, &ErrorSignature)| {
            *other == action && met.is_same(error)
        };
        if let Some(known) = predicaments.iter().rposition(is_same) {
            let (before, ..) = predicaments.remove(known);
            if let Some(fate) = fates.get_mut(before) {
                fate.returns = Some(place);
            }
            if let Some(fate) = fates.get_mut(place) {
                fate.is_known = true;
            }
        }
        predicaments.push((place, action, error));
        predicaments.drain(..predicaments.len().saturating_sub(PREDICAMENTS));
    }
    fates
}

/// An action as it is compared: memories that were recalled are others each time.
fn done(step: &RawStep) -> (&str, Cow<'_, str>) {
    let input = match without_recalled(step.input.trim()) {
        Cow::Borrowed(input) => Cow::Borrowed(input.trim()),
        Cow::Owned(input) => Cow::Owned(input.trim().to_owned()),
    };
    (step.action.trim(), input)
}

/// An error that was met last at `met`, and seems to end at `step`.
struct Open<'f> {
    met: usize,
    step: usize,
    fates: &'f [Fate],
}

impl Open<'_> {
    fn fate(&self, step: usize) -> Fate {
        self.fates.get(step).copied().unwrap_or_default()
    }

    /// Another error is met: the open one is gone if its action meets the other for the first time.
    fn meets_another(&self, observed: &mut [Observed]) {
        let fate = self.fate(self.met);
        let is_gone = fate.retried == Some(self.step)
            && fate.returns.is_none()
            && !self.fate(self.step).is_known;
        if is_gone
            && self.step - self.met <= AWAITED_STEPS
            && let Some(tried) = observed.get_mut(self.step - 1)
            && tried.progress == ErrorProgress::Trying
        {
            tried.progress = ErrorProgress::Overcome;
        }
    }

    fn correct(&self, observed: &mut [Observed], success: bool) {
        let fate = self.fate(self.met);
        let fails = |step: usize| observed.get(step).is_some_and(|seen| seen.error.is_some());
        let succeeds_before = |end: usize| {
            fate.retried
                .is_some_and(|retried| retried < end && !fails(retried))
        };
        match (fate.returns, fate.retried) {
            (Some(next), _) if !succeeds_before(next) => self.until_return(observed, next),
            (_, Some(next)) if next <= self.step || next - self.met > AWAITED_STEPS => {}
            (_, Some(next)) if self.fate(next).is_known || !self.is_calm_until(observed, next) => {
                self.stays(observed, self.step + 1);
            }
            (_, Some(next)) => {
                let end = if fails(next) { next - 1 } else { next };
                self.stays(observed, end);
                if let Some(overcame) = observed.get_mut(end) {
                    overcame.progress = ErrorProgress::Overcome;
                }
            }
            (_, None) if !success && !self.is_left_behind(observed) => {
                self.stays(observed, self.step + 1)
            }
            (_, None) => {}
        }
    }

    /// The error comes back at `next`: as the same if that is soon, else as another.
    fn until_return(&self, observed: &mut [Observed], next: usize) {
        let is_soon = next - self.met <= CALM_STEPS as usize;
        if !is_soon || !self.is_calm_until(observed, next) {
            self.stays(observed, self.step + 1);
            return;
        }
        self.stays(observed, next);
        if let Some(returned) = observed.get_mut(next) {
            returned.progress = ErrorProgress::Again;
        }
    }

    /// Returns true if three steps in a row met no error afterwards.
    fn is_left_behind(&self, observed: &[Observed]) -> bool {
        let after = observed.get(self.met..).unwrap_or_default();
        let mut in_a_row = after.split(|seen| seen.error.is_some());
        in_a_row.any(|calm| calm.len() >= CALM_STEPS as usize)
    }

    fn is_calm_until(&self, observed: &[Observed], end: usize) -> bool {
        let between = observed.get(self.step..end).unwrap_or_default();
        between.iter().all(|seen| seen.error.is_none())
    }

    fn stays(&self, observed: &mut [Observed], end: usize) {
        let between = observed.get_mut(self.step..end).unwrap_or_default();
        for seen in between {
            seen.progress = ErrorProgress::Trying;
        }
    }
}
