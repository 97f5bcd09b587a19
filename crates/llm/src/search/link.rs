//! Addresses of results: which are kept, how they are written, which are the same page.

use url::{Position, Url};

use crate::reader::{page_url, untracked, without_tracking};

/// Returns the address of a result: one that [`page_url`] opens, without its fragment and tracking parameters. The
/// caller decides if results in the local network are allowed.
pub(super) fn web_address(text: &str) -> Option<Url> {
    page_url(text, true).ok().map(|url| untracked(&url))
}

/// The address so that a Markdown link holds it: nothing in it ends or escapes the link.
pub(super) fn link_safe(url: &Url) -> String {
    // Brackets before the path enclose an IPv6 address.
    let front = encoded(&url[..Position::BeforePath], "()`\\");
    front + &encoded(&url[Position::BeforePath..], "()[]`\\")
}

fn encoded(text: &str, special: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if special.contains(c) {
            safe.push_str(&format!("%{:02X}", u32::from(c)));
        } else {
            safe.push(c);
        }
    }
    safe
}

/// Returns the same key for addresses that lead to the same page: with `http` or `https`, a final slash or none, any
/// tracking parameters.
pub(super) fn page_key(url: &Url) -> String {
    let place = encoded(&url[Position::BeforeHost..Position::AfterPath], "()[]`\\");
    let query = without_tracking(url.query().unwrap_or_default());
    format!("{}?{query}", place.trim_end_matches('/'))
}

/// The host, as a reader knows it.
pub(super) fn host(url: &Url) -> Option<String> {
    let host = url.host_str()?;
    Some(host.strip_prefix("www.").unwrap_or(host).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> String {
        page_key(&web_address(text).unwrap())
    }

    #[test]
    fn mb_19_only_web_addresses_are_kept() {
        for text in [
            "javascript:alert(1)",
            "data:text/html,x",
            "file:///etc/passwd",
            "ftp://example.com/",
            "/url?q=https://example.com",
            "example.com",
            "https://",
            "",
            "https://user:secret@example.com/",
            "https://www.bank.example@evil.example/login",
        ] {
            assert_eq!(web_address(text), None, "{text}");
        }
        let long = format!("https://example.com/{}", "a".repeat(2_000));
        assert_eq!(web_address(&long), None);
        let kept = web_address(" HTTPS://Example.com:443/a#top ").unwrap();
        assert_eq!(kept.as_str(), "https://example.com/a");
    }

    #[test]
    fn mb_19_nothing_in_an_address_ends_its_link() {
        for (text, safe) in [
            (
                "https://en.wikipedia.org/wiki/Rust_(language)",
                "https://en.wikipedia.org/wiki/Rust_%28language%29",
            ),
            (
                "https://example.com/a)[evil](https://evil.example",
                "https://example.com/a%29%5Bevil%5D%28https://evil.example",
            ),
            (
                "https://example.com/?a=`b`\\",
                "https://example.com/?a=%60b%60%5C",
            ),
            (
                "http://[2606:4700::1111]/[a]",
                "http://[2606:4700::1111]/%5Ba%5D",
            ),
            (
                "https://example.com/a b\"<c>",
                "https://example.com/a%20b%22%3Cc%3E",
            ),
        ] {
            let written = link_safe(&web_address(text).unwrap());
            assert_eq!(written, safe);
            assert_eq!(
                Url::parse(&written).unwrap().as_str(),
                safe,
                "stays as it is"
            );
        }
    }

    #[test]
    fn mb_19_addresses_of_one_page_have_one_key() {
        let page = key("https://example.com/a?b=1");
        for same in [
            "http://example.com/a?b=1",
            "https://EXAMPLE.com:443/a/?b=1#part",
            "https://example.com/a?utm_source=x&b=1&srsltid=Y",
        ] {
            assert_eq!(key(same), page, "{same}");
        }
        for other in [
            "https://example.com/A?b=1",
            "https://example.com/a?b=2",
            "https://example.com/a",
            "https://example.com:8080/a?b=1",
            "https://example.org/a?b=1",
        ] {
            assert_ne!(key(other), page, "{other}");
        }
        assert_eq!(
            key("https://example.com/wiki/A_(b)"),
            key("https://example.com/wiki/A_%28b%29")
        );
    }
}
