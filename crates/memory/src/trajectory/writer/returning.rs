//! Errors that seemed to be overcome, and were not.

use std::collections::HashMap;

use super::observer::{CALM_STEPS, ErrorProgress, Observed};
use crate::trajectory::records::{RawStep, RawTrajectory};

/// Takes back that an error was overcome by anything but the action that met it, on the same input: if that meets the same
/// error the next time, or if the run fails before three steps have passed without one. While a run is under way nobody can
/// know; an agent with one tool for everything, such as a shell, would seem to get over each error by whatever it does next.
pub(super) fn take_back(run: &RawTrajectory, observed: &mut [Observed]) {
    let next = next_alike(&run.steps);
    let mut met = None;
    for step in 0..observed.len() {
        let Some(seen) = observed.get(step) else {
            continue;
        };
        if seen.error.is_some() {
            met = Some(step);
        }
        let Some(met) = met.filter(|_| seen.progress == ErrorProgress::Overcome) else {
            continue;
        };
        let next = next.get(met).copied().flatten();
        match next {
            Some(next) if next <= step => {}
            Some(next) if is_same_error(observed.get(met), observed.get(next)) => {
                stays_open(observed, step, next, next - met <= CALM_STEPS as usize);
            }
            None if !run.success && observed.len() - met <= CALM_STEPS as usize => {
                stays_open(observed, step, step, false);
            }
            _ => {}
        }
    }
}

/// The error that `step` seemed to overcome is still open there; where it comes back `soon`, up to its return in `next`.
fn stays_open(observed: &mut [Observed], step: usize, next: usize, soon: bool) {
    let until = if soon { next } else { step + 1 };
    let between = observed.get_mut(step..until).unwrap_or_default();
    let mut is_calm = true;
    for seen in between {
        is_calm &= seen.error.is_none();
        if is_calm {
            seen.progress = ErrorProgress::Trying;
        }
    }
    let returned = observed.get_mut(next).filter(|_| soon && is_calm);
    if let Some(returned) = returned {
        returned.progress = ErrorProgress::Again;
    }
}

/// The next step that does the same to the same, for each.
fn next_alike(steps: &[RawStep]) -> Vec<Option<usize>> {
    let mut coming: HashMap<(&str, &str), usize> = HashMap::new();
    let mut next: Vec<Option<usize>> = steps
        .iter()
        .enumerate()
        .rev()
        .map(|(place, step)| coming.insert((&step.action, &step.input), place))
        .collect();
    next.reverse();
    next
}

fn is_same_error(one: Option<&Observed>, other: Option<&Observed>) -> bool {
    let told = |seen: Option<&Observed>| {
        let error = seen?.error.clone()?;
        Some((error.error_type, error.keywords))
    };
    one.is_some() && told(one) == told(other)
}
