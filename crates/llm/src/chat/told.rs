//! An endpoint's error payload, and the error that it means.

use serde_json::Value;

use super::failure::ChatError;
use super::filtered::is_filtered;
use super::parameter::Parameter;
use super::retry::retry_after;

/// Statuses by the endpoints' names of errors; the first that fits counts, because some call a refused key an invalid
/// request too.
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
    (
        429,
        &["rate_limit", "too_many_requests", "resource_exhausted"],
    ),
    (404, &["not_found"]),
    (
        500,
        &["server_error", "overloaded", "unavailable", "timeout"],
    ),
    (
        400,
        &[
            "invalid_request",
            "invalid_argument",
            "bad_request",
            "context_length",
            "content_filter",
            "content_policy",
            "moderation_blocked",
            "data_inspection_failed",
        ],
    ),
];

/// Characters of an endpoint's message that an error keeps.
const MESSAGE_CHARS: usize = 300;

/// The message of an error if its endpoint gives none.
const NO_REASON: &str = "it gave no reason";

/// Marks of a request that is longer than the context window.
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

/// Marks of an empty account.
const EMPTY: [&str; 2] = ["insufficient_quota", "insufficient balance"];

/// Marks of an account that may be empty: a rate limit may well name the billing page.
const NO_CREDIT: [&str; 2] = ["billing", "credit"];

/// Marks of a rate: `…PerMinute…` is Google's.
const RATES: [&str; 6] = [
    "rate_limit",
    "rate limit",
    "per minute",
    "per min",
    "per second",
    "perminute",
];

/// The content of an error payload.
pub(super) struct Told {
    message: String,
    code: String,
    parameter: String,
    /// The requested wait, in the form of a header.
    wait: Option<String>,
    /// True if it names a rate.
    names_rate: bool,
}

impl Told {
    /// Reads a body that is no JSON.
    pub(super) fn plain(body: &str) -> Self {
        Self {
            message: shortened(body),
            code: String::new(),
            parameter: String::new(),
            wait: wait_told(body),
            names_rate: names_rate(body),
        }
    }

    /// Reads `{"error": {"message", "code", "type", "status", "param", "details"}}`, `{"error": "…"}`, `{"message"}`
    /// and the like, also in a list; and `{"detail": […]}`, which lists the faults of a request.
    pub(super) fn read(payload: &Value) -> Self {
        let payload = payload.get(0).unwrap_or(payload);
        let error = payload.get("error").unwrap_or(payload);
        let field = |name: &str| error.get(name).and_then(Value::as_str);
        let listed = error.get("detail").filter(|detail| detail.is_array());
        let listed = listed.map(Value::to_string);
        let message = error
            .as_str()
            .or_else(|| field("message"))
            .or_else(|| field("detail"))
            .or(listed.as_deref())
            .unwrap_or_default();
        let code = [field("code"), field("type"), field("status")];
        let details = error.get("details").and_then(Value::as_array);
        let details = details.map(Vec::as_slice).unwrap_or_default();
        Self {
            message: shortened(message),
            code: code.into_iter().flatten().collect::<Vec<_>>().join(" "),
            parameter: field("param").unwrap_or_default().to_owned(),
            wait: details
                .iter()
                .find_map(|detail| duration(detail.get("retryDelay")?.as_str()?))
                .or_else(|| wait_told(message)),
            names_rate: names_rate(message)
                || details.iter().any(|detail| names_rate(&detail.to_string())),
        }
    }

    /// Returns the status for its code and type: 500, which may be transient, for unknown words.
    pub(super) fn status(&self) -> u16 {
        let code = self.code.to_lowercase();
        let fits = |marks: &[&str]| marks.iter().any(|mark| code.contains(mark));
        let found = STATUSES.iter().find(|(_, marks)| fits(marks));
        found.map_or(500, |(status, _)| *status)
    }

    /// Returns the error for this status, with the wait of the header.
    pub(super) fn into_error(self, status: u16, header: Option<String>) -> ChatError {
        let Self {
            message,
            code,
            parameter,
            wait,
            names_rate,
        } = self;
        let readable = |wait: &String| retry_after(wait, 0).is_some();
        let asked = header.filter(readable).or(wait);
        let lower = format!("{code} {message}").to_lowercase();
        let says = |marks: &[&str]| marks.iter().any(|mark| lower.contains(mark));
        let is_rate = names_rate || code.contains("rate_limit") || asked.is_some();
        let reasons = [message, shortened(&code), NO_REASON.to_owned()];
        let told = reasons.into_iter().find(|reason| !reason.trim().is_empty());
        let message = told.unwrap_or_default();
        match status {
            400 | 403 | 422 | 451 if is_filtered(&lower) => ChatError::Filtered { message },
            413 => ChatError::ContextOverflow { message },
            400 | 422 | 500 if says(&OVERFLOW) => ChatError::ContextOverflow { message },
            402 => ChatError::QuotaExceeded { message },
            // Longer than is read in a minute: waiting does not help.
            429 if says(&["request too large"]) => ChatError::ContextOverflow { message },
            429 if says(&EMPTY) || says(&NO_CREDIT) && !is_rate => {
                ChatError::QuotaExceeded { message }
            }
            401 | 403 => ChatError::Unauthorized { message },
            404 => ChatError::NotFound { message },
            429 => ChatError::RateLimited {
                message,
                retry_after: asked,
            },
            408 | 409 | 500.. => ChatError::Server {
                status,
                message,
                retry_after: asked,
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

fn names_rate(words: &str) -> bool {
    let lower = words.to_lowercase();
    RATES.iter().any(|mark| lower.contains(mark))
}

/// Returns the wait that a message requests: `Please retry in 1.2s`, `try again in 6m0s`.
fn wait_told(message: &str) -> Option<String> {
    let lower = message.to_ascii_lowercase();
    let begins = ["retry in ", "try again in ", "retry after "];
    let told = begins.iter().find_map(|begin| lower.split_once(begin));
    duration(told?.1)
}

/// The time that a text begins with, in milliseconds as a header writes them: `1.2s`, `1h2m3s`, `250ms`, `20 seconds`.
fn duration(text: &str) -> Option<String> {
    let mut rest = text.trim_start();
    let mut milliseconds = None;
    loop {
        let digits = |c: char| c.is_ascii_digit() || c == '.';
        let end = rest.find(|c| !digits(c)).unwrap_or(rest.len());
        let (number, after) = rest.split_at(end);
        let after = after.trim_start();
        let end = after.find(|c: char| !c.is_ascii_alphabetic());
        let (unit, after) = after.split_at(end.unwrap_or(after.len()));
        let (Some(unit), Ok(number)) = (unit_milliseconds(unit), number.parse::<f64>()) else {
            break;
        };
        milliseconds = Some(milliseconds.unwrap_or(0.0) + number * unit);
        rest = after;
    }
    milliseconds.map(|milliseconds: f64| format!("{}ms", milliseconds.ceil()))
}

/// The milliseconds of a unit of time.
fn unit_milliseconds(unit: &str) -> Option<f64> {
    match unit {
        "ms" | "millisecond" | "milliseconds" => Some(1.0),
        "s" | "sec" | "secs" | "second" | "seconds" => Some(1e3),
        "m" | "min" | "mins" | "minute" | "minutes" => Some(6e4),
        "h" | "hour" | "hours" => Some(3.6e6),
        _ => None,
    }
}

/// Returns one line of an endpoint's message, without text that looks like a key: some endpoints quote it.
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

    /// Gemini's limit per minute, as it words it for accounts without billing.
    #[test]
    fn mb_21_a_quota_of_a_minute_is_no_empty_account() {
        let told = "You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits. To monitor your current usage, head to: https://ai.dev/usage?tab=rate-limit. \n* Quota exceeded for metric: generativelanguage.googleapis.com/generate_content_free_tier_requests, limit: 10, model: gemini-2.5-flash";
        let of = |message: &str, details: Value| {
            let status = "RESOURCE_EXHAUSTED";
            let payload = serde_json::json!([{ "error": {
                "code": 429, "message": message, "status": status, "details": details,
            } }]);
            let error = Told::read(&payload).into_error(429, None);
            let wait = error.retry_after().map(str::to_owned);
            (error.kind(), wait)
        };
        let limited = |wait: Option<&str>| ("llm_rate_limited", wait.map(str::to_owned));
        let in_words = format!("{told}\nPlease retry in 1.2s.");
        assert_eq!(of(&in_words, Value::Null), limited(Some("1200ms")));
        let retry = serde_json::json!([
            { "@type": "type.googleapis.com/google.rpc.Help", "links": [] },
            { "@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "7s" },
        ]);
        assert_eq!(of(&in_words, retry), limited(Some("7000ms")));
        let bare = "You exceeded your current quota, please check your plan and billing details.";
        let quota = "GenerateRequestsPerMinutePerProjectPerModel-FreeTier";
        let failure = serde_json::json!([{ "violations": [{ "quotaId": quota }] }]);
        assert_eq!(of(bare, failure), limited(None));
        assert_eq!(of(bare, Value::Null), ("llm_quota_exceeded", None));
        let streamed = serde_json::json!({ "message": in_words, "status": "RESOURCE_EXHAUSTED" });
        assert_eq!(ChatError::in_stream(&streamed).kind(), "llm_rate_limited");
        assert_eq!(
            ChatError::in_stream(&streamed).retry_after(),
            Some("1200ms")
        );
    }

    #[test]
    fn mb_21_a_header_says_when_and_an_empty_account_stays_empty() {
        let with_header = |payload: &str| {
            let payload = serde_json::from_str(payload).unwrap();
            let told = |header: &str| Told::read(&payload).into_error(429, Some(header.to_owned()));
            assert_eq!(told("soon"), error(429, &payload.to_string()));
            told("9")
        };
        let limited = r#"{"error":{"message":"Check your billing; try again in 20s"}}"#;
        assert_eq!(with_header(limited).retry_after(), Some("9"));
        assert_eq!(error(429, limited).retry_after(), Some("20000ms"));
        for empty in [
            r#"{"error":{"message":"Please retry in 1s","code":"insufficient_quota"}}"#,
            r#"{"error":{"message":"Insufficient balance: try again in 2s"}}"#,
        ] {
            assert_eq!(with_header(empty).kind(), "llm_quota_exceeded", "{empty}");
        }
        let empty = r#"{"error":{"message":"No credit left"}}"#;
        assert_eq!(error(429, empty).kind(), "llm_quota_exceeded");
    }

    #[test]
    fn mb_21_a_wait_is_read_from_words() {
        for (told, wait) in [
            ("Please retry in 1.2s.", Some("1200ms")),
            (
                "Please try again in 20s. Visit https://x.example",
                Some("20000ms"),
            ),
            ("Try again in 1h6m0.5s", Some("3960500ms")),
            ("try again in 250ms", Some("250ms")),
            ("retry after 20 seconds", Some("20000ms")),
            ("try again in a while", None),
            ("retry in 5 parsecs", None),
            ("retry in ", None),
            ("slow down", None),
        ] {
            assert_eq!(wait_told(told).as_deref(), wait, "{told}");
        }
        let endless = wait_told(&format!("retry in {}s", "9".repeat(30))).unwrap();
        assert!(retry_after(&endless, 0).is_some());
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
                r#"{"error":{"message":"This response_format type is unavailable now","type":"invalid_request_error"}}"#,
                Some(Parameter::JsonSchema),
            ),
            (
                r#"{"error":{"message":"Invalid schema for response_format 'plan'","param":"response_format"}}"#,
                Some(Parameter::JsonSchema),
            ),
            (
                r#"{"error":{"message":"'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.","param":"messages"}}"#,
                Some(Parameter::JsonSchema),
            ),
            (
                r#"{"error":{"message":"This model does not support response format `json_schema`"}}"#,
                Some(Parameter::JsonSchema),
            ),
            (
                r#"{"error":{"message":"Unrecognized request argument supplied: stream_options"}}"#,
                Some(Parameter::StreamOptions),
            ),
            (
                r#"{"detail":[{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted"}]}"#,
                Some(Parameter::StreamOptions),
            ),
            (r#"{"error":{"message":"bad stream"}}"#, None),
            (
                r#"{"error":{"message":"Unsupported value: a role other than at this temperature","param":"messages[0].role"}}"#,
                None,
            ),
        ] {
            assert_eq!(refused(payload), parameter, "{payload}");
        }
    }
}
