//! Finds all that a reader or a renderer may take for a link.

use std::net::Ipv4Addr;
use std::ops::Range;

use url::{Position, Url};

use super::address::without_tracking;
use super::mentions::{extent, with_scheme};

/// Endings of host names that occur in running text without a scheme. Endings that files have too (`.md`, `.rs`, `.py`,
/// `.sh`) are not among them.
const ENDINGS: [&str; 70] = [
    "com", "org", "net", "edu", "gov", "int", "mil", "info", "biz", "io", "ai", "dev", "app", "co",
    "me", "tv", "xyz", "site", "online", "shop", "club", "page", "link", "wiki", "news", "cloud",
    "blog", "tech", "example", "test", "cn", "hk", "tw", "jp", "kr", "uk", "de", "fr", "nl", "eu",
    "us", "ca", "au", "ru", "ch", "se", "dk", "fi", "pl", "cz", "es", "gr", "tr", "ua", "br", "mx",
    "sg", "vn", "th", "nz", "ie", "hu", "ro", "su", "top", "cc", "vip", "icu", "live", "pro",
];

/// Schemes of links that name no host.
const WITHOUT_HOST: [&str; 7] = [
    "mailto:",
    "data:",
    "javascript:",
    "vbscript:",
    "blob:",
    "tel:",
    "sms:",
];

/// Returns the links of a text, in order, as written: addresses of any scheme, or with `//` alone; targets of Markdown
/// links, images and references, and of HTML attributes; names of hosts.
#[must_use]
pub fn links_in(text: &str) -> Vec<&str> {
    let mut places: Vec<Range<usize>> = with_scheme(text).collect();
    places.extend(destinations(text));
    places.extend(without_scheme(text));
    places.extend(hosts(text));
    places.extend(without_host(text));
    // Among overlapping ones, the longest.
    places.sort_by_key(|place| (place.start, std::cmp::Reverse(place.end)));
    let mut links = Vec::new();
    let mut end = 0;
    for place in places {
        if place.start >= end {
            end = place.end;
            links.extend(text.get(place));
        }
    }
    links
}

/// Returns the targets of links and images, references and attributes.
fn destinations(text: &str) -> impl Iterator<Item = Range<usize>> {
    ["](", "]:", "href=", "src="]
        .into_iter()
        .flat_map(move |mark| places_of(text, mark))
        .filter_map(|after| {
            let rest = text.get(after..)?;
            let start =
                after + rest.len() - rest.trim_start_matches([' ', '\t', '<', '"', '\'']).len();
            let length = extent(text.get(start..)?);
            (length > 0).then_some(start..start + length)
        })
        // Any text may follow a colon: a reference leads to an address.
        .filter(|place| {
            let is_reference = text
                .get(..place.start)
                .is_some_and(|before| before.trim_end_matches([' ', '\t', '<']).ends_with("]:"));
            let written = text.get(place.clone()).unwrap_or_default();
            !is_reference || written.contains(['/', '.', ':'])
        })
}

/// The ends of all occurrences of a mark, in either case.
fn places_of(text: &str, mark: &'static str) -> impl Iterator<Item = usize> {
    text.char_indices().filter_map(move |(at, _)| {
        let end = at + mark.len();
        let is_mark = text
            .get(at..end)
            .is_some_and(|part| part.eq_ignore_ascii_case(mark));
        is_mark.then_some(end)
    })
}

/// Addresses that begin with `//`.
fn without_scheme(text: &str) -> impl Iterator<Item = Range<usize>> {
    text.match_indices("//").filter_map(|(at, mark)| {
        let before = text.get(..at)?.chars().next_back();
        let start = at + mark.len();
        let length = extent(text.get(start..)?);
        let host = text
            .get(start..start + length)?
            .split(['/', '?', '#'])
            .next()?;
        let begins = before.is_none_or(|c| !c.is_alphanumeric() && !":/".contains(c));
        (begins && is_host(host, true)).then(|| at..start + length)
    })
}

/// Links that name no host, such as `mailto:somebody`.
fn without_host(text: &str) -> impl Iterator<Item = Range<usize>> {
    let marks = WITHOUT_HOST.into_iter();
    let found = marks.flat_map(move |mark| places_of(text, mark).map(move |end| (mark, end)));
    found.filter_map(|(mark, end)| {
        let start = end - mark.len();
        let before = text.get(..start)?.chars().next_back();
        let length = extent(text.get(end..)?);
        let begins = before.is_none_or(|c| !c.is_alphanumeric());
        (begins && length > 0).then_some(start..end + length)
    })
}

/// Returns names of hosts without a scheme, with their paths.
fn hosts(text: &str) -> impl Iterator<Item = Range<usize>> {
    // Words of Chinese, Japanese and Korean stand beside a name without a blank.
    let is_of_host = |c: char| {
        c.is_ascii_alphanumeric() || ".-".contains(c) || c.is_alphabetic() && c < '\u{2E80}'
    };
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let start = from + text.get(from..)?.find(is_of_host)?;
            let rest = text.get(start..)?;
            let name = rest.split(|c| !is_of_host(c)).next()?;
            from = start + name.len();
            let host = name.trim_end_matches(['.', '-']);
            let after = rest.get(host.len()..)?;
            let before = text.get(..start)?.chars().next_back();
            let has_path = after.starts_with('/') && after.len() > 1;
            let begins =
                before.is_none_or(|c| !"@/_".contains(c)) || text.get(..start)?.ends_with(":/");
            let is_host =
                is_host(host, has_path) || is_number(host) && after.starts_with(['/', ':']);
            if begins && !after.starts_with('@') && is_host {
                let length = if after.starts_with(['/', '?', '#', ':']) {
                    extent(rest)
                } else {
                    host.len()
                };
                from = start + length.max(host.len());
                return Some(start..from);
            }
        }
    })
}

/// Returns true if a text is an IPv4 address, such as `192.0.2.1`.
fn is_number(text: &str) -> bool {
    text.parse::<Ipv4Addr>().is_ok()
}

/// Returns true if a text is the name of a host; `surely` is true if its context marks it as one.
fn is_host(text: &str, surely: bool) -> bool {
    let text = text.trim_end_matches('.');
    let Some((front, ending)) = text.rsplit_once('.') else {
        return false;
    };
    let is_named = front.split('.').all(|label| !label.is_empty())
        && front.contains(|c: char| c.is_alphanumeric());
    let ending = ending.to_ascii_lowercase();
    let letters = ending.chars().nth(1).is_some() && ending.chars().all(char::is_alphabetic);
    let known = ENDINGS.contains(&ending.as_str()) || ending.starts_with("xn--");
    let is_www = front
        .get(..4)
        .is_some_and(|www| www.eq_ignore_ascii_case("www."));
    is_named && (known || letters && (surely || is_www))
}

/// Returns the key that all spellings of a page's address share, with or without a scheme: capitals in the host,
/// needless percent-encoding, a fragment, a final slash, tracking parameters. `None` for an address outside the web,
/// and for one with a user name.
#[must_use]
pub fn page_key(link: &str) -> Option<String> {
    let link = link.trim();
    let full = match (link.contains("://"), link.strip_prefix("//")) {
        (true, _) => link.to_owned(),
        (false, Some(rest)) => format!("https://{rest}"),
        (false, None) => format!("https://{link}"),
    };
    let url = Url::parse(&full).ok()?;
    let is_web = matches!(url.scheme(), "http" | "https");
    if !is_web || !url.username().is_empty() || url.password().is_some() {
        return None;
    }
    let place = plainly(&url[Position::BeforeHost..Position::AfterPath]);
    let query = plainly(&without_tracking(url.query().unwrap_or_default()));
    Some(format!("{}?{query}", place.trim_end_matches('/')))
}

/// Returns a part of an address with the minimal percent-encoding.
fn plainly(part: &str) -> String {
    let mut plain = String::with_capacity(part.len());
    let mut rest = part;
    while let Some((before, after)) = rest.split_once('%') {
        plain.push_str(before);
        let byte = after
            .get(..2)
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match byte.map(char::from) {
            Some(c) if c.is_ascii_alphanumeric() || "-._~()[]`!*'\\".contains(c) => plain.push(c),
            Some(_) => {
                plain.push('%');
                plain.push_str(&after.get(..2).unwrap_or_default().to_ascii_uppercase());
            }
            None => {
                plain.push('%');
                rest = after;
                continue;
            }
        }
        rest = after.get(2..).unwrap_or_default();
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn bx_04_links_are_found_in_every_form() {
        for (text, links) in [
            (
                "See [x](https://a.example/y \"title\") ![i](//b.example/p.png?q=1).",
                vec!["https://a.example/y", "//b.example/p.png?q=1"],
            ),
            (
                "See [x][1].\n\n[1]: <HTTPS://A.example/y>",
                vec!["HTTPS://A.example/y"],
            ),
            (
                "[x]: evil.example/y and [y](javascript:alert(1)) and [z](evil/path)",
                vec!["evil.example/y", "javascript:alert(1)", "evil/path"],
            ),
            (
                "Go to evil.example, www.evil.museum or Sub.Example.COM/a?b=1.",
                vec!["evil.example", "www.evil.museum", "Sub.Example.COM/a?b=1"],
            ),
            (
                "<img src='//evil.example/p'> <a HREF=https://b.example>",
                vec!["//evil.example/p", "https://b.example"],
            ),
            (
                "见evil.cn。或者 xn--fsqu00a.xn--0zwm56d",
                vec!["evil.cn", "xn--fsqu00a.xn--0zwm56d"],
            ),
            (
                "ftp://a.example/x file:///etc/passwd",
                vec!["ftp://a.example/x", "file:///etc/passwd"],
            ),
            (
                "evil.example:8443/x?d=1#f",
                vec!["evil.example:8443/x?d=1#f"],
            ),
            ("https://例子.测试/路", vec!["https://例子.测试/路"]),
            (
                "https:/evil.com/x http://[::1]:80/x 192.0.2.1/x 192.0.2.1:80 evil.ch evil.москва/x",
                vec![
                    "evil.com/x",
                    "http://[::1]:80/x",
                    "192.0.2.1/x",
                    "192.0.2.1:80",
                    "evil.ch",
                    "evil.москва/x",
                ],
            ),
            (
                "mailto:a@evil.example, (data:text/html;base64,eA==) Tel:+41",
                vec![
                    "mailto:a@evil.example",
                    "data:text/html;base64,eA==",
                    "Tel:+41",
                ],
            ),
        ] {
            assert_eq!(links_in(text), links, "{text}");
        }
    }

    #[test]
    fn bx_04_words_with_dots_are_no_links() {
        for text in [
            "It is 4.5 metres, e.g. at 3 p.m., see notes.txt and main.rs, README.md or Node.js.",
            "Write to a.person@mail.example. Section 3.2.1, and/or 12/3. The end.Next",
            "An array [i] of [x, 2] is fine [1]: it is so. [2][3]",
            "// a comment, 5 // 2",
            "The data: 5, metadata:x. Release 1.2.3.4 of т.е. и/или.",
        ] {
            assert_eq!(links_in(text), Vec::<&str>::new(), "{text}");
        }
    }

    #[test]
    fn bx_04_one_page_has_one_key() {
        let key = |link| page_key(link).unwrap();
        for same in [
            "https://a.example/Rust_(language)",
            "HTTPS://A.EXAMPLE:443/Rust_%28language%29#History",
            "http://a.example/%52ust_(language)/",
            "a.example/Rust_%28language%29",
            "//a.example/Rust_(language)",
        ] {
            assert_eq!(
                key(same),
                key("https://a.example/Rust_%28language%29"),
                "{same}"
            );
        }
        assert_eq!(
            key("https://例子.测试/"),
            key("https://xn--fsqu00a.xn--0zwm56d")
        );
        for other in [
            "https://a.example/Rust_(language)?d=MEMORY",
            "https://a.example.evil.example/Rust_(language)",
            "https://b.example/Rust_(language)",
            "https://a.example/Rust_(language)%2Fx",
        ] {
            assert_ne!(
                key(other),
                key("https://a.example/Rust_(language)"),
                "{other}"
            );
        }
        for none in [
            "https://a.example@evil.example/",
            "javascript:alert(1)",
            "ftp://a.example/",
            "",
        ] {
            assert_eq!(page_key(none), None, "{none}");
        }
    }

    proptest! {
        #[test]
        fn bx_04_an_address_is_found_wherever_it_stands(before in "\\PC{0,12}", path in "[a-zA-Z0-9/_.-]{0,20}[a-z]", after in "\\PC{0,12}") {
            let link = format!("https://evil.example/{path}");
            let text = format!("{before} {link} {after}");
            prop_assert!(links_in(&text).iter().any(|found| found.contains("evil.example")), "{}", text);
            prop_assert_eq!(page_key(&link), page_key(&link.to_uppercase().replace(&path.to_uppercase(), &path)));
        }

        #[test]
        fn bx_04_whatever_the_text_finding_ends(text in "[\\[\\]():/.<>a-z%\"' ]{0,60}|\\PC{0,60}") {
            for link in links_in(&text) {
                prop_assert!(!link.is_empty() && text.contains(link));
                let _ = page_key(link);
            }
        }
    }
}
