//! What can go wrong with a search.

/// Why there are no results. Finding nothing is not among the reasons.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The query holds no words.
    #[error("there is nothing to search for: write what you look for")]
    EmptyQuery,
    /// The address of the search service is none.
    #[error("the address of the search service is not an http or https address")]
    BadBase,
    /// The service does not take the key.
    #[error("the search key was refused: check that it is complete and still valid")]
    Unauthorized,
    /// The account is used up.
    #[error("the search account has no credits left: add credits, or use another key")]
    QuotaExceeded,
    /// Too many searches at once.
    #[error("the search service asks for fewer requests at a time")]
    RateLimited {
        /// The wait that it asks for, as it wrote it: seconds or a date.
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
    /// The service says why it does not search.
    #[error("the search service refused (status {status}): {message}")]
    Refused {
        /// The status.
        status: u16,
        /// What it says, on one line.
        message: String,
    },
    /// A response that cannot be read.
    #[error("the search service's response cannot be read: {detail}")]
    Malformed {
        /// What is wrong with it.
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
            Self::Unauthorized => "search_unauthorized",
            Self::QuotaExceeded => "search_quota_exceeded",
            Self::RateLimited { .. } => "search_rate_limited",
            Self::NotJson { .. } => "search_not_json",
            Self::Refused { .. } => "search_refused",
            Self::Malformed { .. } => "search_malformed",
        }
    }

    /// Whether asking again may succeed.
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
