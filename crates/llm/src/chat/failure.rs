//! Errors of a chat, distinguished by their remedy.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::parameter::Parameter;
use super::retry::retry_after;
use super::told::{Told, shortened};
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
        /// The endpoint's message.
        message: String,
    },
    /// 402, or 429 for want of money: waiting does not help.
    #[error("the language model's account has no credit left ({message})")]
    QuotaExceeded {
        /// The endpoint's message.
        message: String,
    },
    /// 429.
    #[error("the language model's endpoint asks for fewer requests: try again later ({message})")]
    RateLimited {
        /// The endpoint's message.
        message: String,
        /// The requested wait, as the endpoint wrote it.
        retry_after: Option<String>,
    },
    /// The conversation is longer than the model's window.
    #[error("the conversation is longer than the model's window ({message})")]
    ContextOverflow {
        /// The endpoint's message.
        message: String,
    },
    /// 404: no such model, or no such address.
    #[error(
        "the language model's endpoint knows no such model or address ({message}): check the model's name and the base address"
    )]
    NotFound {
        /// The endpoint's message.
        message: String,
    },
    /// The endpoint's content filter refused the text; another text may pass.
    #[error("the language model's endpoint takes no such text ({message})")]
    Filtered {
        /// The endpoint's message.
        message: String,
    },
    /// Any other 4xx: asking the same again gives the same.
    #[error("the language model's endpoint refused the request with status {status} ({message})")]
    Refused {
        /// The status.
        status: u16,
        /// The endpoint's message.
        message: String,
    },
    /// 4xx: the model takes the request without one of its parameters, or with another name for it.
    #[error(
        "the language model's endpoint refused the parameter {} with status {status} ({message})",
        .parameter.name()
    )]
    Unsupported {
        /// The parameter.
        parameter: Parameter,
        /// The status.
        status: u16,
        /// The endpoint's message.
        message: String,
    },
    /// 408, 409, 5xx, or an error inside a stream.
    #[error("the language model's endpoint failed with status {status} ({message})")]
    Server {
        /// The status.
        status: u16,
        /// The endpoint's message.
        message: String,
        /// The requested wait, as the endpoint wrote it.
        retry_after: Option<String>,
    },
    /// A chat endpoint replied, but the stream ended before the model had, or a part of it is unreadable.
    #[error("the language model's reply did not come whole: {detail}")]
    Incomplete {
        /// The cause.
        detail: String,
    },
    /// Not the format of a chat endpoint.
    #[error(
        "this is not an OpenAI-compatible reply: {detail}: check the base address, which mostly ends in /v1"
    )]
    Malformed {
        /// The content that was found.
        detail: String,
    },
}

/// Characters of a foreign reply that an error shows.
const EXCERPT_CHARS: usize = 120;

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
            Self::Refused { .. } | Self::Unsupported { .. } => "llm_refused",
            Self::Server { .. } => "llm_server",
            Self::Incomplete { .. } => "llm_incomplete",
            Self::Malformed { .. } => "llm_malformed",
        }
    }

    /// Returns the most retries that the same request is worth: one if another server seems to have replied, such as a
    /// proxy that was not ready.
    #[must_use]
    pub fn worth_retries(&self) -> u32 {
        match self {
            Self::RateLimited { .. } | Self::Server { .. } | Self::Incomplete { .. } => u32::MAX,
            Self::Malformed { .. } => 1,
            _ => 0,
        }
    }

    /// Returns the error for a truncated reply.
    pub(super) fn broken_off() -> Self {
        Self::Incomplete {
            detail: "it broke off before its end".to_owned(),
        }
    }

    /// Returns the error for a reply with a finish reason that no complete reply has.
    pub(super) fn ended_by(reason: &str) -> Self {
        Self::Incomplete {
            detail: format!(
                "its endpoint ended it with the finish reason {:?}",
                shortened(reason)
            ),
        }
    }

    /// Returns the error for a reply with a malformed part.
    pub(super) fn unreadable(error: &serde_json::Error) -> Self {
        Self::Incomplete {
            detail: format!(
                "a part of it cannot be read: {}",
                shortened(&error.to_string())
            ),
        }
    }

    /// Something else than a reply, by its beginning.
    pub(super) fn foreign(text: &str) -> Self {
        let beginning: String = shortened(text).chars().take(EXCERPT_CHARS).collect();
        Self::Malformed {
            detail: format!("it begins with “{beginning}”"),
        }
    }

    /// Returns the requested wait, as the endpoint wrote it.
    #[must_use]
    pub fn retry_after(&self) -> Option<&str> {
        match self {
            Self::RateLimited { retry_after, .. } | Self::Server { retry_after, .. } => {
                retry_after.as_deref()
            }
            _ => None,
        }
    }

    /// Returns the error of a response; `None` for a success.
    #[must_use]
    pub fn of(response: &HttpResponse) -> Option<Self> {
        if response.is_success() {
            return None;
        }
        if matches!(response.status, 301 | 302 | 303 | 307 | 308) {
            return Some(Self::leading_elsewhere(response));
        }
        let body = response.text();
        let error = serde_json::from_str::<Value>(&body).ok();
        let told = error
            .as_ref()
            .map_or_else(|| Told::plain(&body), Told::read);
        let after = response
            .header("retry-after-ms")
            .map(|milliseconds| format!("{milliseconds}ms"))
            .filter(|wait| retry_after(wait, 0).is_some())
            .or_else(|| response.header("retry-after").map(str::to_owned));
        Some(told.into_error(response.status, after))
    }

    /// Returns the error for a redirect: a key is sent to no other origin than its own.
    fn leading_elsewhere(response: &HttpResponse) -> Self {
        let told = response.header("location").map(shortened);
        let target = told.unwrap_or_else(|| "another address".to_owned());
        Self::Refused {
            status: response.status,
            message: format!("it redirects to {target}: set the base address that answers itself"),
        }
    }

    /// Returns the error in a stream that began well. It holds its status, or a code and a type that imply it.
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
                (error.kind(), error.worth_retries() > 0),
                (kind, again),
                "{status} {body}"
            );
        }
        assert_eq!(ChatError::of(&response(200, "")), None);
        let limited = ChatError::of(&response(429, "")).unwrap();
        assert_eq!(limited.retry_after(), Some("7"));
        assert!(limited.to_string().ends_with("(it gave no reason)"));
        let coded = r#"{"error":{"message":" ","type":"bad key sk-proj-abcdefgh12345678"}}"#;
        let refused = ChatError::of(&response(401, coded)).unwrap();
        assert!(refused.to_string().contains("(bad key …)"), "{refused}");
    }

    #[test]
    fn mb_21_an_endpoint_that_leads_elsewhere_is_told_with_where() {
        let mut moved = response(302, "");
        let unknown = ChatError::of(&moved).unwrap();
        assert!(unknown.to_string().contains("redirects to another address"));
        let target = "https://new.example/v1".to_owned();
        moved.headers.push(("location".to_owned(), target));
        let known = ChatError::of(&moved).unwrap();
        assert!(
            known
                .to_string()
                .contains("redirects to https://new.example/v1: set")
        );
        assert_eq!((known.kind(), known.worth_retries()), ("llm_refused", 0));
        let same = ChatError::of(&response(304, "")).unwrap();
        assert!(!same.to_string().contains("redirects"), "{same}");
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
            assert_eq!(
                (told.kind(), told.worth_retries() > 0),
                (kind, again),
                "{error}"
            );
        }
    }

    #[test]
    fn mb_21_what_is_no_reply_is_shown_and_asked_for_once_more() {
        let page = format!(
            "<html>\n<title>Open WebUI</title> sk-abcdef1234567890 {}",
            "x ".repeat(999)
        );
        let error = ChatError::foreign(&page);
        assert_eq!((error.kind(), error.worth_retries()), ("llm_malformed", 1));
        let told = error.to_string();
        assert!(
            told.contains("“<html> <title>Open WebUI</title> … x x"),
            "{told}"
        );
        assert!(told.contains("check the base address"), "{told}");
        assert!(told.chars().count() < 300, "{told}");
    }

    #[test]
    fn mb_21_a_reply_that_did_not_come_whole_says_why() {
        let odd = ChatError::ended_by("insufficient_system_resource");
        assert_eq!(odd.kind(), "llm_incomplete");
        assert!(odd.worth_retries() > 2);
        assert!(odd.to_string().contains("\"insufficient_system_resource\""));
        assert!(ChatError::broken_off().to_string().contains("broke off"));
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
