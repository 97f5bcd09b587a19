//! Progress and cancellation of a long call.

/// Watches a call that works in batches.
pub trait Control {
    /// So much is done, in what the call counts; of how much in all, if that is known.
    fn progress(&self, done: usize, of: Option<usize>);

    /// Returns true to end before the next batch. Finished batches stay.
    fn is_cancelled(&self) -> bool;
}

/// Lets a call go on to its end, unwatched.
#[derive(Debug, Clone, Copy, Default)]
pub struct Uncontrolled;

impl Control for Uncontrolled {
    fn progress(&self, _done: usize, _of: Option<usize>) {}

    fn is_cancelled(&self) -> bool {
        false
    }
}
