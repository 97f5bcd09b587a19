//! What an endpoint's error payload says, and which error that is.

use serde_json::Value;

use super::failure::ChatError;
use super::parameter::Parameter;

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

/// Characters of an endpoint's message that an error keeps.
const MESSAGE_CHARS: usize = 300;

/// What says that a request is longer than the model reads.
const OVERFLOW: [&str; 19] = [
    "context_length",
    "context length",
    "maximum context",
    "context window",
    "context limit",
    "exceeds the available context",
    "too many tokens",
    "prompt is too long",
    "input is too long",
    "input token count",
    "maximum number of tokens",
    "maximum prompt length",
    "prompt exceeds max",
    "exceeded model token limit",
    "`inputs` tokens",
    "range of input length",
    "reduce the length of",
    "reduce your message size",
    "request too large",
];

/// What says that an account is empty.
const NO_CREDIT: [&str; 4] = [
    "insufficient_quota",
    "insufficient balance",
    "billing",
    "credit",
];

/// What says that a text is not taken.
const FILTERED: [&str; 7] = [
    "content exists risk",
    "content_filter",
    "content_policy",
    "content policy",
    "content management policy",
    "data_inspection_failed",
    "flagged",
];

/// What an error payload says.
pub(super) struct Told {
    message: String,
    code: String,
    parameter: String,
}

impl Told {
    /// What stands in a body that is no JSON.
    pub(super) fn plain(body: &str) -> Self {
        Self {
            message: shortened(body),
            code: String::new(),
            parameter: String::new(),
        }
    }

    /// `{"error": {"message", "code", "type", "param"}}`, `{"error": "…"}`, `{"message"}` and their like, also in a
    /// list.
    pub(super) fn read(payload: &Value) -> Self {
        let payload = payload.get(0).unwrap_or(payload);
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
            parameter: field("param").unwrap_or_default().to_owned(),
        }
    }

    /// The status that its code and type stand for: 500, which may pass, for words that are not known.
    pub(super) fn status(&self) -> u16 {
        let code = self.code.to_lowercase();
        let fits = |marks: &[&str]| marks.iter().any(|mark| code.contains(mark));
        let found = STATUSES.iter().find(|(_, marks)| fits(marks));
        found.map_or(500, |(status, _)| *status)
    }

    /// The error that it is with this status.
    pub(super) fn into_error(self, status: u16, retry_after: Option<String>) -> ChatError {
        let Self {
            message,
            code,
            parameter,
        } = self;
        let lower = format!("{code} {message}").to_lowercase();
        let says = |marks: &[&str]| marks.iter().any(|mark| lower.contains(mark));
        // One that asks to slow down may well name the page on billing.
        let is_rate = code.contains("rate_limit");
        match status {
            400 | 403 | 422 | 451 if says(&FILTERED) => ChatError::Filtered { message },
            413 => ChatError::ContextOverflow { message },
            400 | 422 | 500 if says(&OVERFLOW) => ChatError::ContextOverflow { message },
            402 => ChatError::QuotaExceeded { message },
            // Longer than is read in a minute: waiting does not help.
            429 if says(&["request too large"]) => ChatError::ContextOverflow { message },
            429 if says(&NO_CREDIT) && !is_rate => ChatError::QuotaExceeded { message },
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
            _ => match Parameter::refused(&parameter, &lower) {
                Some(parameter) => ChatError::Unsupported {
                    parameter,
                    status,
                    message,
                },
                None => ChatError::Refused { status, message },
            },
        }
    }
}

/// One line of an endpoint's message, without what looks like a key: some endpoints quote it.
pub(super) fn shortened(message: &str) -> String {
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

    fn error(status: u16, payload: &str) -> ChatError {
        let payload = serde_json::from_str(payload).unwrap();
        Told::read(&payload).into_error(status, None)
    }

    #[test]
    fn mb_21_a_request_that_is_too_long_is_known_by_the_words_of_each_endpoint() {
        for (status, message) in [
            (
                400,
                "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
            ),
            (
                413,
                "Request too large for model `x` on tokens per minute (TPM): Limit 6000, Requested 9000, please reduce your message size and try again.",
            ),
            (
                429,
                "Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 41000.",
            ),
            (413, ""),
            (
                400,
                "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000",
            ),
            (
                400,
                "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
            ),
            (400, "Range of input length should be [1, 30720]"),
            (
                422,
                "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4097",
            ),
            (400, "Your request exceeded model token limit: 8192"),
        ] {
            let payload = serde_json::json!([{ "error": { "message": message, "code": "rate_limit_exceeded" } }]);
            let told = Told::read(&payload).into_error(status, None);
            assert_eq!(told.kind(), "llm_context_overflow", "{status} {message}");
        }
        let throttled = r#"{"message":"Too many tokens, please wait before trying again."}"#;
        assert_eq!(error(429, throttled).kind(), "llm_rate_limited");
    }

    #[test]
    fn mb_21_who_asks_to_slow_down_may_name_the_page_on_billing() {
        let limited = r#"{"error":{"message":"Rate limit reached. Add a payment method at https://x.example/account/billing.","code":"rate_limit_exceeded"}}"#;
        assert_eq!(error(429, limited).kind(), "llm_rate_limited");
        let empty =
            r#"{"error":{"message":"See your plan and billing","code":"insufficient_quota"}}"#;
        assert_eq!(error(429, empty).kind(), "llm_quota_exceeded");
    }

    #[test]
    fn mb_21_a_refused_parameter_is_told_from_a_refused_request() {
        let refused = |payload: &str| match error(400, payload) {
            ChatError::Unsupported { parameter, .. } => Some(parameter),
            _ => None,
        };
        for (payload, parameter) in [
            (
                r#"{"error":{"message":"Unsupported value: 'temperature' does not support 0.6 with this model. Only the default (1) value is supported.","param":"temperature","code":"unsupported_value"}}"#,
                Some(Parameter::Temperature),
            ),
            (
                r#"{"error":{"message":"Unsupported parameter: 'top_p' is not supported with this model.","param":"top_p","code":"unsupported_parameter"}}"#,
                Some(Parameter::TopP),
            ),
            (
                r#"{"message":"`temperature` and `top_p` cannot both be specified for this model."}"#,
                Some(Parameter::Temperature),
            ),
            (
                r#"{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","param":"max_tokens"}}"#,
                Some(Parameter::MaxTokens),
            ),
            (
                r#"{"error":{"message":"max_tokens: 9999999 is not supported"}}"#,
                None,
            ),
            (r#"{"error":{"message":"bad temperature"}}"#, None),
            (
                r#"{"error":{"message":"Unsupported value: a role other than at this temperature","param":"messages[0].role"}}"#,
                None,
            ),
        ] {
            assert_eq!(refused(payload), parameter, "{payload}");
        }
    }
}
