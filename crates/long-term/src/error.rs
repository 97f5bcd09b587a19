//! Why long-term memory did not do what it was asked.

use crate::exchange::ImportError;
use amb_memory::hierarchy::HierarchyError;
use amb_memory::trajectory::{TrajectoryError, TrajectorySettingsError};
use amb_store::long_term::{LongTermError, MemoryReply};

/// Why a call failed. It changed nothing, unless it says so, or [`MemoryError::is_in_doubt`].
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum MemoryError {
    /// The store, or a rule of memory that the store or the core holds.
    #[error(transparent)]
    Store(#[from] LongTermError),
    /// A setting of trajectory memory is out of its range.
    #[error(transparent)]
    TrajectorySettings(#[from] TrajectorySettingsError),
    /// A file is not imported; nothing of it was.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// Parts of a file that is to be imported are not here any more, or not yet; nothing of it was taken in.
    #[error(
        "what came of this file before is gone, as other imports or another store took its place: import it again"
    )]
    ImportLost,
    /// A call of several writes failed among them. Those that were done stay; doing the whole again is harmless.
    #[error("only {done} of {of} were written, and stay: do it again for the rest ({cause})")]
    Interrupted {
        /// Number of items written, in the unit of the call.
        done: usize,
        /// Total number of items.
        of: usize,
        /// Error that interrupted the call.
        cause: Box<LongTermError>,
    },
    /// Others wrote in between each time.
    #[error("memory was changed by others {attempts} times while this was worked out: try again")]
    Contended {
        /// Number of attempts.
        attempts: usize,
    },
}

impl MemoryError {
    /// Stable name of the error, the same in JavaScript's `error.code`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Store(error) => error.kind(),
            Self::TrajectorySettings(_) => "invalid_argument",
            Self::Import(error) => error.kind(),
            Self::ImportLost => "import_lost",
            Self::Interrupted { cause, .. } => cause.kind(),
            Self::Contended { .. } => "memory_changed",
        }
    }

    /// Returns true if the same call may succeed later.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::Store(error) => error.is_retryable(),
            Self::Interrupted { cause, .. } => cause.is_retryable(),
            Self::ImportLost | Self::Contended { .. } => true,
            Self::TrajectorySettings(_) | Self::Import(_) => false,
        }
    }

    /// The same as a reply to a run, which goes on without memory.
    #[must_use]
    pub fn told_to_a_run(&self) -> MemoryReply {
        MemoryReply::Unavailable {
            code: self.kind().to_owned(),
            why: self.to_string(),
        }
    }

    /// Returns true if the last write may have been applied in spite of the error; if so, it is whole.
    #[must_use]
    pub fn is_in_doubt(&self) -> bool {
        match self {
            Self::Store(error) => error.is_in_doubt(),
            Self::Interrupted { cause, .. } => cause.is_in_doubt(),
            Self::TrajectorySettings(_)
            | Self::Import(_)
            | Self::ImportLost
            | Self::Contended { .. } => false,
        }
    }
}

impl From<HierarchyError> for MemoryError {
    fn from(error: HierarchyError) -> Self {
        Self::Store(error.into())
    }
}

impl From<TrajectoryError> for MemoryError {
    fn from(error: TrajectoryError) -> Self {
        Self::Store(error.into())
    }
}
