//! The seam to whoever sends HTTP.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

/// What [`Exchange::send`] returns.
pub type ExchangeFuture<'a> = Pin<Box<dyn Future<Output = Result<Response, NotAnswered>> + 'a>>;

/// What [`Exchange::sleep`] returns.
pub type Pause<'a> = Pin<Box<dyn Future<Output = ()> + 'a>>;

/// Sends requests, and waits. A tab does it by `fetch`, a native program by a client of its own.
pub trait Exchange {
    /// Sends one POST with all of [`Request::headers`] and gives back the whole response, whatever its status.
    ///
    /// Redirects are not followed: the password would go along. After [`Request::timeout_ms`] the exchange is given up,
    /// and so it is when the response is longer than [`Request::most_bytes`]. A future that is dropped gives it up, too.
    ///
    /// # Errors
    /// [`NotAnswered`], when there is no whole response.
    fn send<'a>(&'a self, request: &'a Request) -> ExchangeFuture<'a>;

    /// Waits.
    fn sleep(&self, milliseconds: u32) -> Pause<'_>;

    /// A random number from 0 to below 1, by which pauses differ among those who wait.
    fn random(&self) -> f32;
}

/// A POST. Its `Debug` shows neither who asks nor what.
pub struct Request {
    /// The address; it holds no secret.
    pub url: String,
    /// The header `Authorization`: a secret.
    pub(crate) authorization: String,
    /// JSON.
    pub body: String,
    /// How long an answer may take, in milliseconds.
    pub timeout_ms: u32,
    /// How long an answer's body may be, in bytes.
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
    /// How long the server wants one to wait, in milliseconds, where it says so in seconds.
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
    /// Whether any of the request may have reached the server.
    pub sent: bool,
    /// What the platform said; it holds no header and no body.
    pub detail: String,
}
