use std::ops::RangeInclusive;

use super::observer::{ErrorProgress, Observed};
use super::phases::FIXING;
use crate::trajectory::TrajectorySettings;
use crate::trajectory::loops::{LoopDetector, LoopInfo, LoopSignature};
use crate::trajectory::records::{FragmentType, Outcome, RawTrajectory};

/// A part of a run: its steps, what it shows, how it ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    /// First step, from 0.
    pub first: usize,
    /// Last step.
    pub last: usize,
    /// Kind of the segment's fragment.
    pub fragment_type: FragmentType,
    /// Outcome of the segment.
    pub outcome: Outcome,
}

impl Segment {
    /// The places of its steps.
    #[must_use]
    pub fn steps(&self) -> RangeInclusive<usize> {
        self.first..=self.last
    }
}

/// Cuts a run into segments that hold each step once, in order (seed 003, `_segment_into_fragments`):
/// - an error opens one, also where another is still open; overcoming it closes it, if only for a while;
/// - a switch of phase opens one, but not while an error is open;
/// - the same action with the same input three times in a row is one of its own;
/// - what the detector takes for a loop is not cut, and its segment is a loop.
///
/// `observed` are the run's steps as [`RunObserver`](super::RunObserver) saw them, corrected. Linear in the steps.
#[must_use]
pub fn segments(
    run: &RawTrajectory,
    observed: &[Observed],
    settings: &TrajectorySettings,
) -> Vec<Segment> {
    let marks = Marks::of(run, observed, settings);
    let mut segments = Vec::new();
    let mut first = 0;
    for (step, seen) in observed.iter().enumerate() {
        if step > first && marks.cuts_before(step, seen, observed) {
            segments.push(marks.segment(run, observed, first, step - 1));
            first = step;
        }
    }
    if first < observed.len() {
        segments.push(marks.segment(run, observed, first, observed.len() - 1));
    }
    segments
}

/// Marks of each step that need the whole run.
struct Marks {
    /// In a loop, and in the same one as the step before.
    in_loop: Vec<bool>,
    joined: Vec<bool>,
    /// The number of the run of equal calm actions that the step is in, where that is long enough.
    repetition: Vec<Option<usize>>,
}

impl Marks {
    fn of(run: &RawTrajectory, observed: &[Observed], settings: &TrajectorySettings) -> Self {
        let signatures: Vec<LoopSignature> = observed.iter().map(Observed::signature).collect();
        let mut in_loop = vec![false; observed.len()];
        let mut joined = in_loop.clone();
        for found in LoopDetector::new(settings).find(&signatures) {
            let first = begin(&found, observed);
            mark(&mut in_loop, first, found.last);
            mark(&mut joined, first + 1, found.last);
        }
        let least = settings.loop_repeats as usize;
        Self {
            in_loop,
            joined,
            repetition: repetitions(run, observed, least),
        }
    }

    fn cuts_before(&self, step: usize, seen: &Observed, observed: &[Observed]) -> bool {
        let joined = self.joined.get(step).copied().unwrap_or_default();
        let before = step.checked_sub(1).and_then(|before| observed.get(before));
        let was_at_error = before.is_some_and(|before| before.progress != ErrorProgress::Calm);
        let repetition = |step: usize| self.repetition.get(step).copied().flatten();
        let other_repetition = step
            .checked_sub(1)
            .is_some_and(|before| repetition(before) != repetition(step));
        let cuts = match seen.progress {
            ErrorProgress::Opened => true,
            ErrorProgress::Calm => {
                was_at_error
                    || other_repetition
                    || (seen.switched_phase && repetition(step).is_none())
            }
            ErrorProgress::Again | ErrorProgress::Trying | ErrorProgress::Overcome => false,
        };
        cuts && !joined
    }

    fn segment(
        &self,
        run: &RawTrajectory,
        observed: &[Observed],
        first: usize,
        last: usize,
    ) -> Segment {
        let inside = observed.get(first..=last).unwrap_or_default();
        let is_last = last + 1 == observed.len();
        let has_error = inside.iter().any(|seen| seen.error.is_some());
        let ending = inside
            .last()
            .map_or(ErrorProgress::Calm, |seen| seen.progress);
        let looped = self
            .in_loop
            .get(first..=last)
            .is_some_and(|steps| steps.contains(&true))
            || self.repetition.get(first).copied().flatten().is_some();
        let overcome = matches!(ending, ErrorProgress::Calm | ErrorProgress::Overcome);
        let decisive = is_last || inside.first().is_some_and(|seen| seen.phase == FIXING);
        let (fragment_type, outcome) = match (has_error, looped) {
            (true, true) if overcome => (FragmentType::Loop, Outcome::Recovered),
            (false, true) if !is_last || run.success => (FragmentType::Loop, Outcome::Continued),
            (_, true) => (FragmentType::Loop, Outcome::Failed),
            (true, false) if overcome => (FragmentType::ErrorRecovery, Outcome::Recovered),
            (true, false) => (FragmentType::FailedAttempt, Outcome::Failed),
            (false, false) if !decisive => (FragmentType::Exploration, Outcome::Continued),
            (false, false) if run.success => (FragmentType::SuccessfulFix, Outcome::Succeeded),
            (false, false) => (FragmentType::FailedAttempt, Outcome::Failed),
        };
        Segment {
            first,
            last,
            fragment_type,
            outcome,
        }
    }
}

/// Returns the first step of a loop. The calm steps of its first round may belong to another error that was met before
/// the loop's own; those steps stay with that error.
fn begin(found: &LoopInfo, observed: &[Observed]) -> usize {
    let is_of_another = |step: &usize| {
        let progress = observed.get(*step).map(|seen| seen.progress);
        matches!(
            progress,
            Some(ErrorProgress::Trying | ErrorProgress::Overcome)
        )
    };
    (found.first..=found.last)
        .find(|step| !is_of_another(step))
        .unwrap_or(found.first)
}

fn mark(marks: &mut [bool], first: usize, last: usize) {
    if let Some(steps) = marks.get_mut(first..=last) {
        steps.fill(true);
    }
}

/// Numbers the runs of at least `least` calm steps that do the same to the same.
fn repetitions(run: &RawTrajectory, observed: &[Observed], least: usize) -> Vec<Option<usize>> {
    let mut numbers = vec![None; observed.len()];
    let mut first = 0;
    for step in 1..=observed.len() {
        let same = |a: usize, b: usize| {
            let (a, b) = (run.steps.get(a), run.steps.get(b));
            a.zip(b)
                .is_some_and(|(a, b)| a.action == b.action && a.input == b.input)
        };
        let is_calm = |step: usize| {
            observed
                .get(step)
                .is_some_and(|seen| seen.progress == ErrorProgress::Calm)
        };
        if step < observed.len() && is_calm(step) && is_calm(first) && same(first, step) {
            continue;
        }
        if step - first >= least
            && is_calm(first)
            && let Some(steps) = numbers.get_mut(first..step)
        {
            steps.fill(Some(first));
        }
        first = step;
    }
    numbers
}
