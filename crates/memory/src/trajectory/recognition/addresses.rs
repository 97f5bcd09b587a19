//! Addresses of sites and pages, and what of them tells one from another.

use std::borrow::Cow;

use super::chance::is_of_chance;
use super::names::{LEFT_OUT, LONGEST, name, veiled};
use crate::trajectory::wording;

/// The site of an address, in lower case; `None` of what is no address.
pub(in crate::trajectory) fn site_of(address: &str) -> Option<String> {
    let (_, rest) = address.split_once("://")?;
    let host = rest.split(['/', '?', '#']).next()?;
    // What stands before an @ is a name and a password.
    let host = host.rsplit('@').next().unwrap_or(host);
    Some(host.to_lowercase())
}

/// A message with the site alone of each address in it.
pub(super) fn with_sites_alone(message: &str) -> String {
    let words = message.split_inclusive(char::is_whitespace);
    let sites = words.map(|word| match site_of(word.trim_end()) {
        Some(site) => Cow::Owned(format!("{site} ")),
        None => Cow::Borrowed(word),
    });
    sites.collect()
}

/// What an action asked for, where its error says no more than that it was not to be had.
pub(super) fn asked_for(input: &str) -> Option<String> {
    let line = wording::line(input, wording::INPUT);
    name(&line).or_else(|| (!line.is_empty()).then(|| line.to_lowercase()))
}

/// The site that an input names.
pub(super) fn site_in(input: &str) -> Option<String> {
    site_of(address_in(input)?)
}

/// The page that an input names, in lower case. Whoever asks for it has named it: the numbers of its path tell it apart.
/// Those of its query do not, where a time may stand; nor does a part of it.
pub(super) fn page_in(input: &str) -> Option<String> {
    let address = address_in(input)?;
    let mut page = site_of(address)?;
    let (_, rest) = address.split_once("://")?;
    let (path, query) = match rest.split_once('?') {
        Some((path, query)) => (path, asked_in(query)),
        None => (rest, None),
    };
    let parts = path.split('/').skip(1).filter(|part| !part.is_empty());
    page.extend(parts.map(|part| format!("/{}", part.to_lowercase())));
    page.extend(query);
    match page.chars().count() > LONGEST {
        true => Some(veiled(&page)),
        false => Some(page),
    }
}

/// The first address in a text, without a part of its page: it ends at a blank, or at a mark that encloses it or ends a
/// command.
fn address_in(text: &str) -> Option<&str> {
    let scheme = text.find("://")?;
    let begun = text.get(..scheme)?;
    let start = begun.rfind(|c: char| !c.is_ascii_alphabetic());
    let address = text.get(start.map_or(0, |at| at + 1)..)?;
    let ends = |c: char| c.is_whitespace() || "\"'`<>|;,)]}#\\".contains(c);
    address.split(ends).next()
}

/// What stands for the words that are asked for in the query of an address; none for numbers and keys.
pub(super) fn asked_in(query: &str) -> Option<String> {
    const SECRET: [&str; 7] = ["auth", "key", "nonce", "secret", "sig", "token", "password"];
    let pairs = query.split('&').filter(|pair| {
        let (key, value) = pair.split_once('=').unwrap_or(("", pair));
        let key = key.to_lowercase();
        let is_word = value.contains(char::is_alphabetic) && !value.contains(LEFT_OUT);
        is_word && !is_of_chance(value) && !SECRET.iter().any(|secret| key.contains(secret))
    });
    let asked: Vec<&str> = pairs.collect();
    (!asked.is_empty()).then(|| format!("?{}", veiled(&asked.join("&").to_lowercase())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cg_06_what_was_asked_for() {
        for (input, page, site) in [
            ("https://a.example/x", "a.example/x", "a.example"),
            (
                "https://me:secret@a.example/x?key=1#part",
                "a.example/x",
                "a.example",
            ),
            ("https://a.example/x#part", "a.example/x", "a.example"),
            (
                "http://10.0.0.7:41000/Item/101/",
                "10.0.0.7:41000/item/101",
                "10.0.0.7:41000",
            ),
            ("https://a.example?t=1764150000", "a.example", "a.example"),
            (
                "curl -f 'http://localhost:3000/api/users'; echo",
                "localhost:3000/api/users",
                "localhost:3000",
            ),
            (
                "{\"url\":\"https://a.example/x\",\"start\":5000}",
                "a.example/x",
                "a.example",
            ),
        ] {
            assert_eq!(page_in(input).as_deref(), Some(page), "{input}");
            assert_eq!(site_in(input).as_deref(), Some(site), "{input}");
        }
        let long = |end: &str| page_in(&format!("https://a.example/{end}/{}", "x".repeat(200)));
        assert_ne!(long("a"), long("b"));
        for (input, asked) in [("Tower of 2020", Some("tower of 2020")), (" ", None)] {
            assert_eq!(asked_for(input).as_deref(), asked);
            assert_eq!(page_in(input), None);
        }
    }
}
