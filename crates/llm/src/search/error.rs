//! Errors of a search.

/// Why there are no results. Finding nothing is not among the reasons.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The query holds no words.
    #[error("there is nothing to search for: write what you look for")]
    EmptyQuery,
    /// The address of the search service is invalid.
    #[error("the address of the search service is not an http or https address")]
    BadBase,
    /// The language is invalid.
    #[error("the language of the search is no code of a Wikipedia, such as en, zh or nds-nl")]
    BadLanguage,
    /// The service does not take the key.
    #[error("the search key was refused: check that it is complete and still valid")]
    Unauthorized,
    /// The account is used up.
    #[error("the search account has no credits left: add credits, or use another key")]
    QuotaExceeded,
    /// Too many searches at once.
    #[error("the search service asks for fewer requests at a time")]
    RateLimited {
        /// The requested wait, as written: seconds or a date.
        retry_after: Option<String>,
    },
    /// An error page, of the service or of a proxy before it.
    #[error("the search service answered with status {status} and no results, but: {excerpt}")]
    NotJson {
        /// The status.
        status: u16,
        /// The first 120 visible characters, on one line.
        excerpt: String,
    },
    /// The service refuses to search, with a reason.
    #[error("the search service refused (status {status}): {message}")]
    Refused {
        /// The status.
        status: u16,
        /// The message, on one line.
        message: String,
    },
    /// An unreadable response.
    #[error("the search service's response cannot be read: {detail}")]
    Malformed {
        /// The fault.
        detail: &'static str,
    },
}

impl SearchError {
    /// Stable name of the error.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::EmptyQuery => "search_empty_query",
            Self::BadBase => "search_bad_base",
            Self::BadLanguage => "search_bad_language",
            Self::Unauthorized => "search_unauthorized",
            Self::QuotaExceeded => "search_quota_exceeded",
            Self::RateLimited { .. } => "search_rate_limited",
            Self::NotJson { .. } => "search_not_json",
            Self::Refused { .. } => "search_refused",
            Self::Malformed { .. } => "search_malformed",
        }
    }

    /// Returns true if a retry may succeed.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::RateLimited { .. } => true,
            Self::NotJson { status, .. } | Self::Refused { status, .. } => {
                *status == 408 || *status >= 500
            }
            _ => false,
        }
    }
}
