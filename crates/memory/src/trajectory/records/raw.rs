use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeSet;

use super::ids::{MethodologyId, TrajectoryId};
use crate::LATEST_TIME;
use crate::task::Trust;
use crate::trajectory::error::TrajectoryError;
use crate::trajectory::wording::ID_BYTES;

/// The most steps that are taken at once.
pub const MAX_STEPS: usize = 100_000;

/// A run as an agent hands it in.
///
/// Steps are in the order in which they were done, whatever their times say: a clock that went backwards is
/// taken to have stood still. What is marked as recalled is left out of the texts, or memory would learn its own
/// words.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct RawTrajectory {
    /// Its id; a trajectory is learned once.
    pub id: TrajectoryId,
    /// Id of the task that the run attempted.
    pub instance_id: String,
    /// Subject of the work: a repository, a site, a document.
    pub repo: String,
    /// The type of task; blank is `other`.
    pub task_type: String,
    /// The task in words.
    pub problem_statement: String,
    /// The tools it had; where there are none, those that `system_prompt` lists.
    pub tools: Vec<String>,
    /// System prompt of the run.
    pub system_prompt: String,
    /// True if the task was done.
    pub success: bool,
    /// When it began, in milliseconds since 1970; 0, where no step has a time either, for when it is learned.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub started_at: i64,
    /// Steps of the run, in order.
    pub steps: Vec<RawStep>,
    /// The methodologies that it was given.
    pub given: Vec<Given>,
    /// True to search the output of a step that names no error for one: for agents whose tools print their errors.
    /// Outputs of pages are never searched: an error described on a page is not an error of the run.
    pub errors_in_outputs: bool,
    /// Trust label of the agent's own words.
    pub trust: Trust,
}

/// One step of a run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct RawStep {
    /// Its id, if it has one.
    pub id: Option<String>,
    /// The type of action: a tool's name, mostly.
    pub action: String,
    /// Input of the action: a tool's arguments, a command.
    pub input: String,
    /// Output of the action. Searched for errors, and not kept.
    pub output: String,
    /// Message of the error, if there was one.
    pub error: Option<String>,
    /// The phase of the task; where there is none, it is told by the action.
    pub phase: Option<String>,
    /// When it was, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub at: Option<i64>,
    /// Trust label of output and error: [`Trust::Given`] if they come from the user's own machine. The message of an
    /// error is kept only then; otherwise only its type and keywords are kept.
    pub trust: Trust,
}

impl RawStep {
    /// Returns the message of the error. A blank message counts as none.
    pub(in crate::trajectory) fn told_error(&self) -> Option<&str> {
        let told = self.error.as_deref();
        told.filter(|error| !error.trim().is_empty())
    }

    /// Returns true if output and error come from the user's own machine.
    pub(in crate::trajectory) fn is_users_own(&self) -> bool {
        self.trust == Trust::Given
    }

    /// Returns true if output and error were written by others: a page or an imported file.
    pub(in crate::trajectory) fn is_of_others(&self) -> bool {
        is_of_others(self.trust)
    }
}

/// Returns true if words with this label were written by others: a page or an imported file.
pub(in crate::trajectory) fn is_of_others(trust: Trust) -> bool {
    let others = [
        Trust::Imported,
        Trust::Snippet,
        Trust::FoundPage,
        Trust::NamedPage,
    ];
    others.contains(&trust)
}

/// A methodology that a run was given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Given {
    /// The methodology.
    pub methodology: MethodologyId,
    /// Before which step, from 0. Given in an error, it is judged by whether the run got over that; otherwise,
    /// and where it is not known, by how the run ended.
    #[serde(default)]
    pub step: Option<u32>,
}

impl Default for TrajectoryId {
    fn default() -> Self {
        Self::from("")
    }
}

impl RawTrajectory {
    /// The run with its beginning at this time, if nobody said when it was.
    #[must_use]
    pub fn dated(&self, now: i64) -> Cow<'_, Self> {
        if self.started_at != 0 || self.steps.iter().any(|step| step.at.is_some()) {
            return Cow::Borrowed(self);
        }
        Cow::Owned(Self {
            started_at: now,
            ..self.clone()
        })
    }

    /// Checks what no memory could be made of.
    ///
    /// # Errors
    /// [`TrajectoryError::BadId`], [`TrajectoryError::NoSteps`], [`TrajectoryError::TooManySteps`],
    /// [`TrajectoryError::DuplicateStep`], [`TrajectoryError::ImpossibleTime`].
    pub fn validate(&self) -> Result<(), TrajectoryError> {
        check_id("the trajectory", self.id.as_str())?;
        for given in &self.given {
            check_id("a methodology", given.methodology.as_str())?;
        }
        if self.steps.is_empty() {
            return Err(TrajectoryError::NoSteps(self.id.clone()));
        }
        if self.steps.len() > MAX_STEPS {
            return Err(TrajectoryError::TooManySteps {
                id: self.id.clone(),
                actual: self.steps.len(),
                most: MAX_STEPS,
            });
        }
        let times = self.steps.iter().filter_map(|step| step.at);
        let impossible = |time: &i64| time.unsigned_abs() > LATEST_TIME;
        if let Some(time) = times.chain([self.started_at]).find(impossible) {
            return Err(TrajectoryError::ImpossibleTime(time));
        }
        let mut ids = BTreeSet::new();
        let mut named = self.steps.iter().filter_map(|step| step.id.as_ref());
        match named.find(|id| !ids.insert(id.as_str())) {
            Some(id) => Err(TrajectoryError::DuplicateStep(id.clone())),
            None => Ok(()),
        }
    }
}

fn check_id(what: &'static str, id: &str) -> Result<(), TrajectoryError> {
    let is_seen = !id.trim().is_empty() && !id.chars().any(char::is_control);
    if is_seen && id.len() <= ID_BYTES {
        return Ok(());
    }
    Err(TrajectoryError::BadId {
        what,
        actual: id.len(),
        most: ID_BYTES,
    })
}
