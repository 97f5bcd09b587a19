//! Requests that are left without an answer, so that their run can be stopped in the middle.

use crate::http::Request;

/// The requests that wait, and the number from which on they do.
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

    /// Returns the number of waiting requests.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.len()
    }
}
