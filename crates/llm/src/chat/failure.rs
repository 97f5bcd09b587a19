//! What can go wrong with a chat, told apart by what is to be done about it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::retry::retry_after;
use crate::http::HttpResponse;

/// Why a call of a language model failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ChatError {
    /// 401 or 403.
    #[error(
        "the language model's endpoint refused the key ({message}): check the key and that it may use this model"
    )]
    Unauthorized {
        /// What the endpoint said.
        message: String,
    },
    /// 402, or 429 for want of money: waiting does not help.
    #[error("the language model's account has no credit left ({message})")]
    QuotaExceeded {
        /// What the endpoint said.
        message: String,
    },
    /// 429.
    #[error("the language model's endpoint asks to slow down ({message})")]
    RateLimited {
        /// What the endpoint said.
        message: String,
        /// How long it asks to wait, as it was written.
        retry_after: Option<String>,
    },
    /// The conversation is longer than the model's window.
    #[error("the conversation is longer than the model's window ({message})")]
    ContextOverflow {
        /// What the endpoint said.
        message: String,
    },
    /// 404: no such model, or no such address.
    #[error(
        "the language model's endpoint knows no such model or address ({message}): check the model's name and the base address"
    )]
    NotFound {
        /// What the endpoint said.
        message: String,
    },
    /// The endpoint does not read or write such a text; it may well take another.
    #[error("the language model's endpoint takes no such text ({message})")]
    Filtered {
        /// What the endpoint said.
        message: String,
    },
    /// Any other 4xx: asking the same again gives the same.
    #[error("the language model's endpoint refused the request with status {status} ({message})")]
    Refused {
        /// The status.
        status: u16,
        /// What the endpoint said.
        message: String,
    },
    /// 408, 409, 5xx, or an error inside a stream.
    #[error("the language model's endpoint failed with status {status} ({message})")]
    Server {
        /// The status.
        status: u16,
        /// What the endpoint said.
        message: String,
        /// How long it asks to wait, as it was written.
        retry_after: Option<String>,
    },
    /// The stream ended before the model had.
    #[error("the language model's reply broke off before its end")]
    Incomplete,
    /// Not what a chat endpoint sends.
    #[error("this is not an OpenAI-compatible reply: {detail}: check the base address")]
    Malformed {
        /// What was found instead.
        detail: String,
    },
}

/// Characters of an endpoint's message that an error keeps.
const MESSAGE_CHARS: usize = 300;

impl ChatError {
    /// Stable name of the error.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Unauthorized { .. } => "llm_unauthorized",
            Self::QuotaExceeded { .. } => "llm_quota_exceeded",
            Self::RateLimited { .. } => "llm_rate_limited",
            Self::ContextOverflow { .. } => "llm_context_overflow",
            Self::NotFound { .. } => "llm_not_found",
            Self::Filtered { .. } => "llm_filtered",
            Self::Refused { .. } => "llm_refused",
            Self::Server { .. } => "llm_server",
            Self::Incomplete => "llm_incomplete",
            Self::Malformed { .. } => "llm_malformed",
        }
    }

    /// Whether the same request may succeed later.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        matches!(
            self,
            Self::RateLimited { .. } | Self::Server { .. } | Self::Incomplete
        )
    }

    /// How long the endpoint asks to wait, as it was written.
    #[must_use]
    pub fn retry_after(&self) -> Option<&str> {
        match self {
            Self::RateLimited { retry_after, .. } | Self::Server { retry_after, .. } => {
                retry_after.as_deref()
            }
            _ => None,
        }
    }

    /// The error that a response tells; `None` for one that went well.
    #[must_use]
    pub fn of(response: &HttpResponse) -> Option<Self> {
        if response.is_success() {
            return None;
        }
        let body = response.text();
        let error = serde_json::from_str::<Value>(&body).ok();
        let told = error.as_ref().map_or_else(
            || Told {
                message: shortened(&body),
                code: String::new(),
            },
            Told::read,
        );
        let after = response
            .header("retry-after-ms")
            .map(|milliseconds| format!("{milliseconds}ms"))
            .filter(|wait| retry_after(wait, 0).is_some())
            .or_else(|| response.header("retry-after").map(str::to_owned));
        Some(told.into_error(response.status, after))
    }

    /// The error that a stream tells after it began well. Its status is in it, or told by its code and type.
    pub(super) fn in_stream(error: &Value) -> Self {
        let told = Told::read(error);
        let number = |value: &Value| {
            let written = value.as_str().and_then(|text| text.parse().ok());
            value.as_u64().or(written)
        };
        let status = ["status", "code"]
            .iter()
            .filter_map(|name| error.get(name).and_then(number))
            .filter_map(|status| u16::try_from(status).ok())
            .find(|status| (400..600).contains(status));
        let status = status.unwrap_or_else(|| told.status());
        told.into_error(status, None)
    }
}

/// The status that goes with what endpoints call an error; the first that fits counts, since some name a refused key
/// an invalid request too.
const STATUSES: [(u16, &[&str]); 7] = [
    (
        402,
        &[
            "insufficient_quota",
            "insufficient_balance",
            "billing",
            "credit",
            "payment",
        ],
    ),
    (
        401,
        &[
            "api_key",
            "authentication",
            "unauthenticated",
            "unauthorized",
        ],
    ),
    (403, &["permission", "forbidden", "access_denied"]),
    (429, &["rate_limit", "too_many_requests"]),
    (404, &["not_found"]),
    (
        500,
        &["server_error", "overloaded", "unavailable", "timeout"],
    ),
    (
        400,
        &[
            "invalid_request",
            "bad_request",
            "context_length",
            "content_filter",
            "content_policy",
            "data_inspection_failed",
        ],
    ),
];

/// What an error payload says.
struct Told {
    message: String,
    code: String,
}

impl Told {
    /// `{"error": {"message", "code", "type"}}`, `{"error": "…"}`, `{"message"}` and their like.
    fn read(payload: &Value) -> Self {
        let error = payload.get("error").unwrap_or(payload);
        let field = |name: &str| error.get(name).and_then(Value::as_str);
        let message = error
            .as_str()
            .or_else(|| field("message"))
            .or_else(|| field("detail"))
            .unwrap_or_default();
        let code = [field("code"), field("type")];
        Self {
            message: shortened(message),
            code: code.into_iter().flatten().collect::<Vec<_>>().join(" "),
        }
    }

    /// The status that its code and type stand for: 500, which may pass, for words that are not known.
    fn status(&self) -> u16 {
        let code = self.code.to_lowercase();
        let fits = |marks: &[&str]| marks.iter().any(|mark| code.contains(mark));
        let found = STATUSES.iter().find(|(_, marks)| fits(marks));
        found.map_or(500, |(status, _)| *status)
    }

    fn into_error(self, status: u16, retry_after: Option<String>) -> ChatError {
        let Self { message, code } = self;
        let lower = format!("{code} {message}").to_lowercase();
        let says = |marks: &[&str]| marks.iter().any(|mark| lower.contains(mark));
        let overflow = [
            "context_length",
            "context length",
            "maximum context",
            "context window",
            "exceeds the available context",
            "too many tokens",
            "prompt is too long",
        ];
        let no_credit = [
            "insufficient_quota",
            "insufficient balance",
            "billing",
            "credit",
        ];
        let filtered = [
            "content exists risk",
            "content_filter",
            "content_policy",
            "content policy",
            "content management policy",
            "data_inspection_failed",
            "flagged",
        ];
        match status {
            400 | 403 | 422 | 451 if says(&filtered) => ChatError::Filtered { message },
            400 | 413 | 422 | 500 if says(&overflow) => ChatError::ContextOverflow { message },
            402 => ChatError::QuotaExceeded { message },
            429 if says(&no_credit) => ChatError::QuotaExceeded { message },
            401 | 403 => ChatError::Unauthorized { message },
            404 => ChatError::NotFound { message },
            429 => ChatError::RateLimited {
                message,
                retry_after,
            },
            408 | 409 | 500.. => ChatError::Server {
                status,
                message,
                retry_after,
            },
            _ => ChatError::Refused { status, message },
        }
    }
}

/// One line of an endpoint's message, without what looks like a key: some endpoints quote it.
fn shortened(message: &str) -> String {
    let words: Vec<&str> = message
        .split_whitespace()
        .map(|word| if is_like_a_key(word) { "…" } else { word })
        .collect();
    words.join(" ").chars().take(MESSAGE_CHARS).collect()
}

fn is_like_a_key(word: &str) -> bool {
    let bare = word.trim_matches(|c: char| !(c.is_alphanumeric() || c == '*'));
    let digits = bare.chars().filter(char::is_ascii_digit).count();
    let run = bare
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || "-_*.".contains(c));
    run && (bare.starts_with("sk-") || bare.contains("****") || bare.len() >= 28 && digits >= 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn response(status: u16, body: &str) -> HttpResponse {
        HttpResponse {
            status,
            url: "https://llm.example/v1/chat/completions".to_owned(),
            headers: vec![("retry-after".to_owned(), "7".to_owned())],
            body: body.as_bytes().to_vec(),
        }
    }

    #[test]
    fn mb_21_errors_are_told_apart_by_what_to_do() {
        for (status, body, kind, again) in [
            (
                401,
                r#"{"error":{"message":"bad key"}}"#,
                "llm_unauthorized",
                false,
            ),
            (
                402,
                r#"{"error":{"message":"Insufficient Balance"}}"#,
                "llm_quota_exceeded",
                false,
            ),
            (
                429,
                r#"{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}"#,
                "llm_quota_exceeded",
                false,
            ),
            (
                429,
                r#"{"error":{"message":"slow down"}}"#,
                "llm_rate_limited",
                true,
            ),
            (
                400,
                r#"{"error":{"message":"This model's maximum context length is 65536 tokens"}}"#,
                "llm_context_overflow",
                false,
            ),
            (400, r#"{"error":"bad temperature"}"#, "llm_refused", false),
            (
                400,
                r#"{"error":{"message":"Content Exists Risk"}}"#,
                "llm_filtered",
                false,
            ),
            (404, "not found", "llm_not_found", false),
            (503, "<html>busy</html>", "llm_server", true),
            (408, "", "llm_server", true),
        ] {
            let error = ChatError::of(&response(status, body)).unwrap();
            assert_eq!(
                (error.kind(), error.is_retryable()),
                (kind, again),
                "{status} {body}"
            );
        }
        assert_eq!(ChatError::of(&response(200, "")), None);
        let limited = ChatError::of(&response(429, "")).unwrap();
        assert_eq!(limited.retry_after(), Some("7"));
    }

    #[test]
    fn mb_21_an_error_in_a_stream_is_told_apart_by_its_code_and_type() {
        for (error, kind, again) in [
            (
                r#"{"code":"insufficient_quota"}"#,
                "llm_quota_exceeded",
                false,
            ),
            (
                r#"{"type":"insufficient_quota","code":429}"#,
                "llm_quota_exceeded",
                false,
            ),
            (
                r#"{"type":"invalid_request_error","code":"invalid_api_key"}"#,
                "llm_unauthorized",
                false,
            ),
            (
                r#"{"type":"authentication_error"}"#,
                "llm_unauthorized",
                false,
            ),
            (r#"{"type":"permission_error"}"#, "llm_unauthorized", false),
            (r#"{"code":"402"}"#, "llm_quota_exceeded", false),
            (r#"{"code":"model_not_found"}"#, "llm_not_found", false),
            (r#"{"code":"content_filter"}"#, "llm_filtered", false),
            (
                r#"{"code":"context_length_exceeded"}"#,
                "llm_context_overflow",
                false,
            ),
            (r#"{"type":"invalid_request_error"}"#, "llm_refused", false),
            (
                r#"{"code":"rate_limit_exceeded"}"#,
                "llm_rate_limited",
                true,
            ),
            (r#"{"type":"overloaded_error"}"#, "llm_server", true),
            (r#"{"status":503,"code":"x"}"#, "llm_server", true),
            (r#""something broke""#, "llm_server", true),
        ] {
            let error = serde_json::from_str(error).unwrap();
            let told = ChatError::in_stream(&error);
            assert_eq!((told.kind(), told.is_retryable()), (kind, again), "{error}");
        }
    }

    #[test]
    fn mb_21_an_unreadable_wait_hides_no_readable_one() {
        for (milliseconds, wait) in [("150.5", "150.5ms"), ("soon", "7")] {
            let mut limited = response(429, "");
            let header = ("retry-after-ms".to_owned(), milliseconds.to_owned());
            limited.headers.push(header);
            let error = ChatError::of(&limited).unwrap();
            assert_eq!(error.retry_after(), Some(wait));
        }
    }

    #[test]
    fn mb_21_an_endpoint_that_quotes_the_key_does_not_put_it_into_the_error() {
        let body = r#"{"error":{"message":"Incorrect API key provided: sk-abcdef1234567890abcdef. Find yours at https://x.example"}}"#;
        let told = ChatError::of(&response(401, body)).unwrap().to_string();
        assert!(
            told.contains("Incorrect API key") && !told.contains("sk-abc"),
            "{told}"
        );
    }
}
