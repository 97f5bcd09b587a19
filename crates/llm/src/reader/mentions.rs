//! Addresses that a text mentions.

use std::net::Ipv6Addr;
use std::ops::Range;

/// Bytes of an address that is looked for in a text: more than the characters of any that is opened. A page may be
/// megabytes without a blank.
const LONGEST: usize = 8_000;

/// The addresses of the web in a text, in order, without the marks that end a sentence after them.
pub fn addresses_in(text: &str) -> impl Iterator<Item = &str> {
    addresses(text).filter_map(|place| text.get(place))
}

/// Returns the ranges of web addresses in a text.
pub(super) fn addresses(text: &str) -> impl Iterator<Item = Range<usize>> {
    places(text, LONGEST).filter(|place| {
        let written = text.get(place.clone()).unwrap_or_default();
        let scheme = written.split(':').next().unwrap_or_default();
        scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")
    })
}

/// Returns the ranges of a scheme with `://` and its address in a text.
pub(super) fn with_scheme(text: &str) -> impl Iterator<Item = Range<usize>> {
    places(text, usize::MAX)
}

/// Returns the same ranges, without those longer than `longest` bytes after the scheme, and without those inside
/// others.
fn places(text: &str, longest: usize) -> impl Iterator<Item = Range<usize>> {
    let mut passed = 0;
    text.match_indices("://").filter_map(move |(colon, mark)| {
        if colon < passed {
            return None;
        }
        let is_of_scheme = |c: &char| c.is_ascii_alphanumeric() || "+-.".contains(*c);
        let before = text.get(..colon)?;
        let scheme = before.chars().rev().take_while(is_of_scheme).count();
        let start = colon - scheme;
        let rest = text.get(colon + mark.len()..)?;
        let looked_at = rest.get(..rest.floor_char_boundary(longest))?;
        if looked_at.len() < rest.len() && unbroken(looked_at) == looked_at.len() {
            passed = colon + mark.len() + looked_at.len();
            return None;
        }
        let length = with_number(looked_at);
        (scheme > 0 && length > 0).then(|| start..colon + mark.len() + length)
    })
}

/// As [`extent`], of a text that may begin with a host's number in brackets: `[::1]/page`.
fn with_number(text: &str) -> usize {
    let number = text.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let is_number = |number: &str| number.parse::<Ipv6Addr>().is_ok();
    match number.filter(|(number, _)| is_number(number)) {
        Some((number, rest)) => number.len() + 2 + extent(rest),
        None => extent(text),
    }
}

/// The bytes at the start of a text that belong to an address: up to a blank, a quotation mark, or a bracket
/// that it did not open; without the marks that end a sentence.
pub(super) fn extent(text: &str) -> usize {
    let address = text.get(..unbroken(text)).unwrap_or_default();
    address
        .trim_end_matches(['.', ',', ';', ':', '!', '?', '*'])
        .len()
}

/// Returns the number of bytes before the end of an address at the start of a text.
fn unbroken(text: &str) -> usize {
    let mut open = 0_usize;
    let mut is_host = true;
    let mut characters = text.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        let next = characters.peek().map(|(_, next)| *next);
        match c {
            '(' => open += 1,
            ')' if open > 0 => open -= 1,
            // A browser takes them for dots.
            '。' | '．' | '｡' if is_host && next.is_some_and(|n| n.is_ascii_alphanumeric()) => {
            }
            _ if c.is_whitespace() || "<>\"'`“”[])（）《》，。；、".contains(c) => {
                return at;
            }
            _ => is_host &= !"/?#".contains(c),
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        addresses_in(text).collect()
    }

    /// A page without blanks is looked through once: each address to the page's end would take minutes.
    #[test]
    fn mb_20_a_megabyte_of_schemes_is_looked_through_once() {
        let text = "http://".repeat(150_000);
        let at_the_end = LONGEST / "http://".len();
        assert!(found(&text).len() <= at_the_end + 1);
        let long = format!("https://a.example/{} https://b.example/", "x".repeat(9_000));
        assert_eq!(found(&long), ["https://b.example/"]);
        let nested = "https://a.example/?to=https://b.example/";
        assert_eq!(found(nested), [nested, "https://b.example/"]);
    }

    #[test]
    fn mb_20_addresses_are_found_in_running_text() {
        assert_eq!(
            found("See https://a.example/x?y=1, or（http://b.example/）。 Not ftp://c.example."),
            ["https://a.example/x?y=1", "http://b.example/"]
        );
        assert_eq!(
            found("见HTTPS://A.example/。**https://b.example**"),
            ["HTTPS://A.example/", "https://b.example"]
        );
    }

    #[test]
    fn mb_20_brackets_of_an_address_are_its_own_and_others_are_not() {
        assert_eq!(
            found(
                "(https://a.example/Rust_(language)) [x](https://a.example/b_(c)_d) <https://e.example>"
            ),
            [
                "https://a.example/Rust_(language)",
                "https://a.example/b_(c)_d",
                "https://e.example"
            ]
        );
    }

    #[test]
    fn mb_20_an_address_does_not_end_in_its_own_host() {
        assert_eq!(
            found("https://a.example。evil.example/x。Next"),
            ["https://a.example。evil.example/x"]
        );
        assert!(found("https:// and ://x").is_empty());
    }
}
