//! Requests that are left without an answer, so that their run can be stopped in the middle.

use crate::http::Request;

/// Which requests wait, and those that do.
#[derive(Default)]
pub(crate) struct Hold {
    from: Option<usize>,
    waiting: Vec<Request>,
}

impl Hold {
    /// From the request with this number (from 0) on.
    pub(crate) fn at(number: usize) -> Self {
        Self {
            from: Some(number),
            waiting: Vec::new(),
        }
    }

    /// The request, unless it must wait. `sent` requests were answered before.
    pub(crate) fn passed(&mut self, request: Request, sent: usize) -> Option<Request> {
        if self.from.is_none_or(|from| sent < from) {
            return Some(request);
        }
        self.waiting.push(request);
        None
    }

    /// How many wait.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.len()
    }
}
