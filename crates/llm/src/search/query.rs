//! A search query, and the parts that requests of all services have.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use url::Url;

use super::{SearchError, SearchService};
use crate::http::{HttpRequest, Method, Reach};

/// Milliseconds until a search has failed.
const TIMEOUT: u32 = 20_000;

/// Milliseconds of silence until a search has failed.
const IDLE_TIMEOUT: u32 = 15_000;

/// Most bytes of a response; ten results take some twenty thousand.
const MAX_BYTES: usize = 2 * 1024 * 1024;

/// Default number of results.
const RESULTS: usize = 10;

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
    /// Language of the search, such as `zh-cn`.
    pub language: Option<String>,
    /// Country of the search, such as `cn`; Wikipedia has none.
    pub country: Option<String>,
    /// Most results, 1 to 100, and 1 to 20 of Wikipedia and Jina; others count as the nearest of these. Of Serper more
    /// than 10 cost more credits.
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

    /// Returns the number of results within a service's limits.
    pub(super) fn wanted(&self, most: usize) -> usize {
        self.results.clamp(1, most)
    }
}

/// Returns the address of a service without the slash at its end.
pub(super) fn base(base_url: &str) -> Result<&str, SearchError> {
    let base = base_url.trim().trim_end_matches('/');
    let is_web = |url: &Url| matches!(url.scheme(), "http" | "https");
    if Url::parse(base).is_ok_and(|url| is_web(&url)) {
        Ok(base)
    } else {
        Err(SearchError::BadBase)
    }
}

/// Returns the words that are searched for.
pub(super) fn words(query: &SearchQuery) -> Result<&str, SearchError> {
    filled(Some(within_query(&query.text))).ok_or(SearchError::EmptyQuery)
}

/// Returns the fields of a body as Serper takes them.
pub(super) fn fields(query: &SearchQuery, most: usize) -> Result<Map<String, Value>, SearchError> {
    let mut fields = Map::new();
    fields.insert("q".to_owned(), Value::from(words(query)?));
    fields.insert("num".to_owned(), Value::from(query.wanted(most)));
    for (name, value) in [("hl", &query.language), ("gl", &query.country)] {
        if let Some(value) = filled(value.as_deref()) {
            fields.insert(name.to_owned(), Value::from(value));
        }
    }
    Ok(fields)
}

/// Returns the request that reads an address of a service.
pub(super) fn get(service: SearchService, url: String) -> HttpRequest {
    HttpRequest {
        method: Method::Get,
        url,
        headers: vec![("accept".to_owned(), "application/json".to_owned())],
        body: String::new(),
        credential: service.credential(),
        timeout: TIMEOUT,
        idle_timeout: IDLE_TIMEOUT,
        max_bytes: MAX_BYTES,
        reach: Reach::Any,
    }
}

/// Returns the request that sends these fields to a service.
pub(super) fn post(
    service: SearchService,
    base_url: &str,
    fields: Map<String, Value>,
) -> Result<HttpRequest, SearchError> {
    let url = format!("{}{}", base(base_url)?, service.path());
    Ok(HttpRequest {
        method: Method::Post,
        headers: vec![
            ("content-type".to_owned(), "application/json".to_owned()),
            ("accept".to_owned(), "application/json".to_owned()),
        ],
        body: Value::Object(fields).to_string(),
        ..get(service, url)
    })
}

pub(super) fn filled(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_19_a_query_reads_from_json_with_defaults() {
        let query: SearchQuery = serde_json::from_str(r#"{"text": "x"}"#).unwrap();
        assert_eq!(query, SearchQuery::new("x"));
    }
}
