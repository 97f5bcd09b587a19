//! The words that fragments and runs are told with.

/// Those of one language; [`telling`](super::telling) puts them together.
pub(super) struct Words {
    /// Between the things of a list.
    pub between: &'static str,
    /// After what is told of.
    pub colon: &'static str,
    /// Words in brackets.
    pub aside: fn(&str) -> String,
    /// Actions beyond those that are named.
    pub more: fn(usize) -> String,
    pub one_step: fn(u32) -> String,
    pub several_steps: fn(u32, u32) -> String,
    /// Result of actions that met no error.
    pub repeated_to_the_end: fn(&str) -> String,
    pub repeated_and_left: fn(&str) -> String,
    pub led_to_success: fn(&str) -> String,
    pub led_to_failure: fn(&str) -> String,
    pub was_done: fn(&str) -> String,
    /// The action that met an error of a type.
    pub met: fn(&str, &str) -> String,
    /// Place of the error.
    pub at: fn(&str) -> String,
    pub in_all: fn(usize) -> String,
    pub message: fn(&str) -> String,
    /// After an error that came back.
    pub again_and_again: &'static str,
    /// An error, and what overcame it.
    pub overcome: fn(&str, &str) -> String,
    /// An error, and what was tried in vain.
    pub not_overcome: fn(&str, &str) -> String,
    pub in_repo: fn(&str) -> String,
    /// Outcome of a run of this many steps.
    pub done_after: fn(usize) -> String,
    pub not_done_after: fn(usize) -> String,
    /// The errors of a run, one told by its type and how often it was met.
    pub errors: fn(&str) -> String,
    pub error_overcome: fn(&str, usize) -> String,
    pub error_left: fn(&str, usize) -> String,
}
