//! The seam to the HTTP client.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

/// The future of [`Exchange::send`].
pub type ExchangeFuture<'a> = Pin<Box<dyn Future<Output = Result<Response, NotAnswered>> + 'a>>;

/// The future of [`Exchange::sleep`].
pub type Pause<'a> = Pin<Box<dyn Future<Output = ()> + 'a>>;

/// Sends requests, and waits. A tab does it by `fetch`, a native program by a client of its own.
pub trait Exchange {
    /// Sends one POST with all of [`Request::headers`] and returns the whole response, of any status.
    ///
    /// Redirects are not followed: the password would go along. The exchange is aborted after [`Request::timeout_ms`],
    /// at a response longer than [`Request::most_bytes`], and if its future is dropped.
    ///
    /// # Errors
    /// [`NotAnswered`], when there is no whole response.
    fn send<'a>(&'a self, request: &'a Request) -> ExchangeFuture<'a>;

    /// Waits.
    fn sleep(&self, milliseconds: u32) -> Pause<'_>;

    /// Returns a random number from 0 to below 1, so that pauses differ between clients.
    fn random(&self) -> f32;
}

/// A POST. Its `Debug` shows neither the user nor the content.
pub struct Request {
    /// The address; it holds no secret.
    pub url: String,
    /// The header `Authorization`: a secret.
    pub(crate) authorization: String,
    /// JSON.
    pub body: String,
    /// Timeout of the reply, in milliseconds.
    pub timeout_ms: u32,
    /// Longest reply body, in bytes.
    pub most_bytes: usize,
}

impl Request {
    /// Names and values of all headers.
    #[must_use]
    pub fn headers(&self) -> [(&'static str, &str); 3] {
        [
            ("Authorization", &self.authorization),
            ("Content-Type", "application/json"),
            ("Accept", "application/json"),
        ]
    }
}

impl fmt::Debug for Request {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("Request");
        shown.field("url", &self.url).finish_non_exhaustive()
    }
}

/// A response, whole.
#[derive(Clone, PartialEq, Eq)]
pub struct Response {
    /// The status.
    pub status: u16,
    /// Names and values of headers; only `Retry-After` is read, in any case.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Response {
    /// Returns the server's `Retry-After` in milliseconds, if given in seconds.
    pub(crate) fn retry_after_ms(&self) -> Option<u32> {
        let named = |(name, _): &&(String, String)| name.eq_ignore_ascii_case("retry-after");
        let (_, value) = self.headers.iter().find(named)?;
        let seconds: u32 = value.trim().parse().ok()?;
        Some(seconds.saturating_mul(1_000))
    }
}

impl fmt::Debug for Response {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("Response");
        shown.field("status", &self.status).finish_non_exhaustive()
    }
}

/// Why there is no whole response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotAnswered {
    /// True if any part of the request may have reached the server.
    pub sent: bool,
    /// The platform's message; it holds no header and no body.
    pub detail: String,
}
