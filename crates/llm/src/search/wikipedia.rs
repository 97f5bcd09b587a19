//! Wikipedia: the search of MediaWiki's Action API, with the beginning of each article.

use serde_json::Value;
use url::Url;

use super::query::{base, filled, get, words};
use super::read::{Shape, list, object, results};
use super::{SearchError, SearchQuery, SearchResults, SearchService};
use crate::http::{HttpRequest, HttpResponse};

const SERVICE: SearchService = SearchService::Wikipedia;

/// Most results: the beginnings of more articles are not given at once.
const MOST_RESULTS: usize = 20;

/// Language of the wiki if none is known.
const LANGUAGE: &str = "en";

/// Most characters of a label of a domain name.
const LONGEST_LABEL: usize = 63;

/// Codes of the API's errors that ask for fewer requests. They come with the status of a success.
const BUSY: [&str; 2] = ["ratelimited", "cirrussearch-too-busy-error"];

const SHAPE: Shape = Shape {
    results: "query",
    address: "fullurl",
    text: "extract",
    takes_key: false,
    is_busy,
};

pub(super) fn request(base_url: &str, query: &SearchQuery) -> Result<HttpRequest, SearchError> {
    let mut url = api(base(base_url)?, query)?;
    url.query_pairs_mut().extend_pairs([
        ("action", "query"),
        ("format", "json"),
        ("formatversion", "2"),
        // Lets any page read the response, which holds nothing of a user's.
        ("origin", "*"),
        ("generator", "search"),
        ("gsrsearch", words(query)?),
        ("gsrlimit", &query.wanted(MOST_RESULTS).to_string()),
        ("prop", "info|extracts"),
        ("inprop", "url"),
        ("exintro", "1"),
        ("explaintext", "1"),
        ("exlimit", "max"),
    ]);
    Ok(get(SERVICE, url.into()))
}

/// Returns the address of the API: of the wiki in the query's language, or of the wiki at another address.
fn api(base: &str, query: &SearchQuery) -> Result<Url, SearchError> {
    let mut url = Url::parse(base).map_err(|_| SearchError::BadBase)?;
    if let Some(domain) = own_domain(&url) {
        let language = filled(query.language.as_deref()).unwrap_or(LANGUAGE);
        let host = format!("{}.{domain}", wiki(language)?);
        url.set_host(Some(&host))
            .map_err(|_| SearchError::BadLanguage)?;
    }
    let path = format!("{}{}", url.path().trim_end_matches('/'), SERVICE.path());
    url.set_path(&path);
    Ok(url)
}

/// Returns the domain that all Wikipedias share, for its own address or its portal (`www.`); `None` for another wiki.
fn own_domain(url: &Url) -> Option<String> {
    let own = Url::parse(SERVICE.address()).ok()?;
    let domain = own.host_str()?;
    let host = url.host_str()?;
    let is_own = host.strip_prefix("www.").unwrap_or(host) == domain
        && url.scheme() == own.scheme()
        && url.port() == own.port()
        && url.path() == own.path();
    is_own.then(|| domain.to_owned())
}

/// Returns the label of the wiki with this code, in lower case. A code is not cut at its hyphen: `nds-nl` and `zh-yue`
/// are wikis.
fn wiki(code: &str) -> Result<String, SearchError> {
    let is_label = code.len() <= LONGEST_LABEL
        && code.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
        && !code.starts_with('-')
        && !code.ends_with('-');
    let label = is_label.then(|| code.to_ascii_lowercase());
    label.ok_or(SearchError::BadLanguage)
}

fn is_busy(payload: &Value) -> bool {
    let code = payload.pointer("/error/code").and_then(Value::as_str);
    code.is_some_and(|code| BUSY.contains(&code))
}

pub(super) fn read(
    query: &SearchQuery,
    response: &HttpResponse,
) -> Result<SearchResults, SearchError> {
    let payload = object(response, &SHAPE)?;
    let mut pages: Vec<&Value> = list(payload.pointer("/query/pages"))?.iter().collect();
    // They come by their ids. A page without a place is last.
    pages.sort_by_key(|page| {
        page.get("index")
            .and_then(Value::as_u64)
            .unwrap_or(u64::MAX)
    });
    Ok(SearchResults {
        query: query.text.trim().to_owned(),
        results: results(pages, &SHAPE, query.wanted(MOST_RESULTS)),
        ..SearchResults::default()
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::http::Method;
    use crate::search::told;

    fn asked(language: Option<&str>) -> Result<String, SearchError> {
        let query = SearchQuery {
            language: language.map(str::to_owned),
            ..SearchQuery::new("Rust (language)")
        };
        request(SERVICE.address(), &query).map(|request| request.url)
    }

    fn response(status: u16, body: impl Into<Vec<u8>>) -> HttpResponse {
        HttpResponse {
            status,
            url: "https://en.wikipedia.org/w/api.php".to_owned(),
            headers: vec![("retry-after".to_owned(), "5".to_owned())],
            body: body.into(),
        }
    }

    fn read_json(status: u16, body: &Value) -> Result<SearchResults, SearchError> {
        read(
            &SearchQuery::new("tower"),
            &response(status, body.to_string()),
        )
    }

    /// A reply as the documentation of `prop=info` and `prop=extracts` shows it, with a generator.
    fn found() -> Value {
        json!({
            "batchcomplete": true,
            "continue": { "gsroffset": 2, "continue": "gsroffset||" },
            "query": { "pages": [
                {
                    "pageid": 7, "ns": 0, "title": "Orrin (bridge)", "index": 2,
                    "contentmodel": "wikitext", "pagelanguage": "en", "length": 900,
                    "fullurl": "https://en.wikipedia.org/wiki/Orrin_(bridge)",
                    "editurl": "https://en.wikipedia.org/w/index.php?title=Orrin_(bridge)&action=edit",
                    "canonicalurl": "https://en.wikipedia.org/wiki/Orrin_(bridge)",
                    "extract": "The Orrin is a bridge.\n\nIt was completed in 1950."
                },
                {
                    "pageid": 9, "ns": 0, "title": "Westby bridge", "index": 1,
                    "fullurl": "https://en.wikipedia.org/wiki/Westby_bridge", "extract": ""
                }
            ] }
        })
    }

    #[test]
    fn mb_19_wikipedia_is_asked_for_articles_with_their_beginning_and_without_a_key() {
        let request = request(SERVICE.address(), &SearchQuery::new(" a&b ")).unwrap();
        assert_eq!((request.method, request.credential), (Method::Get, None));
        let url = Url::parse(&request.url).unwrap();
        assert_eq!(url.host_str(), Some("en.wikipedia.org"));
        assert_eq!(url.path(), "/w/api.php");
        let pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
        let has = |name: &str, value: &str| {
            let pair = (name.to_owned(), value.to_owned());
            assert!(pairs.contains(&pair), "{name}");
        };
        has("origin", "*");
        has("gsrsearch", "a&b");
        has("gsrlimit", "10");
        has("prop", "info|extracts");
        // A header of another name would make browsers ask first.
        assert_eq!(request.headers.len(), 1);
        assert_eq!(request.body, "");
    }

    #[test]
    fn mb_19_the_language_names_the_wiki() {
        for (language, host) in [
            (None, "en"),
            (Some(" "), "en"),
            (Some("DE"), "de"),
            (Some("zh-Yue"), "zh-yue"),
            (Some("nds-nl"), "nds-nl"),
            (Some("simple"), "simple"),
        ] {
            let start = format!("https://{host}.wikipedia.org/w/api.php?");
            let url = asked(language).unwrap();
            assert!(url.starts_with(&start), "{language:?} {url}");
        }
        for hostile in ["evil.example/", "a@b", "-", "en?", "en#", "日本", "a-"] {
            assert_eq!(
                asked(Some(hostile)),
                Err(SearchError::BadLanguage),
                "{hostile}"
            );
        }
    }

    #[test]
    fn mb_19_the_address_of_wikipedia_is_read_as_an_address() {
        let host = |base: &str| {
            let url = request(base, &SearchQuery::new("x")).unwrap().url;
            Url::parse(&url).unwrap().host_str().map(str::to_owned)
        };
        for own in [
            "https://wikipedia.org/",
            "https://www.wikipedia.org",
            "HTTPS://Wikipedia.org:443",
        ] {
            assert_eq!(host(own).as_deref(), Some("en.wikipedia.org"), "{own}");
        }
        for other in ["http://wikipedia.org", "https://wikipedia.org:8443"] {
            assert_eq!(host(other).as_deref(), Some("wikipedia.org"), "{other}");
        }
    }

    #[test]
    fn mb_19_another_wiki_is_asked_at_its_own_address() {
        let query = SearchQuery {
            language: Some("de".to_owned()),
            results: 1_000,
            ..SearchQuery::new("x")
        };
        let url = request("http://127.0.0.1:80/wikis/", &query).unwrap().url;
        assert!(
            url.starts_with("http://127.0.0.1/wikis/w/api.php?"),
            "{url}"
        );
        assert!(url.contains("&gsrlimit=20&"), "{url}");
    }

    #[test]
    fn mb_19_articles_are_read_best_first() {
        let found = read_json(200, &found()).unwrap();
        let [first, second] = [&found.results[0], &found.results[1]];
        assert_eq!((first.title.as_str(), first.position), ("Westby bridge", 1));
        assert_eq!(first.snippet, None);
        assert_eq!(
            second.url,
            "https://en.wikipedia.org/wiki/Orrin_%28bridge%29"
        );
        let text = "The Orrin is a bridge. It was completed in 1950.";
        assert_eq!(second.snippet.as_deref(), Some(text));
        assert_eq!(second.source.as_deref(), Some("en.wikipedia.org"));
        assert_eq!((found.answer, found.answer_url), (None, None));
    }

    #[test]
    fn mb_19_no_article_is_no_error() {
        for body in [
            json!({ "batchcomplete": true }),
            json!({ "query": {} }),
            json!({ "query": { "pages": [] } }),
            json!({ "warnings": { "main": { "warnings": "Unrecognized parameter" } } }),
        ] {
            assert_eq!(read_json(200, &body).unwrap().results, [], "{body}");
        }
        let error = read_json(200, &json!({ "query": { "pages": {} } }));
        assert_eq!(error.unwrap_err().kind(), "search_malformed");
    }

    #[test]
    fn mb_19_an_error_of_the_api_is_told_by_its_code() {
        let error =
            |code: &str| json!({ "error": { "code": code, "info": "Not now" }, "servedby": "x" });
        for code in BUSY {
            let limited = read_json(200, &error(code)).unwrap_err();
            let retry_after = Some("5".to_owned());
            assert_eq!(limited, SearchError::RateLimited { retry_after });
        }
        let message = "Not now".to_owned();
        let refused = read_json(200, &error("cirrussearch-query-too-long"));
        assert_eq!(
            refused,
            Err(SearchError::Refused {
                status: 200,
                message
            })
        );
        let too_many = read(&SearchQuery::new("x"), &response(429, "Too many requests"));
        assert_eq!(too_many.unwrap_err().kind(), "search_rate_limited");
    }

    /// There is no key that could be refused, and no account.
    #[test]
    fn mb_19_a_refusal_of_wikipedia_is_not_about_a_key() {
        for status in [401, 403] {
            let page = response(
                status,
                "Please set a user-agent and respect our robot policy",
            );
            let refused = read(&SearchQuery::new("x"), &page).unwrap_err();
            assert_eq!(refused.kind(), "search_not_json");
            assert!(refused.to_string().contains("user-agent"));
        }
    }

    proptest! {
        #[test]
        fn mb_19_no_bytes_make_wikipedia_panic(
            status in prop_oneof![Just(200_u16), 100_u16..600],
            body in proptest::collection::vec(any::<u8>(), 0..200),
            title in "\\PC{0,40}",
        ) {
            let mut payload = found();
            payload["query"]["pages"][0]["title"] = title.into();
            for body in [body, payload.to_string().into_bytes()] {
                if let Ok(found) = read(&SearchQuery::new("x"), &response(status, body)) {
                    prop_assert!(!told(&found, SERVICE, false).is_empty());
                }
            }
        }
    }
}
