use serde::{Deserialize, Serialize};

use super::action::Action;
use super::ids::{FragmentId, MethodologyId};
use crate::retrieval::Embedding;
use crate::task::Trust;

/// Kind of a fragment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum FragmentType {
    /// An error, and how it was overcome.
    ErrorRecovery,
    /// Looking around.
    Exploration,
    /// Actions that made the task succeed.
    SuccessfulFix,
    /// Actions that failed.
    FailedAttempt,
    /// The same again and again; its outcome tells whether a way out was found.
    Loop,
}

/// Outcome of a fragment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// An error or a loop was overcome.
    Recovered,
    /// The task was done.
    Succeeded,
    /// The run went on, with nothing won or lost.
    Continued,
    /// It was not.
    Failed,
}

/// A telling part of a trajectory (seed 003, `Fragment`).
///
/// Its texts hold the agent's actions and what is said of errors, never what tools returned.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Fragment {
    /// [`FragmentId::of`] the trajectory it was cut from.
    pub id: FragmentId,
    /// First and last step, from 0.
    pub step_range: (u32, u32),
    /// Kind of the fragment.
    pub fragment_type: FragmentType,
    /// Description of the event, for people and models.
    pub description: String,
    /// Actions of the fragment; the middle of a long sequence is left out.
    pub action_sequence: Vec<Action>,
    /// Actions that resolved the error: those after its last occurrence. Empty if the error was not resolved.
    pub resolution: Vec<Action>,
    /// Outcome of the fragment.
    pub outcome: Outcome,
    /// The type of its trajectory's task.
    pub task_type: String,
    /// The phase it began in; blank where none is known.
    pub phase: String,
    /// The type of its first error.
    pub error_type: Option<String>,
    /// The keywords of that error.
    pub error_keywords: Vec<String>,
    /// When its last step was, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub ended_at: i64,
    /// Number of fragments that this one stands for: itself and those merged into it.
    pub occurrences: u32,
    /// The methodology it was made part of, be that gone since: a case counts once.
    pub abstracted_into: Option<MethodologyId>,
    /// The least of what its texts come from.
    pub trust: Trust,
    /// Its description's.
    pub embedding: Option<Embedding>,
}

impl Fragment {
    /// Returns the number of steps of the fragment.
    #[must_use]
    pub fn steps(&self) -> u32 {
        let (first, last) = self.step_range;
        last.saturating_sub(first).saturating_add(1)
    }

    /// Returns the text to embed.
    #[must_use]
    pub fn embedding_text(&self) -> &str {
        &self.description
    }

    /// Returns true if the fragment failed.
    #[must_use]
    pub fn is_failed(&self) -> bool {
        self.outcome == Outcome::Failed
    }
}
