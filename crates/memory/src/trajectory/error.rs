use thiserror::Error;

use super::records::TrajectoryId;

/// Why something was refused. Nothing was changed.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum TrajectoryError {
    /// An id is blank, longer than a key may be, or holds control characters.
    #[error(
        "an id must have 1 to {most} bytes and no control characters; that of {what} has {actual} bytes"
    )]
    BadId {
        /// Whose id it is.
        what: &'static str,
        /// Its length in bytes.
        actual: usize,
        /// The most it may have.
        most: usize,
    },
    /// A trajectory without steps teaches nothing.
    #[error("the trajectory {0} has no steps; hand it in when the run has acted")]
    NoSteps(TrajectoryId),
    /// More steps than one trajectory may have.
    #[error(
        "the trajectory {id} has {actual} steps where {most} are the most; hand it in in parts"
    )]
    TooManySteps {
        /// The trajectory.
        id: TrajectoryId,
        /// Its steps.
        actual: usize,
        /// The most.
        most: usize,
    },
    /// Two steps have the same id.
    #[error("the step id {0} occurs twice; leave ids out, or give each step its own")]
    DuplicateStep(String),
    /// There is a trajectory of this id already.
    #[error("there is a trajectory {0} already; a trajectory is learned once")]
    DuplicateTrajectory(TrajectoryId),
    /// A time beyond ±2^53, where JavaScript no longer counts exactly.
    #[error("the time {0} is no number of milliseconds since 1970")]
    ImpossibleTime(i64),
    /// A step's number is not below the number of steps.
    #[error("there is no step {step} among {steps}")]
    NoSuchStep {
        /// The number asked for, from 0.
        step: usize,
        /// Number of steps of the run.
        steps: usize,
    },
    /// As many vectors as texts are wanted.
    #[error("{actual} vectors came back for {expected} texts")]
    WrongVectorCount {
        /// Texts that were to be embedded.
        expected: usize,
        /// Vectors that came.
        actual: usize,
    },
    /// Vectors of one batch have different lengths, are empty, or hold what is no number.
    #[error("vector {0} of the batch is empty, of another length than the first, or not finite")]
    BadVector(usize),
    /// A change set was made from a memory that has been written to since.
    #[error("the memory has changed since this was planned (from {basis} to {actual}); plan again")]
    Stale {
        /// The revision it was made from.
        basis: u64,
        /// The memory's revision.
        actual: u64,
    },
}

/// The kinds of [`TrajectoryError`], for callers that decide by kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrajectoryErrorKind {
    /// The item to create exists already.
    AlreadyExists,
    /// The caller passed something malformed.
    InvalidInput,
    /// Somebody else was faster: ask again.
    Conflict,
}

impl TrajectoryError {
    /// The kind of this error.
    #[must_use]
    pub fn kind(&self) -> TrajectoryErrorKind {
        match self {
            Self::DuplicateTrajectory(_) => TrajectoryErrorKind::AlreadyExists,
            Self::Stale { .. } => TrajectoryErrorKind::Conflict,
            _ => TrajectoryErrorKind::InvalidInput,
        }
    }
}
