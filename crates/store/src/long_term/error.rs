//! Errors of a long-term store.

use amb_memory::hierarchy::HierarchyError;
use amb_memory::trajectory::{TrajectoryError, TrajectoryErrorKind};

use crate::StoreError;

/// The error of a call, which changed nothing unless [`LongTermError::is_in_doubt`]. Stored data and a caller's login
/// never appear in it.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum LongTermError {
    /// The medium, or the database on it.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Trajectory memory refuses the write.
    #[error(transparent)]
    Trajectory(#[from] TrajectoryError),
    /// Hierarchical memory refuses the write.
    #[error(transparent)]
    Hierarchy(#[from] HierarchyError),
    /// The database's server was unreachable, or did not reply in time.
    #[error(
        "the database server at {host} does not answer: check that it runs and that its address is right ({detail})"
    )]
    Unreachable {
        /// The server's host and port.
        host: String,
        /// The platform's message.
        detail: String,
        /// True if the server may have carried the call out.
        in_doubt: bool,
    },
    /// The server does not know the user, or does not let them do this.
    #[error("the database server refuses this user: check name, password and rights ({detail})")]
    Denied {
        /// The server's message.
        detail: String,
    },
    /// The server takes no writes now.
    #[error(
        "the database server takes no writes: ask the one that leads, or lift its read-only mode ({detail})"
    )]
    ReadOnly {
        /// The server's message.
        detail: String,
    },
    /// The server failed, or broke its protocol.
    #[error("the database server failed ({code}): {detail}")]
    Server {
        /// Its name of the failure, or ours.
        code: String,
        /// The server's message.
        detail: String,
        /// True if the same call may succeed later.
        retryable: bool,
    },
}

impl LongTermError {
    /// Stable name of the error, the same in JavaScript's `error.code`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Store(error) => error.kind(),
            Self::Trajectory(error) => match error.kind() {
                TrajectoryErrorKind::AlreadyExists => "trajectory_exists",
                TrajectoryErrorKind::InvalidInput => "invalid_argument",
                TrajectoryErrorKind::Conflict => "memory_changed",
            },
            Self::Hierarchy(error) => match error {
                HierarchyError::UnknownEntry(_) | HierarchyError::NotForgotten(_) => {
                    "memory_not_found"
                }
                HierarchyError::DuplicateId(_) | HierarchyError::DuplicateContent { .. } => {
                    "memory_exists"
                }
                HierarchyError::CoreOverflow { .. } => "core_too_long",
                _ => "invalid_argument",
            },
            Self::Unreachable { .. } => "server_unreachable",
            Self::Denied { .. } => "server_denied",
            Self::ReadOnly { .. } => "server_read_only",
            Self::Server { .. } => "server_failed",
        }
    }

    /// Returns true if the same call may succeed later.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::Store(error) => error.is_retryable(),
            Self::Trajectory(error) => error.kind() == TrajectoryErrorKind::Conflict,
            Self::Unreachable { .. } => true,
            Self::Server { retryable, .. } => *retryable,
            Self::Hierarchy(_) | Self::Denied { .. } | Self::ReadOnly { .. } => false,
        }
    }

    /// Returns true if the call may have been carried out whole in spite of the error. A repeated call settles it: a
    /// learned run is refused with [`TrajectoryError::DuplicateTrajectory`], an applied consolidation with
    /// [`TrajectoryError::Stale`].
    #[must_use]
    pub fn is_in_doubt(&self) -> bool {
        match self {
            Self::Store(error) => error.is_in_doubt(),
            Self::Unreachable { in_doubt, .. } => *in_doubt,
            _ => false,
        }
    }
}
