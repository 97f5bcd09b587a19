//! Work of JavaScript that nobody waits for any more.

use web_sys::{AbortController, AbortSignal};

/// Aborts its signal when it is dropped: whoever waited no longer wants what it was given to.
pub struct Abandon(Option<AbortController>);

impl Abandon {
    /// A signal that has not been aborted; none where the platform has no such thing.
    pub fn new() -> Self {
        Self(AbortController::new().ok())
    }

    /// The signal.
    pub fn signal(&self) -> Option<AbortSignal> {
        self.0.as_ref().map(AbortController::signal)
    }
}

impl Drop for Abandon {
    fn drop(&mut self) {
        if let Some(controller) = &self.0 {
            controller.abort();
        }
    }
}
