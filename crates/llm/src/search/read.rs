//! Responses, read: what the services have in common.

use std::collections::BTreeSet;

use serde_json::Value;
use url::Url;

use super::link::{host, link_safe, page_key, web_address};
use super::reply::{excerpt, is_about_credits, is_page, one_line, reason, retry_after};
use super::{SearchError, SearchResult};
use crate::http::HttpResponse;

/// Characters of a title, a source, a date or a snippet.
const LETTERS: usize = 1_000;

/// The form of a service's response.
pub(super) struct Shape {
    /// Field of the results.
    pub results: &'static str,
    /// Field of a result's address.
    pub address: &'static str,
    /// Field of a result's text.
    pub text: &'static str,
    /// True if a refusal may be about the key.
    pub takes_key: bool,
    /// Returns true if a payload asks for fewer requests, whatever its status is.
    pub is_busy: fn(&Value) -> bool,
}

/// Returns a response's payload, which is an object.
///
/// # Errors
/// The service's refusal, or an unreadable response.
pub(super) fn object(response: &HttpResponse, shape: &Shape) -> Result<Value, SearchError> {
    let text = response.text();
    let payload: Option<Value> = serde_json::from_str(text.trim_start_matches('\u{FEFF}')).ok();
    if let Some(error) = refusal(response, payload.as_ref(), shape) {
        return Err(error);
    }
    let malformed = |detail| Err(SearchError::Malformed { detail });
    match payload {
        Some(payload) if payload.is_object() => Ok(payload),
        Some(_) => malformed("it is not an object"),
        None if text.trim_start().starts_with(['{', '[']) => malformed("its JSON is damaged"),
        None => Err(not_json(response)),
    }
}

/// Returns a list of results; a missing one is empty.
pub(super) fn list(found: Option<&Value>) -> Result<&[Value], SearchError> {
    match found {
        None | Some(Value::Null) => Ok(&[]),
        Some(Value::Array(list)) => Ok(list),
        Some(_) => Err(SearchError::Malformed {
            detail: "its results are not a list",
        }),
    }
}

/// Returns the service's refusal, if any.
fn refusal(response: &HttpResponse, payload: Option<&Value>, shape: &Shape) -> Option<SearchError> {
    let reason = payload.and_then(reason);
    let about_credits = match &reason {
        Some(reason) => is_about_credits(reason),
        None => payload.is_none() && is_about_credits(&excerpt(response)),
    };
    let has_results = payload.is_some_and(|payload| payload.get(shape.results).is_some());
    let limited = || SearchError::RateLimited {
        retry_after: retry_after(response, payload),
    };
    match response.status {
        _ if payload.is_some_and(shape.is_busy) => Some(limited()),
        401 if shape.takes_key => Some(SearchError::Unauthorized),
        // A web page says nothing about the key: a firewall or a proxy wrote it.
        403 if shape.takes_key && !is_page(response) => Some(SearchError::Unauthorized),
        402 => Some(SearchError::QuotaExceeded),
        429 if shape.takes_key && about_credits => Some(SearchError::QuotaExceeded),
        429 => Some(limited()),
        _ if response.is_success() && has_results => None,
        status => match reason {
            // Serper reports used-up credits with the status of a bad request.
            Some(_) if shape.takes_key && about_credits => Some(SearchError::QuotaExceeded),
            Some(message) => Some(SearchError::Refused { status, message }),
            None if response.is_success() => None,
            None => Some(unexplained(response, payload)),
        },
    }
}

fn unexplained(response: &HttpResponse, payload: Option<&Value>) -> SearchError {
    match payload {
        Some(_) => SearchError::Refused {
            status: response.status,
            message: "it gives no reason".to_owned(),
        },
        None => not_json(response),
    }
}

fn not_json(response: &HttpResponse) -> SearchError {
    SearchError::NotJson {
        status: response.status,
        excerpt: excerpt(response),
    }
}

/// Returns the results of a list, best first: each page once, at most so many.
pub(super) fn results<'v>(
    entries: impl IntoIterator<Item = &'v Value>,
    shape: &Shape,
    most: usize,
) -> Vec<SearchResult> {
    let mut seen = BTreeSet::new();
    entries
        .into_iter()
        .zip(1..)
        .filter_map(|(entry, place)| {
            let url = web_address(entry.get(shape.address)?.as_str()?)?;
            seen.insert(page_key(&url))
                .then(|| result(entry, shape, &url, place))
        })
        .take(most)
        .collect()
}

fn result(entry: &Value, shape: &Shape, url: &Url, place: u32) -> SearchResult {
    let position = entry.get("position").and_then(Value::as_u64);
    let position = position.and_then(|position| u32::try_from(position).ok());
    let address = link_safe(url);
    SearchResult {
        title: text_of(entry, "title").unwrap_or_else(|| address.clone()),
        url: address,
        source: text_of(entry, "source").or_else(|| host(url)),
        date: text_of(entry, "date"),
        snippet: text_of(entry, shape.text),
        position: position.filter(|position| *position > 0).unwrap_or(place),
    }
}

/// A text of an object, on one line, if there is one.
pub(super) fn text_of(of: &Value, name: &str) -> Option<String> {
    let line = one_line(of.get(name)?.as_str()?, LETTERS);
    (!line.is_empty()).then_some(line)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::search::serper::read;
    use crate::search::{SearchQuery, SearchResults, SearchService, told};

    fn response(status: u16, body: impl Into<Vec<u8>>) -> HttpResponse {
        HttpResponse {
            status,
            url: "https://google.serper.dev/search".to_owned(),
            headers: vec![("retry-after".to_owned(), "5".to_owned())],
            body: body.into(),
        }
    }

    fn read_json(status: u16, body: &Value) -> Result<SearchResults, SearchError> {
        read(
            &SearchQuery::new("quantum computing 2024"),
            &response(status, body.to_string()),
        )
    }

    fn serper() -> Value {
        json!({
            "searchParameters": {
                "q": "quantum computing 2024", "gl": "us", "hl": "en", "type": "search",
                "num": 10, "engine": "google"
            },
            "organic": [
                {
                    "title": "Making quantum error correction work",
                    "link": "https://research.google/blog/making-quantum-error-correction-work/",
                    "snippet": "Today we are happy to announce results ...",
                    "date": "Dec 9, 2024",
                    "position": 1
                },
                {
                    "title": "Quantum error correction below the surface code threshold",
                    "link": "https://www.nature.com/articles/s41586-024-08449-y",
                    "snippet": "by R Acharya · 2025 · Cited by 900 — Quantum error correction ...",
                    "source": "Nature",
                    "sitelinks": [{"title": "Main", "link": "https://www.nature.com/#main"}],
                    "position": 2
                },
                {
                    "title": "The same again",
                    "link": "http://www.nature.com/articles/s41586-024-08449-y/#Sec2",
                    "position": 3
                }
            ],
            "peopleAlsoAsk": [{"question": "Is quantum computing available in 2024?"}],
            "relatedSearches": [{"query": "quantum computing 2025"}],
            "credits": 1
        })
    }

    #[test]
    fn mb_19_results_are_read_each_page_once() {
        let found = read_json(200, &serper()).unwrap();
        assert_eq!(found.query, "quantum computing 2024");
        assert_eq!(found.results.len(), 2);
        let [first, second] = [&found.results[0], &found.results[1]];
        assert_eq!(first.source.as_deref(), Some("research.google"));
        assert_eq!(first.date.as_deref(), Some("Dec 9, 2024"));
        assert_eq!(second.source.as_deref(), Some("Nature"));
        assert_eq!((second.date.as_ref(), second.position), (None, 2));
        assert_eq!((found.answer, found.answer_url), (None, None));
    }

    #[test]
    fn mb_19_no_more_results_than_asked_for() {
        let organic: Vec<Value> = (0..30)
            .map(|at| json!({"title": "x", "link": format!("https://example.com/{at}")}))
            .collect();
        let body = json!({"organic": organic});
        assert_eq!(read_json(200, &body).unwrap().results.len(), 10);
        let query = SearchQuery {
            results: 3,
            ..SearchQuery::new("x")
        };
        let found = read(&query, &response(200, body.to_string())).unwrap();
        assert_eq!(found.results.len(), 3);
        assert_eq!(found.results[2].position, 3);
    }

    #[test]
    fn mb_19_results_that_are_no_page_are_left_out() {
        let body = json!({"organic": [
            {"title": "script", "link": "javascript:alert(1)"},
            {"title": "file", "link": "file:///etc/passwd"},
            {"title": "no link"},
            {"title": "link of another type", "link": ["https://example.com"]},
            "no object",
            null,
            {"title": 7, "link": "https://example.com/", "date": {}, "snippet": " \n", "position": -1}
        ]});
        let found = read_json(200, &body).unwrap();
        assert_eq!(found.results.len(), 1);
        assert_eq!(found.results[0].title, "https://example.com/");
        assert_eq!(found.results[0].snippet, None);
        assert_eq!(found.results[0].position, 7);
    }

    #[test]
    fn mb_19_an_address_is_the_one_that_the_reader_would_open() {
        let body = json!({"organic": [
            {"link": "HTTPS://EN.Wikipedia.org/wiki/Rust_(language)#History"}
        ]});
        let found = read_json(200, &body).unwrap();
        let url = &found.results[0].url;
        assert_eq!(url, "https://en.wikipedia.org/wiki/Rust_%28language%29");
        let opened = crate::reader::page_url(url, false).unwrap();
        assert_eq!(opened.as_str(), url);
    }

    #[test]
    fn mb_19_nothing_found_is_no_error() {
        for body in [
            json!({"searchParameters": {"q": "x"}, "credits": 1}),
            json!({"organic": [], "credits": 1}),
            json!({"organic": null}),
            json!({}),
        ] {
            assert_eq!(read_json(200, &body).unwrap().results, [], "{body}");
        }
    }

    #[test]
    fn mb_19_a_refused_key_is_named() {
        let body = json!({"message": "Unauthorized.", "statusCode": 403});
        let error = read_json(403, &body).unwrap_err();
        assert_eq!(error, SearchError::Unauthorized);
        assert!(error.to_string().contains("the search key was refused"));
        let refused = read(&SearchQuery::new("x"), &response(401, ""));
        assert_eq!(refused, Err(SearchError::Unauthorized));
        let refused = read(&SearchQuery::new("x"), &response(403, "Forbidden"));
        assert_eq!(refused, Err(SearchError::Unauthorized));
    }

    #[test]
    fn mb_19_used_up_credits_are_no_rate_limit() {
        let spent = json!({"message": "Not enough credits", "statusCode": 400});
        for status in [400, 402, 429, 200] {
            let error = read_json(status, &spent).unwrap_err();
            assert_eq!(error, SearchError::QuotaExceeded, "{status}");
            assert!(!error.is_retryable());
        }
        let error = read(&SearchQuery::new("x"), &response(429, "Not enough credits"));
        assert_eq!(error, Err(SearchError::QuotaExceeded));
        assert_eq!(read_json(402, &json!({})), Err(SearchError::QuotaExceeded));
    }

    #[test]
    fn mb_19_a_rate_limit_keeps_the_wait_as_written() {
        let error = read_json(429, &json!({"message": "Too many requests"})).unwrap_err();
        let retry_after = Some("5".to_owned());
        assert_eq!(error, SearchError::RateLimited { retry_after });
        assert!(error.is_retryable());
        let mut hidden = response(429, "");
        hidden.headers.clear();
        let error = read(&SearchQuery::new("x"), &hidden).unwrap_err();
        assert_eq!(error, SearchError::RateLimited { retry_after: None });
    }

    #[test]
    fn mb_19_an_error_page_is_quoted_with_its_status() {
        let page =
            "<html><head><title>502 Bad Gateway</title></head><body>cloudflare</body></html>";
        for status in [200, 403, 502] {
            let error = read(&SearchQuery::new("x"), &response(status, page)).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!(
                    "the search service answered with status {status} and no results, but: \
                     502 Bad Gateway cloudflare"
                )
            );
            assert_eq!(error.kind(), "search_not_json");
            assert_eq!(error.is_retryable(), status == 502);
        }
        let error = read(&SearchQuery::new("x"), &response(504, "")).unwrap_err();
        assert!(
            error
                .to_string()
                .ends_with("status 504 and no results, but: nothing")
        );
    }

    #[test]
    fn mb_19_an_objection_without_results_is_a_refusal() {
        for (status, body) in [
            (200, json!({"message": "Query not allowed"})),
            (
                400,
                json!({"error": {"message": "Query not allowed"}, "organic": []}),
            ),
            (500, json!({"error": "Query not allowed"})),
        ] {
            let message = "Query not allowed".to_owned();
            let error = read_json(status, &body).unwrap_err();
            assert_eq!(error, SearchError::Refused { status, message });
        }
        let error = read_json(500, &json!({})).unwrap_err();
        assert!(error.to_string().contains("no reason"));
        let both = json!({"organic": [], "message": "Deprecated"});
        assert_eq!(read_json(200, &both).unwrap().results, []);
    }

    #[test]
    fn mb_19_a_damaged_response_is_malformed() {
        let deep = "[".repeat(100_000);
        for body in [
            "{\"organic\": [",
            "[]",
            "\"text\"",
            "{\"organic\": {}}",
            &deep,
        ] {
            let error = read(&SearchQuery::new("x"), &response(200, body)).unwrap_err();
            assert_eq!(error.kind(), "search_malformed", "{body:.40}");
        }
    }

    #[test]
    fn mb_19_no_message_shows_a_key() {
        let body = json!({"message": "Unauthorized: key abc123 is unknown"});
        assert!(
            !read_json(403, &body)
                .unwrap_err()
                .to_string()
                .contains("abc123")
        );
    }

    fn field() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<i64>().prop_map(Value::from),
            "\\PC{0,40}".prop_map(Value::from),
            "https?://[a-z]{1,5}\\.com/\\PC{0,20}".prop_map(Value::from),
        ];
        let name = "organic|title|link|source|date|snippet|position|answerBox|knowledgeGraph|\
                    attributes|description|message|error|answer";
        leaf.prop_recursive(5, 60, 6, move |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                proptest::collection::btree_map(name, inner, 0..6)
                    .prop_map(|fields| Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    fn tell(status: u16, body: Vec<u8>) {
        if let Ok(found) = read(&SearchQuery::new("x"), &response(status, body)) {
            for chinese in [false, true] {
                assert!(!told(&found, SearchService::Serper, chinese).is_empty());
            }
        }
    }

    proptest! {
        #[test]
        fn mb_19_no_bytes_make_it_panic(
            status in 100_u16..600,
            body in proptest::collection::vec(any::<u8>(), 0..400)
        ) {
            tell(status, body);
        }

        #[test]
        fn mb_19_no_payload_makes_it_panic(status in prop_oneof![Just(200_u16), 100_u16..600], body in field()) {
            tell(status, body.to_string().into_bytes());
        }
    }
}
