use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use super::learned::Learned;
use super::observer::{ErrorProgress, Observed, RunObserver, task_type};
use super::returning::correct_overcome;
use super::segments::{Segment, segments};
use super::telling::{FragmentTelling, RunTelling};
use crate::task::Trust;
use crate::text::{Language, language};
use crate::trajectory::error::TrajectoryError;
use crate::trajectory::records::{
    Action, CausedError, ErrorPattern, ErrorPatternId, Fragment, FragmentId, FragmentType,
    HasFragment, MethodologyUse, Outcome, RawTrajectory, Trajectory,
};
use crate::trajectory::signature::ErrorSignature;
use crate::trajectory::{TrajectorySettings, wording};

/// Patterns that one fragment is related to.
const PATTERNS: usize = 8;
/// Types of errors that a summary names.
const NAMED_ERRORS: usize = 6;

/// A run as a write, still without vectors. Of more than [`TrajectorySettings::max_fragments`] fragments the most
/// telling are kept; [`Trajectory::total_fragments`] says how many there were.
///
/// # Errors
/// As [`RawTrajectory::validate`].
pub fn draft(
    run: &RawTrajectory,
    settings: &TrajectorySettings,
) -> Result<Learned, TrajectoryError> {
    run.validate()?;
    let mut observer = RunObserver::new(run, settings);
    let mut observed: Vec<Observed> = run
        .steps
        .iter()
        .map(|step| observer.observe(step))
        .collect();
    correct_overcome(run, &mut observed);
    let segments = segments(run, &observed, settings);
    let reading = Reading {
        run,
        observed: &observed,
        times: times(run),
        task_type: task_type(run),
        language: settings
            .language
            .unwrap_or_else(|| language(&observer.state().task_description)),
    };
    let mut learned = Learned {
        trajectory: reading.trajectory(&segments),
        fragments: Vec::new(),
        has_fragment: Vec::new(),
        caused: Vec::new(),
        patterns: Vec::new(),
        used: reading.used(&segments),
    };
    let mut patterns = BTreeMap::new();
    for order in notable(&segments, &observed, settings.max_fragments as usize) {
        let Some(segment) = segments.get(order) else {
            continue;
        };
        let fragment = reading.fragment(segment, number(order));
        learned.has_fragment.push(HasFragment {
            trajectory: run.id.clone(),
            order: number(order),
            fragment: fragment.id.clone(),
        });
        for pattern in reading.patterns(segment) {
            learned.caused.push(CausedError {
                fragment: fragment.id.clone(),
                pattern: pattern.id.clone(),
            });
            let known = patterns.entry(pattern.id.clone());
            known
                .and_modify(|known: &mut ErrorPattern| known.absorb(&pattern))
                .or_insert(pattern);
        }
        learned.fragments.push(fragment);
    }
    learned.patterns = patterns.into_values().collect();
    Ok(learned)
}

fn number(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

/// When each step was; never before the one before it.
fn times(run: &RawTrajectory) -> Vec<i64> {
    let mut now = run.started_at;
    let at = |at: Option<i64>| {
        now = now.max(at.unwrap_or(now));
        now
    };
    run.steps.iter().map(|step| step.at).map(at).collect()
}

/// The places of the `most` most telling segments, in order: first one of each kind of fragment and error, then
/// loops, recoveries, failures, fixes, and explorations last; the earlier before the later.
fn notable(segments: &[Segment], observed: &[Observed], most: usize) -> Vec<usize> {
    let mut seen = BTreeSet::new();
    let mut ranked: Vec<(bool, u8, usize)> = Vec::with_capacity(segments.len());
    for (place, segment) in segments.iter().enumerate() {
        let error = errors_in(observed, segment.steps()).next();
        let kind = (
            segment.fragment_type,
            segment.outcome,
            error.map(|(_, error)| (&error.error_type, &error.keywords)),
        );
        let rank = match segment.fragment_type {
            FragmentType::Loop => 0,
            FragmentType::ErrorRecovery => 1,
            FragmentType::FailedAttempt => 2,
            FragmentType::SuccessfulFix => 3,
            FragmentType::Exploration => 4,
        };
        ranked.push((!seen.insert(kind), rank, place));
    }
    ranked.sort_unstable();
    let mut places: Vec<usize> = ranked
        .into_iter()
        .take(most)
        .map(|(_, _, place)| place)
        .collect();
    places.sort_unstable();
    places
}

fn errors_in(
    observed: &[Observed],
    steps: RangeInclusive<usize>,
) -> impl DoubleEndedIterator<Item = (usize, &ErrorSignature)> + Clone {
    let first = *steps.start();
    let inside = observed.get(steps).unwrap_or_default();
    inside
        .iter()
        .enumerate()
        .filter_map(move |(place, seen)| Some((first + place, seen.error.as_ref()?)))
}

/// A run, as it was read.
struct Reading<'r> {
    run: &'r RawTrajectory,
    observed: &'r [Observed],
    times: Vec<i64>,
    task_type: String,
    language: Language,
}

impl Reading<'_> {
    fn time(&self, step: usize) -> i64 {
        self.times.get(step).copied().unwrap_or(self.run.started_at)
    }

    /// The least of the agent's own label and those of the steps whose errors are told.
    fn trust(&self, segment: &Segment) -> Trust {
        let steps = errors_in(self.observed, segment.steps())
            .filter_map(|(step, _)| self.run.steps.get(step));
        Trust::least(steps.map(|step| step.trust).chain([self.run.trust]))
    }

    fn trajectory(&self, segments: &[Segment]) -> Trajectory {
        let run = self.run;
        let repo = wording::line(&run.repo, wording::LINE);
        let telling = RunTelling {
            task_type: &self.task_type,
            repo: &repo,
            problem: wording::line(&run.problem_statement, wording::LINE),
            success: run.success,
            steps: run.steps.len(),
            errors: self.errors_met(),
        };
        Trajectory {
            id: run.id.clone(),
            instance_id: wording::line(&run.instance_id, wording::LINE),
            task_type: self.task_type.clone(),
            success: run.success,
            total_steps: number(run.steps.len()),
            total_fragments: number(segments.len()),
            summary: telling.tell(self.language),
            repo,
            started_at: run.started_at,
            ended_at: self.time(run.steps.len().saturating_sub(1)),
            trust: Trust::least(
                segments
                    .iter()
                    .map(|segment| self.trust(segment))
                    .chain([run.trust]),
            ),
            embedding: None,
        }
    }

    /// Types of errors, the most frequent first, then by name: how often each was met, and whether all of it was overcome.
    fn errors_met(&self) -> Vec<(&str, usize, bool)> {
        // Of each type, how often it was met, and what of it was not overcome.
        let mut met: BTreeMap<&str, (usize, Vec<&ErrorSignature>)> = BTreeMap::new();
        let mut last: Option<&ErrorSignature> = None;
        for seen in self.observed {
            if let Some(error) = &seen.error {
                let (times, left) = met.entry(&error.error_type).or_default();
                *times += 1;
                if left.len() < PATTERNS && !left.iter().any(|known| known.is_same(error)) {
                    left.push(error);
                }
                last = Some(error);
            }
            if seen.progress == ErrorProgress::Overcome
                && let Some(error) = last
                && let Some((_, left)) = met.get_mut(error.error_type.as_str())
            {
                left.retain(|known| !known.is_same(error));
            }
        }
        let mut met: Vec<_> = met
            .into_iter()
            .map(|(error, (times, left))| (error, times, left.is_empty()))
            .collect();
        met.sort_by_key(|(_, times, _)| std::cmp::Reverse(*times));
        met.truncate(NAMED_ERRORS);
        met
    }

    fn fragment(&self, segment: &Segment, order: u32) -> Fragment {
        let inside = self.observed.get(segment.steps()).unwrap_or_default();
        let action_sequence = kept(inside);
        let last_error = errors_in(self.observed, segment.steps())
            .next_back()
            .map(|(step, _)| step);
        let resolution = match (segment.outcome, last_error) {
            (Outcome::Recovered, Some(last)) => kept(
                self.observed
                    .get(last + 1..=segment.last)
                    .unwrap_or_default(),
            ),
            _ => Vec::new(),
        };
        let told_error = self.told_error(segment);
        let met_it = told_error.map_or_else(Vec::new, |error| self.actions_meeting(error, segment));
        let phase = inside.first().map_or("", |seen| seen.phase.as_str());
        let telling = FragmentTelling {
            steps: (number(segment.first) + 1, number(segment.last) + 1),
            phase,
            fragment_type: segment.fragment_type,
            outcome: segment.outcome,
            actions: &action_sequence,
            resolution: &resolution,
            error: told_error.map(|error| {
                let times = errors_in(self.observed, segment.steps()).count();
                (error, times, met_it.as_slice())
            }),
        };
        let description = telling.tell(self.language);
        Fragment {
            id: FragmentId::of(&self.run.id, order, &description),
            step_range: (number(segment.first), number(segment.last)),
            fragment_type: segment.fragment_type,
            description,
            outcome: segment.outcome,
            task_type: self.task_type.clone(),
            phase: phase.to_owned(),
            error_type: told_error.map(|error| error.error_type.clone()),
            error_keywords: told_error
                .map(|error| error.keywords.clone())
                .unwrap_or_default(),
            ended_at: self.time(segment.last),
            occurrences: 1,
            abstracted_into: None,
            trust: self.trust(segment),
            embedding: None,
            action_sequence,
            resolution,
        }
    }

    /// The error that a segment is about: the first, or where a loop of several was left, the one that was overcome.
    fn told_error(&self, segment: &Segment) -> Option<&ErrorSignature> {
        let mut errors = errors_in(self.observed, segment.steps());
        let is_opened = |(step, _): &(usize, &ErrorSignature)| {
            let seen = self.observed.get(*step);
            seen.is_some_and(|seen| seen.progress == ErrorProgress::Opened)
        };
        let told = match segment.outcome {
            Outcome::Recovered => errors.clone().rfind(is_opened).or_else(|| errors.next()),
            _ => errors.next(),
        };
        told.map(|(_, error)| error)
    }

    /// Returns the actions of a segment that met this error.
    fn actions_meeting(&self, error: &ErrorSignature, segment: &Segment) -> Vec<Action> {
        errors_in(self.observed, segment.steps())
            .filter(|(_, met)| met.is_same(error))
            .filter_map(|(step, _)| Some(self.observed.get(step)?.action.clone()))
            .collect()
    }

    /// The different errors of a segment, the first [`PATTERNS`].
    fn patterns(&self, segment: &Segment) -> Vec<ErrorPattern> {
        let mut patterns: Vec<ErrorPattern> = Vec::new();
        for (step, error) in errors_in(self.observed, segment.steps()) {
            let pattern = ErrorPattern {
                id: ErrorPatternId::of(&error.error_type, &error.keywords),
                error_type: error.error_type.clone(),
                keywords: error.keywords.clone(),
                location: error.location.clone(),
                frequency: 0,
                last_seen: self.time(step),
                trust: self
                    .run
                    .steps
                    .get(step)
                    .map_or(self.run.trust, |of| of.trust.min(self.run.trust)),
            };
            let is_full = patterns.len() >= PATTERNS;
            match patterns.iter_mut().find(|known| known.id == pattern.id) {
                Some(known) => known.absorb(&pattern),
                None if is_full => {}
                None => patterns.push(pattern),
            }
        }
        for pattern in &mut patterns {
            pattern.frequency = 1;
        }
        patterns
    }

    /// Returns the uses of the given methodologies. A use at an open error succeeded if its segment resolved the error;
    /// any other use succeeded if the run did.
    fn used(&self, segments: &[Segment]) -> Vec<MethodologyUse> {
        let mut counted = BTreeSet::new();
        let given = self
            .run
            .given
            .iter()
            .filter(|given| counted.insert(&given.methodology));
        given
            .map(|given| {
                let before = given.step.and_then(|step| (step as usize).checked_sub(1));
                MethodologyUse {
                    methodology: given.methodology.clone(),
                    succeeded: before
                        .and_then(|step| self.overcame(segments, step))
                        .unwrap_or(self.run.success),
                    at: self.time(self.run.steps.len().saturating_sub(1)),
                }
            })
            .collect()
    }

    /// Returns true if the error that is open after `step` was resolved; `None` if no error is open.
    fn overcame(&self, segments: &[Segment], step: usize) -> Option<bool> {
        let progress = self.observed.get(step)?.progress;
        if matches!(progress, ErrorProgress::Calm | ErrorProgress::Overcome) {
            return None;
        }
        let after = segments.partition_point(|segment| segment.last < step);
        let segment = segments.get(after)?;
        let open = errors_in(self.observed, segment.first..=step).next_back();
        let is_told = self.told_error(segment).zip(open);
        let is_told = is_told.is_some_and(|(told, (_, open))| told.is_same(open));
        Some(segment.outcome == Outcome::Recovered && is_told)
    }
}

/// The actions of these steps, the middle left out where there are more than are kept.
fn kept(observed: &[Observed]) -> Vec<Action> {
    let action = |seen: &Observed| seen.action.clone();
    if observed.len() <= wording::ACTIONS {
        return observed.iter().map(action).collect();
    }
    let half = wording::ACTIONS / 2;
    let left_out = observed.len() - 2 * half;
    let middle = Action::new("…", &left_out.to_string());
    let head = observed.iter().take(half).map(action);
    let tail = observed.iter().skip(observed.len() - half).map(action);
    head.chain([middle]).chain(tail).collect()
}
