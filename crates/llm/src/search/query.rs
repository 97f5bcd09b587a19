//! A search query, and its request.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use url::Url;

use super::SearchError;
use crate::http::{Credential, HttpRequest, Method, Reach};

/// Serper's address.
pub const SERPER: &str = "https://google.serper.dev";

/// Milliseconds until a search has failed.
const TIMEOUT: u32 = 20_000;

/// Milliseconds of silence until a search has failed.
const IDLE_TIMEOUT: u32 = 15_000;

/// Most bytes of a response; ten results take some twenty thousand.
const MAX_BYTES: usize = 2 * 1024 * 1024;

/// Default number of results.
const RESULTS: usize = 10;

/// Most results that Serper gives at once.
const MOST_RESULTS: usize = 100;

/// Most characters of a query. Search engines read no more words than that, and a longer one could leak text of pages.
pub const LONGEST_QUERY: usize = 300;

/// Returns the words of a query in the form that is searched for: at most [`LONGEST_QUERY`] characters, cut before a
/// word if one begins in their last half. If nothing is cut, it is the given text, trimmed.
#[must_use]
pub fn within_query(text: &str) -> &str {
    let text = text.trim();
    let Some((most, _)) = text.char_indices().nth(LONGEST_QUERY) else {
        return text;
    };
    let head = text.get(..most).unwrap_or(text);
    let goes_on = text
        .get(most..)
        .is_some_and(|rest| !rest.starts_with(char::is_whitespace));
    let word = head.rfind(char::is_whitespace);
    let cut = word.filter(|word| goes_on && 2 * word >= most);
    head.get(..cut.unwrap_or(most)).unwrap_or(head).trim_end()
}

/// A search query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SearchQuery {
    /// The words, as one would type them; of more than [`LONGEST_QUERY`] characters, those are sent that
    /// [`within_query`] leaves.
    pub text: String,
    /// Language of the search, Serper's `hl`, such as `zh-cn`.
    pub language: Option<String>,
    /// Country of the search, Serper's `gl`, such as `cn`.
    pub country: Option<String>,
    /// Most results, 1 to 100; others count as the nearest of these. More than 10 cost more credits.
    pub results: usize,
}

impl Default for SearchQuery {
    fn default() -> Self {
        Self::new("")
    }
}

impl SearchQuery {
    /// A search for `text`: ten results, in no particular language or country.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            language: None,
            country: None,
            results: RESULTS,
        }
    }

    /// Returns the number of results within Serper's limits.
    pub(super) fn wanted(&self) -> usize {
        self.results.clamp(1, MOST_RESULTS)
    }
}

/// Returns the request for a query. `base_url` is [`SERPER`] or a replacement, without `/search`.
///
/// # Errors
/// [`SearchError::EmptyQuery`] for a query without words, [`SearchError::BadBase`] for a base that is no
/// `http` or `https` address.
pub fn request(base_url: &str, query: &SearchQuery) -> Result<HttpRequest, SearchError> {
    let base = base_url.trim().trim_end_matches('/');
    let is_web = |url: &Url| matches!(url.scheme(), "http" | "https");
    if !Url::parse(base).is_ok_and(|url| is_web(&url)) {
        return Err(SearchError::BadBase);
    }
    Ok(HttpRequest {
        method: Method::Post,
        url: format!("{base}/search"),
        headers: vec![
            ("content-type".to_owned(), "application/json".to_owned()),
            ("accept".to_owned(), "application/json".to_owned()),
        ],
        body: body(query)?,
        credential: Some(Credential::Search),
        timeout: TIMEOUT,
        idle_timeout: IDLE_TIMEOUT,
        max_bytes: MAX_BYTES,
        reach: Reach::Any,
    })
}

fn body(query: &SearchQuery) -> Result<String, SearchError> {
    let text = filled(Some(within_query(&query.text))).ok_or(SearchError::EmptyQuery)?;
    let mut fields = Map::new();
    fields.insert("q".to_owned(), Value::from(text));
    fields.insert("num".to_owned(), Value::from(query.wanted()));
    for (name, value) in [("hl", &query.language), ("gl", &query.country)] {
        if let Some(value) = filled(value.as_deref()) {
            fields.insert(name.to_owned(), Value::from(value));
        }
    }
    Ok(Value::Object(fields).to_string())
}

fn filled(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

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
        for base in ["", "google.serper.dev", "file:///etc", "javascript:1"] {
            assert_eq!(url(base), Err(SearchError::BadBase), "{base}");
        }
    }

    #[test]
    fn mb_19_a_query_without_words_is_refused() {
        for text in ["", " \n\t"] {
            assert_eq!(
                request(SERPER, &SearchQuery::new(text)),
                Err(SearchError::EmptyQuery)
            );
        }
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

    #[test]
    fn mb_19_a_query_reads_from_json_with_defaults() {
        let query: SearchQuery = serde_json::from_str(r#"{"text": "x"}"#).unwrap();
        assert_eq!(query, SearchQuery::new("x"));
    }
}
