use std::collections::BTreeSet;

use super::own_words::{Question, is_identifier};
use super::phases::{FIXING, phase_of};
use super::tools::listed_in;
use crate::hierarchy::without_recalled;
use crate::trajectory::error::TrajectoryError;
use crate::trajectory::loops::LoopSignature;
use crate::trajectory::records::{Action, RawStep, RawTrajectory, State, is_of_others};
use crate::trajectory::signature::ErrorSignature;
use crate::trajectory::{TrajectorySettings, wording};

/// Steps without an error after which one counts as overcome, though what met it was not tried again.
pub(super) const CALM_STEPS: u32 = 3;
/// Actions that tell what was looked at.
const LOOKED_AT: usize = 6;

/// Effect of a step on the current error of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorProgress {
    /// There is none.
    Calm,
    /// A new one, other than the one before, if any.
    Opened,
    /// The same again.
    Again,
    /// None in this step, but it is not yet clear that it is overcome.
    Trying,
    /// It is overcome: the action that met it succeeded, or three steps in a row met none, or the run ended well.
    Overcome,
}

/// A step as memory sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct Observed {
    /// Action of the step, shortened.
    pub action: Action,
    /// The error it met.
    pub error: Option<ErrorSignature>,
    /// Effect of the step on the current error of the run.
    pub progress: ErrorProgress,
    /// The phase it belongs to; blank where none is known yet.
    pub phase: String,
    /// True if the step begins a new phase after another.
    pub switched_phase: bool,
}

impl Observed {
    /// Returns the signature that decides if the step is a repetition.
    #[must_use]
    pub fn signature(&self) -> LoopSignature {
        LoopSignature::meeting(self.action.action_type(), self.error.as_ref())
    }
}

struct OpenError {
    sign: ErrorSignature,
    action_type: String,
    calm: u32,
}

/// Reads a run's steps one after the other: for [`State`]s at run time, and for the writer afterwards. Costs
/// the same for each step.
pub struct RunObserver {
    state: State,
    keywords: usize,
    searches_outputs: bool,
    question: Question,
    /// True if the agent's own words, or the output of a step, were written by others: they may steer later steps.
    has_read_others: bool,
    /// Actions and phases that were named before that.
    named: BTreeSet<String>,
    repo: String,
    looked_at: Vec<String>,
    open: Option<OpenError>,
    /// A phase that an action speaks of, and that a second in a row is to confirm.
    next_phase: Option<&'static str>,
}

impl RunObserver {
    /// Creates an observer for a run before its first step.
    #[must_use]
    pub fn new(run: &RawTrajectory, settings: &TrajectorySettings) -> Self {
        let tools = if run.tools.is_empty() {
            listed_in(&run.system_prompt)
        } else {
            run.tools
                .iter()
                .map(|tool| wording::name(tool, "tool"))
                .collect()
        };
        let state = State {
            tools,
            repo_summary: wording::line(&run.repo, wording::LINE),
            task_description: wording::excerpt(
                &without_recalled(&run.problem_statement),
                wording::TEXT,
            ),
            task_type: task_type(run),
            ..State::default()
        };
        Self {
            repo: state.repo_summary.clone(),
            question: Question::new(&state.task_description),
            has_read_others: is_of_others(run.trust),
            named: BTreeSet::new(),
            state,
            keywords: settings.error_keywords as usize,
            searches_outputs: run.errors_in_outputs,
            looked_at: Vec::new(),
            open: None,
            next_phase: None,
        }
    }

    /// Returns the state of the run, without its vector.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Takes the next step in.
    pub fn observe(&mut self, step: &RawStep) -> Observed {
        let action = self.action_of(step);
        let error = self.error_of(step, &action);
        let switched_phase = self.enter_phase(step, action.action_type());
        let progress = self.advance(error.as_ref(), action.action_type());
        self.look_at(&action, error.is_some());
        self.describe(&action, error.as_ref(), step);
        Observed {
            action,
            error,
            progress,
            phase: self.state.phase.clone(),
            switched_phase,
        }
    }

    /// Returns the action of a step in the agent's own words. Words that a page may have supplied, such as an address
    /// to open or a query to make, are left out: they would return as advice that worked.
    fn action_of(&mut self, step: &RawStep) -> Action {
        self.has_read_others |= step.is_of_others();
        let named = self.own_action(&step.action);
        if !self.has_read_others {
            return Action::new(named, &step.input);
        }
        let own = self
            .question
            .own_words(&step.input, step.told_error().is_some());
        Action::new(named, &own)
    }

    /// The name of an action. Of those that a page may have put into the agent's mouth, none but its tools and what it
    /// named before; where nobody says which tools there are, what can be no sentence, too.
    fn own_action<'n>(&mut self, name: &'n str) -> &'n str {
        let may_be_tool = self.state.tools.is_empty() && is_identifier(name.trim());
        if self.is_own(name) || may_be_tool {
            name
        } else {
            ""
        }
    }

    /// The name of a phase, likewise; what can be no sentence is one.
    fn own_phase<'n>(&mut self, name: &'n str) -> &'n str {
        if self.is_own(name) || is_identifier(name.trim()) {
            name
        } else {
            ""
        }
    }

    /// Returns true if no page can have supplied this name.
    fn is_own(&mut self, name: &str) -> bool {
        let known = name.trim();
        if !self.has_read_others {
            self.named.insert(known.to_owned());
            return true;
        }
        self.named.contains(known) || self.state.tools.iter().any(|tool| tool == known)
    }

    fn error_of(&self, step: &RawStep, action: &Action) -> Option<ErrorSignature> {
        let error = match step.told_error() {
            Some(error) => Some(ErrorSignature::of(&without_recalled(error), self.keywords)),
            None if self.searches_outputs && !step.is_of_others() => {
                ErrorSignature::in_output(&step.output, self.keywords)
            }
            None => None,
        }?
        .of_action(&step.input);
        if step.is_users_own() {
            return Some(error);
        }
        let mut error = error.of_others();
        error.location = error
            .location
            .filter(|place| action.as_str().contains(place.as_str()));
        Some(error)
    }

    /// A phase that the agent names begins at once; one that is told by actions, with the second of them.
    fn enter_phase(&mut self, step: &RawStep, action_type: &str) -> bool {
        let named = step.phase.as_deref().map(|phase| self.own_phase(phase));
        let named = named.map(|phase| wording::name(phase, ""));
        let named = named.filter(|phase| !phase.is_empty());
        let told = if named.is_none() {
            phase_of(action_type)
        } else {
            None
        };
        let confirmed = told.is_some() && (told == self.next_phase || self.state.phase.is_empty());
        self.next_phase = told;
        let phase = match (named, told) {
            (Some(named), _) => named,
            (None, Some(told)) if confirmed => told.to_owned(),
            _ => return false,
        };
        let switched = !self.state.phase.is_empty() && self.state.phase != phase;
        self.state.phase = phase;
        switched
    }

    fn advance(&mut self, error: Option<&ErrorSignature>, action_type: &str) -> ErrorProgress {
        match (error, self.open.as_mut()) {
            (Some(error), open) => {
                let again = open.is_some_and(|open| open.sign.is_same(error));
                self.open = Some(OpenError {
                    sign: error.clone(),
                    action_type: action_type.to_owned(),
                    calm: 0,
                });
                if again {
                    ErrorProgress::Again
                } else {
                    ErrorProgress::Opened
                }
            }
            (None, None) => ErrorProgress::Calm,
            (None, Some(open)) => {
                open.calm += 1;
                if open.action_type != action_type && open.calm < CALM_STEPS {
                    return ErrorProgress::Trying;
                }
                self.open = None;
                ErrorProgress::Overcome
            }
        }
    }

    /// Early actions that met no error tell what the run works on.
    fn look_at(&mut self, action: &Action, failed: bool) {
        if failed || self.looked_at.len() >= LOOKED_AT || self.state.phase == FIXING {
            return;
        }
        let action = wording::line(action.as_str(), wording::NAME);
        if !self.looked_at.contains(&action) {
            self.looked_at.push(action);
            let parts: Vec<&str> = std::iter::once(self.repo.as_str())
                .chain(self.looked_at.iter().map(String::as_str))
                .filter(|part| !part.is_empty())
                .collect();
            self.state.repo_summary = parts.join("; ");
        }
    }

    fn describe(&mut self, action: &Action, error: Option<&ErrorSignature>, step: &RawStep) {
        let met = LoopSignature::meeting(action.action_type(), error);
        self.state.action_type = met.action_type;
        self.state.error_category = met.error_category;
        self.state.error_keywords = met.error_keywords;
        self.state.error_names = met.error_names;
        self.state.error_template = met.error_template;
        let open = self.open.as_ref().map(|open| &open.sign);
        self.state.current_error_type = open.map(|sign| sign.error_type.clone());
        self.state.current_error_keywords =
            open.map(|sign| sign.keywords.clone()).unwrap_or_default();
        match (error, open, step.told_error()) {
            (_, None, _) => self.state.current_error.clear(),
            (Some(_), _, Some(text)) if !step.is_of_others() => {
                self.state.current_error = wording::excerpt(text, wording::TEXT);
            }
            (Some(error), _, _) => {
                self.state.current_error = if error.message.is_empty() {
                    format!("{} {}", error.error_type, error.words.join(" "))
                } else {
                    error.message.clone()
                };
            }
            (None, Some(_), _) => {}
        }
    }
}

/// Returns the state of a run after one of its steps, counted from 0.
///
/// # Errors
/// [`TrajectoryError::NoSuchStep`].
pub fn state_at(
    run: &RawTrajectory,
    step: usize,
    settings: &TrajectorySettings,
) -> Result<State, TrajectoryError> {
    let steps = run.steps.get(..=step).ok_or(TrajectoryError::NoSuchStep {
        step,
        steps: run.steps.len(),
    })?;
    let mut observer = RunObserver::new(run, settings);
    for step in steps {
        observer.observe(step);
    }
    Ok(observer.state)
}

/// The type of a run's task, as memory compares it.
pub(super) fn task_type(run: &RawTrajectory) -> String {
    wording::name(&run.task_type, "other").to_lowercase()
}
