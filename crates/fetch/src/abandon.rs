//! Aborts JavaScript work that is no longer needed.

use std::cell::RefCell;

use web_sys::{AbortController, AbortSignal};

/// Aborts its signal if it is dropped before the work is done: its caller no longer needs the result.
#[derive(Debug)]
pub struct Abandon(RefCell<Option<AbortController>>);

impl Abandon {
    /// Creates a controller whose signal is not aborted; an empty one if the platform has no `AbortController`.
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
