//! Requests for a page.

use url::Url;

use crate::http::{Credential, HttpRequest, Method, Reach};

/// Jina Reader's address.
pub const JINA_READER: &str = "https://r.jina.ai";

/// Milliseconds until Jina Reader has failed: it loads and renders the page first.
const JINA_TIMEOUT: u32 = 40_000;

/// Milliseconds of Jina Reader's silence; it sends nothing until it has rendered.
const JINA_IDLE_TIMEOUT: u32 = 30_000;

/// Milliseconds until a page that is fetched directly has failed.
const DIRECT_TIMEOUT: u32 = 30_000;

/// Milliseconds of a page's silence.
const DIRECT_IDLE_TIMEOUT: u32 = 15_000;

/// Most bytes of a page or of its text.
const MAX_BYTES: usize = 8 * 1024 * 1024;

/// The media types that are read directly, best first.
const READABLE: &str =
    "text/html,application/xhtml+xml,text/plain;q=0.9,application/pdf;q=0.8,*/*;q=0.1";

/// Returns the request to Jina Reader at `base_url`, mostly [`JINA_READER`], for the text of a page. Without a key Jina
/// Reader allows fewer requests, and refuses some networks and sites.
#[must_use]
pub fn jina_request(base_url: &str, target: &Url, has_key: bool) -> HttpRequest {
    let base = base_url.trim().trim_end_matches('/');
    HttpRequest {
        url: format!("{base}/{}", without_fragment(target)),
        credential: has_key.then_some(Credential::Reader),
        timeout: JINA_TIMEOUT,
        idle_timeout: JINA_IDLE_TIMEOUT,
        ..get("application/json")
    }
}

/// Returns the request to the page's own server.
#[must_use]
pub fn direct_request(target: &Url) -> HttpRequest {
    HttpRequest {
        url: without_fragment(target).into(),
        ..get(READABLE)
    }
}

fn get(accept: &str) -> HttpRequest {
    HttpRequest {
        method: Method::Get,
        url: String::new(),
        headers: vec![("accept".to_owned(), accept.to_owned())],
        body: String::new(),
        credential: None,
        timeout: DIRECT_TIMEOUT,
        idle_timeout: DIRECT_IDLE_TIMEOUT,
        max_bytes: MAX_BYTES,
        reach: Reach::Any,
    }
}

/// A fragment names a part of the page; after Jina Reader's address it would be cut off anyway.
fn without_fragment(target: &Url) -> Url {
    let mut url = target.clone();
    url.set_fragment(None);
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target() -> Url {
        Url::parse("https://example.com/a b?q=1&r=https://x.example/#part").unwrap()
    }

    #[test]
    fn mb_20_jina_is_asked_for_json_with_the_key_where_there_is_one() {
        let request = jina_request(JINA_READER, &target(), true);
        assert_eq!(request.method, Method::Get);
        assert_eq!(
            request.url,
            "https://r.jina.ai/https://example.com/a%20b?q=1&r=https://x.example/"
        );
        let accept = ("accept".to_owned(), "application/json".to_owned());
        assert_eq!(request.headers, [accept]);
        assert_eq!(request.credential, Some(Credential::Reader));
        assert_eq!((request.timeout, request.idle_timeout), (40_000, 30_000));
        assert_eq!((request.max_bytes, request.body.as_str()), (8_388_608, ""));
        let anonymous = jina_request("http://127.0.0.1:3000/ ", &target(), false);
        assert_eq!(anonymous.credential, None);
        assert!(
            anonymous
                .url
                .starts_with("http://127.0.0.1:3000/https://example.com/")
        );
        assert!(Url::parse(&request.url).is_ok_and(|url| url.as_str() == request.url));
    }

    #[test]
    fn mb_20_a_page_is_fetched_directly_without_any_key() {
        let request = direct_request(&target());
        assert_eq!(
            request.url,
            "https://example.com/a%20b?q=1&r=https://x.example/"
        );
        assert_eq!((request.method, request.credential), (Method::Get, None));
        assert_eq!(request.max_bytes, 8_388_608);
        assert!(request.headers[0].1.starts_with("text/html,"));
    }
}
