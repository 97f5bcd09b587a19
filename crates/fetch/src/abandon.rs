//! Work of JavaScript that nobody waits for any more.

use std::cell::RefCell;

use web_sys::{AbortController, AbortSignal};

/// Aborts its signal when it is dropped before the work is done: whoever waited no longer wants what it was given to.
#[derive(Debug)]
pub struct Abandon(RefCell<Option<AbortController>>);

impl Abandon {
    /// One whose signal has not been aborted; none where the platform has no such thing.
    #[must_use]
    pub fn new() -> Self {
        Self(RefCell::new(AbortController::new().ok()))
    }

    /// The signal.
    #[must_use]
    pub fn signal(&self) -> Option<AbortSignal> {
        self.0.borrow().as_ref().map(AbortController::signal)
    }

    /// The work is done: there is nothing to abort.
    pub fn done(&self) {
        self.0.take();
    }
}

impl Default for Abandon {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Abandon {
    fn drop(&mut self) {
        if let Some(controller) = self.0.take() {
            controller.abort();
        }
    }
}
