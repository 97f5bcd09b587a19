//! Errors of reading a page.

/// Why a page's text is not there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReaderError {
    /// The reader does not take the key, or serves this network only with one.
    #[error("the page reader refused the key, or wants one: check it, or set one")]
    Unauthorized,
    /// Too many pages at once.
    #[error("the page reader asks for fewer requests at a time")]
    RateLimited {
        /// The requested wait, as written: seconds or a date.
        retry_after: Option<String>,
    },
    /// The reader's account is used up.
    #[error("the page reader's account is used up: recharge it, or use another key")]
    QuotaExceeded,
    /// There is no such page.
    #[error("there is no such page")]
    NotFound,
    /// The site does not let the reader in, or the reader does not go there.
    #[error("the page does not let itself be read (status {status})")]
    Blocked {
        /// The site's status, or the reader's.
        status: u16,
    },
    /// The reader, or the site behind it, failed for another reason.
    #[error("the page could not be read (status {status}): {message}")]
    Refused {
        /// The site's status, or the reader's.
        status: u16,
        /// The message, on one line.
        message: String,
    },
    /// The page holds no text.
    #[error("the page holds no text")]
    Empty,
    /// An unreadable response.
    #[error("the page reader's response cannot be read: {detail}")]
    Malformed {
        /// The fault.
        detail: &'static str,
    },
}

impl ReaderError {
    /// Stable name of the error.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Unauthorized => "reader_unauthorized",
            Self::RateLimited { .. } => "reader_rate_limited",
            Self::QuotaExceeded => "reader_quota_exceeded",
            Self::NotFound => "reader_not_found",
            Self::Blocked { .. } => "reader_blocked",
            Self::Refused { .. } => "reader_refused",
            Self::Empty => "reader_empty",
            Self::Malformed { .. } => "reader_malformed",
        }
    }

    /// Returns true if a retry may succeed.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::RateLimited { .. } => true,
            Self::Refused { status, .. } => *status == 408 || *status >= 500,
            _ => false,
        }
    }
}
