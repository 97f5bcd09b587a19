//! Errors of agent calls.

use crate::host::HostError;
use crate::spending::{BudgetReached, SpendError};

/// Why an agent call failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// An effect failed under the agent.
    #[error(transparent)]
    Host(#[from] HostError),
    /// The language model failed, or answered with something that is no answer, twice.
    #[error("the {agent} agent got no usable answer from the model: {detail}")]
    Model {
        /// The agent that asked.
        agent: String,
        /// Stable name of what went wrong.
        code: &'static str,
        /// Description of the failure.
        detail: String,
        /// True if the model cannot be asked at all, so the run should stop.
        fatal: bool,
    },
    /// The budget does not bear it. It was not begun, and cost nothing.
    #[error(transparent)]
    Budget(#[from] BudgetReached),
    /// The engine cannot do this kind of task at all.
    #[error("{engine} cannot {task}")]
    Unsupported {
        /// The engine's name.
        engine: String,
        /// The task.
        task: String,
    },
}

impl From<SpendError> for EngineError {
    fn from(error: SpendError) -> Self {
        match error {
            SpendError::Budget(reached) => reached.into(),
            SpendError::Host(error) => error.into(),
        }
    }
}

impl EngineError {
    /// Returns true if only this step fails and the run goes on (MB-22).
    #[must_use]
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Host(_) => false,
            Self::Model { fatal, .. } => !fatal,
            Self::Budget(_) | Self::Unsupported { .. } => true,
        }
    }

    /// Stable name of the error.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Host(error) => error.kind(),
            Self::Model { code, .. } => code,
            Self::Budget(_) => "budget_reached",
            Self::Unsupported { .. } => "engine_unsupported",
        }
    }
}
