//! Jina Reader's response, read.

use serde_json::Value;
use url::Url;

use super::{PageText, ReaderError};
use crate::http::HttpResponse;
use crate::search::reply::{excerpt, is_about_credits, is_page, one_line, reason, retry_after};

/// Characters of a title or a date.
const LETTERS: usize = 300;

/// Jina Reader's message if the site replied with an error; its own status is then 200.
const SITE_FAILED: &str = "Target URL returned error ";

/// The line before the text if Jina Reader replies with text instead of JSON.
const TEXT_STARTS: &str = "\nMarkdown Content:";

/// Reads Jina Reader's response to the request for a page: its JSON, or its text with a head of `Title:` and `URL
/// Source:`. If it names no web address, the page has the requested address.
///
/// # Errors
/// A refusal by Jina Reader or by the site, see [`ReaderError`].
pub fn jina_read(asked: &Url, response: &HttpResponse) -> Result<PageText, ReaderError> {
    let body = response.text();
    let body = body.trim_start_matches('\u{FEFF}');
    let payload: Option<Value> = serde_json::from_str(body).ok();
    if let Some(error) = refusal(response, payload.as_ref()) {
        return Err(error);
    }
    let page = match payload {
        Some(payload) => from_json(&payload, asked, response)?,
        None => from_text(body, asked, response)?,
    };
    if page.text.trim().is_empty() {
        return Err(ReaderError::Empty);
    }
    Ok(page)
}

/// Returns Jina Reader's own refusal.
fn refusal(response: &HttpResponse, payload: Option<&Value>) -> Option<ReaderError> {
    let status = status(response, payload);
    if (200..300).contains(&status) {
        return None;
    }
    let message = match payload {
        Some(payload) => reason(payload).unwrap_or_else(|| "it gives no reason".to_owned()),
        None => excerpt(response),
    };
    Some(match status {
        401 => ReaderError::Unauthorized,
        402 => ReaderError::QuotaExceeded,
        429 if is_about_credits(&message) => ReaderError::QuotaExceeded,
        429 => ReaderError::RateLimited {
            retry_after: retry_after(response, payload),
        },
        // A web page is not Jina Reader's reply: the address of Jina Reader is wrong, not the requested one.
        404 if is_page(response) => ReaderError::Refused { status, message },
        _ => failure(status, message),
    })
}

/// Returns the status of the response; for a success, the one that its JSON names.
fn status(response: &HttpResponse, payload: Option<&Value>) -> u16 {
    let named = payload
        .and_then(|payload| payload.get("code")?.as_u64())
        .and_then(|code| u16::try_from(code).ok())
        .filter(|code| (100..600).contains(code));
    match named {
        Some(named) if response.is_success() => named,
        _ => response.status,
    }
}

/// A failure that is the page's, by the status of the site or of Jina Reader.
fn failure(status: u16, message: String) -> ReaderError {
    match status {
        404 | 410 => ReaderError::NotFound,
        // 451 is also Jina Reader's for sites that it does not read for everyone.
        401 | 402 | 403 | 407 | 429 | 451 => ReaderError::Blocked { status },
        _ => ReaderError::Refused { status, message },
    }
}

/// Returns the site's error, from Jina Reader's warning.
fn site_failure(warnings: &str) -> Option<ReaderError> {
    let (_, told) = warnings.split_once(SITE_FAILED)?;
    let digits: String = told.chars().take_while(char::is_ascii_digit).collect();
    let message = one_line(told.lines().next().unwrap_or_default(), LETTERS);
    Some(failure(digits.parse().ok()?, message))
}

fn from_json(
    payload: &Value,
    asked: &Url,
    response: &HttpResponse,
) -> Result<PageText, ReaderError> {
    let data = payload.get("data").filter(|data| data.is_object());
    let Some(data) = data else {
        return Err(match reason(payload) {
            Some(message) => ReaderError::Refused {
                status: response.status,
                message,
            },
            None => ReaderError::Malformed {
                detail: "it holds no page",
            },
        });
    };
    let text = |name: &str| data.get(name).and_then(Value::as_str);
    if let Some(failure) = site_failure(text("warning").unwrap_or_default()) {
        return Err(failure);
    }
    Ok(PageText {
        url: address(text("url"), asked),
        title: one_line(text("title").unwrap_or_default(), LETTERS),
        published: line(text("publishedTime")),
        text: text("content")
            .or(text("text"))
            .unwrap_or_default()
            .to_owned(),
    })
}

fn from_text(body: &str, asked: &Url, response: &HttpResponse) -> Result<PageText, ReaderError> {
    let malformed = |detail| Err(ReaderError::Malformed { detail });
    if body.contains('\0') {
        return malformed("it is not text");
    }
    if is_page(response) {
        return malformed("it is a web page, not Jina Reader's");
    }
    let fields = body.trim_start().strip_prefix('{');
    if fields.is_some_and(|fields| fields.trim_start().starts_with('"')) {
        return malformed("its JSON is damaged");
    }
    let (head, text) = match body.split_once(TEXT_STARTS) {
        Some((head, text)) if head.starts_with("Title:") => (head, text.trim_start_matches('\n')),
        _ => ("", body),
    };
    let warnings = if head.is_empty() {
        body.lines().find(|line| !line.trim().is_empty())
    } else {
        Some(head)
    };
    // Without a head only a warning on the first line is Jina Reader's; pages may mention such warnings.
    let warnings = warnings.filter(|warnings| !head.is_empty() || warnings.starts_with("Warning:"));
    if let Some(failure) = site_failure(warnings.unwrap_or_default()) {
        return Err(failure);
    }
    let named = |name: &str| head.lines().find_map(|line| line.strip_prefix(name));
    Ok(PageText {
        url: address(named("URL Source:"), asked),
        title: one_line(named("Title:").unwrap_or_default(), LETTERS),
        published: line(named("Published Time:")),
        text: text.to_owned(),
    })
}

fn line(text: Option<&str>) -> Option<String> {
    let line = one_line(text?, LETTERS);
    (!line.is_empty()).then_some(line)
}

/// Returns the page's address if it is on the web; otherwise the requested one.
fn address(named: Option<&str>, asked: &Url) -> String {
    let web = |text: &str| {
        let url = Url::parse(text.trim()).ok()?;
        matches!(url.scheme(), "http" | "https").then(|| url.into())
    };
    named.and_then(web).unwrap_or_else(|| asked.to_string())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn response(status: u16, body: impl Into<Vec<u8>>) -> HttpResponse {
        HttpResponse {
            status,
            url: "https://r.jina.ai/https://example.com/asked?a=/http://b".to_owned(),
            headers: vec![("retry-after".to_owned(), "30".to_owned())],
            body: body.into(),
        }
    }

    fn asked() -> Url {
        Url::parse("https://example.com/asked?a=/http://b").unwrap()
    }

    fn read_json(status: u16, body: &Value) -> Result<PageText, ReaderError> {
        jina_read(&asked(), &response(status, body.to_string()))
    }

    fn page(data: &Value) -> Result<PageText, ReaderError> {
        read_json(
            200,
            &json!({"code": 200, "status": 20000, "data": data, "meta": {"usage": {"tokens": 42}}}),
        )
    }

    fn refused(code: u16, status: u32, name: &str, message: &str) -> Value {
        json!({
            "data": null, "code": code, "name": name, "status": status, "message": message,
            "readableMessage": format!("{name}: {message}")
        })
    }

    #[test]
    fn mb_20_jinas_json_is_read() {
        let found = page(&json!({
            "title": "Example\n Domain",
            "description": "",
            "url": "https://example.com/",
            "content": "# Example\n\nThis domain is for use in examples.\n",
            "publishedTime": "Mon, 13 Jan 2025 20:11:20 GMT",
            "metadata": {"lang": "en"},
            "external": {},
            "usage": {"tokens": 42}
        }));
        let expected = PageText {
            url: "https://example.com/".to_owned(),
            title: "Example Domain".to_owned(),
            published: Some("Mon, 13 Jan 2025 20:11:20 GMT".to_owned()),
            text: "# Example\n\nThis domain is for use in examples.\n".to_owned(),
        };
        assert_eq!(found, Ok(expected));
    }

    #[test]
    fn mb_20_missing_fields_are_made_good() {
        let found = page(&json!({"text": "Plain", "title": null, "url": "javascript:1"})).unwrap();
        assert_eq!(found.url, "https://example.com/asked?a=/http://b");
        assert_eq!((found.title.as_str(), found.published), ("", None));
        assert_eq!(found.text, "Plain");
    }

    #[test]
    fn mb_20_jinas_text_is_read() {
        let found = jina_read(
            &asked(),
            &response(
                200,
                "Title: Example: Domain\n\nURL Source: https://example.com/a\n\n\
             Published Time: 2025-01-13T20:11:20Z\n\nWarning: This page may be cached\n\n\
             Markdown Content:\n# Example\n\nMarkdown Content:\nTarget URL returned error 404\n",
            ),
        )
        .unwrap();
        assert_eq!(found.title, "Example: Domain");
        assert_eq!(found.url, "https://example.com/a");
        assert_eq!(found.published.as_deref(), Some("2025-01-13T20:11:20Z"));
        assert!(found.text.starts_with("# Example\n\nMarkdown Content:\n"));
    }

    #[test]
    fn mb_20_plain_text_is_the_page() {
        let text =
            "# Notes\n\nWarning: Target URL returned error 403: Forbidden\n\nMarkdown Content: x";
        let found = jina_read(&asked(), &response(200, text)).unwrap();
        assert_eq!(found.text, text);
        assert_eq!(found.url, "https://example.com/asked?a=/http://b");
        assert_eq!(found.title, "");
    }

    #[test]
    fn mb_20_a_page_that_its_site_denies_is_no_text() {
        for (warning, error) in [
            (
                "Target URL returned error 404: Not Found",
                ReaderError::NotFound,
            ),
            (
                "Cached.\nTarget URL returned error 410: Gone",
                ReaderError::NotFound,
            ),
            (
                "Target URL returned error 403",
                ReaderError::Blocked { status: 403 },
            ),
            (
                "Target URL returned error 429: Slow down",
                ReaderError::Blocked { status: 429 },
            ),
            (
                "Target URL returned error 503: Service Unavailable",
                ReaderError::Refused {
                    status: 503,
                    message: "503: Service Unavailable".to_owned(),
                },
            ),
        ] {
            let data =
                json!({"url": "https://example.com/", "content": "Sorry", "warning": warning});
            assert_eq!(page(&data), Err(error.clone()));
            let text = format!(
                "Title: x\n\nURL Source: y\n\nWarning: {warning}\n\nMarkdown Content:\nSorry"
            );
            assert_eq!(jina_read(&asked(), &response(200, text)), Err(error));
        }
        let alone = jina_read(
            &asked(),
            &response(200, "Warning: Target URL returned error 403"),
        );
        assert_eq!(alone, Err(ReaderError::Blocked { status: 403 }));
        let other = json!({"content": "Text", "warning": "This page is cached"});
        assert_eq!(page(&other).unwrap().text, "Text");
    }

    #[test]
    fn mb_20_jinas_refusals_are_told_apart() {
        for (code, status, name, message, kind) in [
            (
                401,
                40101,
                "AuthenticationFailedError",
                "Invalid API key",
                "reader_unauthorized",
            ),
            (
                401,
                40103,
                "AuthenticationRequiredError",
                "Network blocked",
                "reader_unauthorized",
            ),
            (
                402,
                40203,
                "InsufficientBalanceError",
                "Balance not enough",
                "reader_quota_exceeded",
            ),
            (
                429,
                42903,
                "RateLimitTriggeredError",
                "Per minute",
                "reader_rate_limited",
            ),
            (
                429,
                42903,
                "RateLimitTriggeredError",
                "No balance",
                "reader_quota_exceeded",
            ),
            (
                404,
                40401,
                "ResourceNotFoundError",
                "Nothing there",
                "reader_not_found",
            ),
            (
                403,
                40301,
                "OperationNotAllowedError",
                "Not allowed",
                "reader_blocked",
            ),
            (
                451,
                45102,
                "SecurityCompromiseError",
                "Blocked until 2026",
                "reader_blocked",
            ),
            (
                422,
                42206,
                "AssertionFailureError",
                "Failed to goto",
                "reader_refused",
            ),
            (503, 50301, "ServiceDisabledError", "Down", "reader_refused"),
        ] {
            let body = refused(code, status, name, message);
            assert_eq!(read_json(code, &body).unwrap_err().kind(), kind, "{name}");
            // A proxy may hide the status; the JSON names it too.
            assert_eq!(read_json(200, &body).unwrap_err().kind(), kind, "{name}");
        }
    }

    #[test]
    fn mb_20_a_refusal_says_what_jina_says() {
        let body = refused(422, 42206, "AssertionFailureError", "Failed to goto");
        let error = read_json(422, &body).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the page could not be read (status 422): AssertionFailureError: Failed to goto"
        );
        assert!(!error.is_retryable());
        let error = jina_read(
            &asked(),
            &response(502, "<html><h1>Bad Gateway</h1></html>"),
        )
        .unwrap_err();
        assert_eq!(
            error.to_string(),
            "the page could not be read (status 502): Bad Gateway"
        );
        assert!(error.is_retryable());
        let error = jina_read(&asked(), &response(404, "<html>nginx</html>")).unwrap_err();
        assert_eq!(
            error.kind(),
            "reader_refused",
            "the reader's own address is wrong"
        );
        let error = read_json(200, &json!({"message": "No page"})).unwrap_err();
        assert_eq!(error.kind(), "reader_refused");
    }

    #[test]
    fn mb_20_the_wait_is_kept_as_written() {
        let mut limited = response(429, r#"{"code": 429, "retryAfter": 12}"#);
        let wait = |response: &HttpResponse| match jina_read(&asked(), response) {
            Err(ReaderError::RateLimited { retry_after }) => retry_after,
            other => panic!("{other:?}"),
        };
        assert_eq!(wait(&limited).as_deref(), Some("30"));
        limited.headers.clear();
        assert_eq!(wait(&limited).as_deref(), Some("12"));
        limited.body.clear();
        assert_eq!(wait(&limited), None);
    }

    #[test]
    fn mb_20_a_page_without_text_is_empty() {
        for data in [
            json!({}),
            json!({"content": " \n"}),
            json!({"title": "x", "content": ""}),
        ] {
            assert_eq!(page(&data), Err(ReaderError::Empty));
        }
        for body in [
            "",
            " \n",
            "Title: x\n\nURL Source: y\n\nMarkdown Content:\n\n",
        ] {
            assert_eq!(
                jina_read(&asked(), &response(200, body)),
                Err(ReaderError::Empty),
                "{body}"
            );
        }
    }

    #[test]
    fn mb_20_what_is_not_jinas_is_malformed() {
        for body in [
            "<!doctype html><title>Sign in to the network</title>",
            "{\n  \"code\": 200, \"data\": {\"content\": \"cut of",
            "[]",
            "{\"code\": 200, \"data\": []}",
            "%PDF-1.7\0\0",
        ] {
            let error = jina_read(&asked(), &response(200, body)).unwrap_err();
            assert_eq!(error.kind(), "reader_malformed", "{body}");
        }
    }

    proptest! {
        #[test]
        fn mb_20_no_bytes_make_it_panic(
            status in 100_u16..600,
            head in "|Title: |Title: a\nURL Source:\\PC{0,9}\nMarkdown Content:|Warning: Target URL returned error ",
            body in proptest::collection::vec(any::<u8>(), 0..300)
        ) {
            let bytes = [head.into_bytes(), body].concat();
            for status in [200, status] {
                if let Ok(page) = jina_read(&asked(), &response(status, bytes.clone())) {
                    prop_assert!(!page.text.trim().is_empty());
                }
            }
        }

        #[test]
        fn mb_20_no_payload_makes_it_panic(
            code in any::<i64>(),
            warning in "\\PC{0,9}|Target URL returned error [0-9a]{0,9}",
            content in "\\PC{0,20}",
        ) {
            for data in [json!(content), json!({"content": content, "url": warning, "warning": warning})] {
                let _ = read_json(200, &json!({"code": code, "data": data, "message": {"error": [warning]}}));
            }
        }
    }
}
