//! Serper: its request, and its response.

use super::answer_box::answer;
use super::query::{fields, post};
use super::read::{Shape, list, object, results};
use super::{SearchError, SearchQuery, SearchResults, SearchService};
use crate::http::{HttpRequest, HttpResponse};

/// Most results that Serper gives at once.
const MOST_RESULTS: usize = 100;

const SHAPE: Shape = Shape {
    results: "organic",
    address: "link",
    text: "snippet",
    takes_key: true,
    is_busy: |_| false,
};

pub(super) fn request(base_url: &str, query: &SearchQuery) -> Result<HttpRequest, SearchError> {
    post(
        SearchService::Serper,
        base_url,
        fields(query, MOST_RESULTS)?,
    )
}

pub(super) fn read(
    query: &SearchQuery,
    response: &HttpResponse,
) -> Result<SearchResults, SearchError> {
    let payload = object(response, &SHAPE)?;
    let organic = list(payload.get(SHAPE.results))?;
    let (answer, answer_url) = answer(&payload).unzip();
    Ok(SearchResults {
        query: query.text.trim().to_owned(),
        results: results(organic, &SHAPE, query.wanted(MOST_RESULTS)),
        answer,
        answer_url: answer_url.flatten(),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::http::{Credential, Method};
    use crate::search::{LONGEST_QUERY, within_query};

    const SERPER: &str = SearchService::Serper.address();

    fn sent(query: &SearchQuery) -> Value {
        serde_json::from_str(&request(SERPER, query).unwrap().body).unwrap()
    }

    #[test]
    fn mb_19_a_query_becomes_a_post_without_a_key() {
        let request = request(SERPER, &SearchQuery::new("quantum computing 2024")).unwrap();
        assert_eq!(request.method, Method::Post);
        assert_eq!(request.url, "https://google.serper.dev/search");
        assert_eq!(request.credential, Some(Credential::Search));
        assert_eq!((request.timeout, request.idle_timeout), (20_000, 15_000));
        assert_eq!(request.max_bytes, 2_097_152);
        assert!(request.headers.iter().all(|(name, _)| name != "x-api-key"));
        let body: Value = serde_json::from_str(&request.body).unwrap();
        assert_eq!(body, json!({"q": "quantum computing 2024", "num": 10}));
    }

    #[test]
    fn mb_19_language_and_country_are_sent_where_given() {
        let query = SearchQuery {
            language: Some("zh-cn".to_owned()),
            country: Some(" ".to_owned()),
            results: 0,
            ..SearchQuery::new(" \"量子\"\n计算 ")
        };
        assert_eq!(
            sent(&query),
            json!({"q": "\"量子\"\n计算", "num": 1, "hl": "zh-cn"})
        );
        let query = SearchQuery {
            country: Some("cn".to_owned()),
            results: 1_000,
            ..SearchQuery::new("x")
        };
        assert_eq!(sent(&query), json!({"q": "x", "num": 100, "gl": "cn"}));
    }

    #[test]
    fn mb_19_a_proxy_may_stand_in_for_serper() {
        let url = |base: &str| request(base, &SearchQuery::new("x")).map(|request| request.url);
        assert_eq!(
            url("http://127.0.0.1:8787/serper/").unwrap(),
            "http://127.0.0.1:8787/serper/search"
        );
    }

    #[test]
    fn mb_19_a_query_is_no_longer_than_one() {
        let words = "memories ".repeat(50_000);
        let kept = "memories ".repeat(33);
        assert_eq!(sent(&SearchQuery::new(&words))["q"], kept.trim_end());
        let chinese = "记忆".repeat(50_000);
        assert_eq!(within_query(&chinese), "记忆".repeat(150));
        let exact = "x".repeat(LONGEST_QUERY);
        assert_eq!(within_query(&exact), exact);
        assert_eq!(within_query(&format!("{exact} y")), exact);
        assert_eq!(within_query(&format!("a {exact}")).len(), LONGEST_QUERY);
        assert_eq!(within_query(" tower height "), "tower height");
    }
}
