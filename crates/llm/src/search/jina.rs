//! Jina Search: its request, and its response.

use serde_json::Value;

use super::query::{fields, post};
use super::read::{Shape, list, object, results};
use super::{SearchError, SearchQuery, SearchResults, SearchService};
use crate::http::{HttpRequest, HttpResponse};

/// Most results that Jina Search gives at once.
const MOST_RESULTS: usize = 20;

/// Status in the payload of a search that found nothing.
const NOTHING_FOUND: u64 = 42_206;

const SHAPE: Shape = Shape {
    results: "data",
    address: "url",
    text: "description",
    takes_key: true,
    is_busy: |_| false,
};

pub(super) fn request(base_url: &str, query: &SearchQuery) -> Result<HttpRequest, SearchError> {
    let mut fields = fields(query, MOST_RESULTS)?;
    // The contents of the pages would be paid for by their length.
    fields.insert("respondWith".to_owned(), Value::from("no-content"));
    // A search without results would be repeated with fewer words, at a further price.
    fields.insert("fallback".to_owned(), Value::from(false));
    post(SearchService::Jina, base_url, fields)
}

pub(super) fn read(
    query: &SearchQuery,
    response: &HttpResponse,
) -> Result<SearchResults, SearchError> {
    let found = if is_empty(response) {
        Vec::new()
    } else {
        let payload = object(response, &SHAPE)?;
        let entries = list(payload.get(SHAPE.results))?;
        results(entries, &SHAPE, query.wanted(MOST_RESULTS))
    };
    Ok(SearchResults {
        query: query.text.trim().to_owned(),
        results: found,
        ..SearchResults::default()
    })
}

/// Returns true if a response reports a search without results, which Jina Search counts among the failures.
fn is_empty(response: &HttpResponse) -> bool {
    if response.status != 422 {
        return false;
    }
    let payload: Result<Value, _> = serde_json::from_slice(&response.body);
    let status = payload
        .ok()
        .and_then(|payload| payload.get("status")?.as_u64());
    status == Some(NOTHING_FOUND)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::http::{Credential, Method};

    fn read_json(status: u16, body: &Value) -> Result<SearchResults, SearchError> {
        let response = HttpResponse {
            status,
            url: "https://s.jina.ai/".to_owned(),
            headers: Vec::new(),
            body: body.to_string().into_bytes(),
        };
        read(&SearchQuery::new("bridges"), &response)
    }

    #[test]
    fn mb_19_jina_is_asked_for_results_without_their_pages() {
        let query = SearchQuery {
            language: Some("en".to_owned()),
            country: Some("us".to_owned()),
            results: 50,
            ..SearchQuery::new("bridges")
        };
        let request = request("https://s.jina.ai", &query).unwrap();
        assert_eq!(
            (request.method, request.url.as_str()),
            (Method::Post, "https://s.jina.ai/")
        );
        assert_eq!(request.credential, Some(Credential::BearerSearch));
        let body: Value = serde_json::from_str(&request.body).unwrap();
        assert_eq!(
            body,
            json!({
                "q": "bridges", "num": 20, "hl": "en", "gl": "us",
                "respondWith": "no-content", "fallback": false
            })
        );
    }

    #[test]
    fn mb_19_results_of_jina_are_read() {
        let found = read_json(
            200,
            &json!({
                "code": 200, "status": 20000,
                "data": [
                    {
                        "title": "The Westby bridge", "url": "https://a.example/westby",
                        "description": "It was completed in 1932.", "date": "Dec 9, 2024",
                        "content": "The page itself, which nobody asked for."
                    },
                    { "title": "no address" },
                    { "title": "The same", "url": "http://a.example/westby/", "description": "" }
                ],
                "meta": { "usage": { "tokens": 10000 } }
            }),
        );
        let found = found.unwrap();
        assert_eq!(found.results.len(), 1);
        let first = &found.results[0];
        assert_eq!(first.snippet.as_deref(), Some("It was completed in 1932."));
        assert_eq!(first.source.as_deref(), Some("a.example"));
        assert_eq!(first.date.as_deref(), Some("Dec 9, 2024"));
    }

    #[test]
    fn mb_19_nothing_found_by_jina_is_no_error() {
        let nothing = json!({
            "data": null, "code": 422, "name": "AssertionFailureError", "status": 42206,
            "message": "No search results available for query x",
            "readableMessage": "AssertionFailureError: No search results available for query x"
        });
        assert_eq!(read_json(422, &nothing).unwrap().results, []);
        let empty = json!({ "code": 200, "status": 20000, "data": [] });
        assert_eq!(read_json(200, &empty).unwrap().results, []);
        let other = json!({ "data": null, "code": 422, "status": 42200, "message": "No" });
        assert_eq!(read_json(422, &other).unwrap_err().kind(), "search_refused");
    }

    #[test]
    fn mb_19_a_refusal_of_jina_is_told_by_its_cause() {
        for (status, message, kind) in [
            (401, "Authentication is required", "search_unauthorized"),
            (
                402,
                "Account balance not enough to run this query, please recharge.",
                "search_quota_exceeded",
            ),
            (429, "Per UID rate limit exceeded", "search_rate_limited"),
            (503, "Service unavailable", "search_refused"),
        ] {
            let body = json!({ "data": null, "code": status, "message": message, "retryAfter": 7 });
            let error = read_json(status, &body).unwrap_err();
            assert_eq!(error.kind(), kind);
            if let SearchError::RateLimited { retry_after } = error {
                assert_eq!(retry_after.as_deref(), Some("7"));
            }
        }
        let strange = read_json(200, &json!({ "data": { "title": "t" } }));
        assert_eq!(strange.unwrap_err().kind(), "search_malformed");
    }
}
