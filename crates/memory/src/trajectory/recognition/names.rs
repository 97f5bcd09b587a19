use std::collections::BTreeSet;
use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use super::keywords::MARKS;
use crate::trajectory::wording;

/// Names that are told apart; more are as many.
const MOST: usize = 6;
/// Characters of a quotation that is a name, and no sentence.
const QUOTED: usize = 120;

/// What a message names: what it quotes, the last part of each path and address in it, and names of code such as
/// `test_sum`. An error of other names is another error, though the sentences are the same. Numbers, and what looks like
/// the number of a request, name nothing: they are new each time.
pub(super) fn in_message(message: &str) -> Vec<String> {
    let mut names = BTreeSet::new();
    let mut rest = String::new();
    for line in message.lines() {
        names.extend(quoted(line, &mut rest).filter_map(name));
        rest.push('\n');
    }
    names.extend(
        rest.split_whitespace()
            .filter(|word| is_named(word))
            .filter_map(name),
    );
    names.into_iter().take(MOST).collect()
}

/// What an action asked for, where its error says no more than that it was not to be had: of a page its site, whose other
/// pages are the same predicament.
pub(super) fn asked_for(input: &str) -> Option<String> {
    if let Some(site) = site_of(input) {
        return Some(site);
    }
    let line = wording::line(input, wording::INPUT);
    name(&line).or_else(|| (!line.is_empty()).then(|| line.to_lowercase()))
}

/// The site of an address, in lower case; `None` of what is no address.
pub(in crate::trajectory) fn site_of(address: &str) -> Option<String> {
    let (_, rest) = address.split_once("://")?;
    let host = rest.split(['/', '?', '#']).next()?;
    // What stands before an @ is a name and a password.
    let host = host.rsplit('@').next().unwrap_or(host);
    Some(host.to_lowercase())
}

/// What stands for a name where it is only compared, and nobody is to read it: the same for the same name.
pub(super) fn veiled(name: &str) -> String {
    const BYTES: usize = 8;
    let digest = Sha256::digest(name.as_bytes());
    let mut veil = String::with_capacity(2 * BYTES);
    for byte in digest.iter().take(BYTES) {
        // Writing to a string never fails.
        let _ = write!(veil, "{byte:02x}");
    }
    veil
}

/// The quotations of a line, of which the other words are added to `rest`. A mark within a word is an apostrophe.
fn quoted<'l>(line: &'l str, rest: &mut String) -> impl Iterator<Item = &'l str> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut before = ' ';
    while let Some(after) = line.get(at..) {
        let Some(first) = after.chars().next() else {
            break;
        };
        let close = MARKS
            .iter()
            .find(|(open, _)| *open == first && !before.is_ascii_alphanumeric());
        let inside = close.and_then(|(open, close)| until(after.get(open.len_utf8()..)?, *close));
        let Some(inside) = inside else {
            rest.push(first);
            before = first;
            at += first.len_utf8();
            continue;
        };
        found.push(inside);
        rest.push(' ');
        before = ' ';
        at += 2 * first.len_utf8() + inside.len();
    }
    found.into_iter()
}

/// What stands before a closing mark, which no letter follows.
fn until(text: &str, close: char) -> Option<&str> {
    let (end, _) = text.match_indices(close).find(|(at, mark)| {
        let after = text.get(at + mark.len()..).unwrap_or_default();
        !after.starts_with(|c: char| c.is_ascii_alphanumeric())
    })?;
    let inside = text.get(..end)?;
    (!inside.trim().is_empty() && inside.chars().count() <= QUOTED).then_some(inside)
}

/// Whether a word outside quotations is a name: a path, an address, or letters with `_` between them.
fn is_named(word: &str) -> bool {
    let word = stripped(word);
    let parts: Vec<&str> = word.split('_').collect();
    let is_code = parts.len() > 1 && parts.iter().all(|part| !part.is_empty());
    let has_extension = word.rsplit_once('.').is_some_and(|(stem, end)| {
        stem.contains(char::is_alphabetic)
            && (1..=5).contains(&end.len())
            && end.chars().all(char::is_alphanumeric)
    });
    word.contains(['/', '\\']) || is_code || has_extension
}

/// A word without the place that it may end with, `a.rs:3:5`, `a.ts(3,5)`, and without marks around it.
fn stripped(word: &str) -> &str {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '/');
    let end = word.find('(').unwrap_or(word.len());
    let word = word.get(..end).unwrap_or(word);
    let is_place = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let mut word = word;
    while let Some((before, part)) = word.rsplit_once(':') {
        if !is_place(part) {
            break;
        }
        word = before;
    }
    word
}

/// A name as it is compared: the last part of a path or an address, in lower case.
fn name(text: &str) -> Option<String> {
    let text = stripped(text.trim());
    let text = text.split(['?', '#']).next().unwrap_or(text);
    let last = text
        .trim_end_matches(['/', '\\'])
        .rsplit(['/', '\\'])
        .next()?;
    let name = last.to_lowercase();
    let digits = name.chars().filter(char::is_ascii_digit).count();
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    (letters > 0 && digits <= 2 || letters > 3 * digits).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cg_06_what_a_message_names() {
        for (message, expected) in [
            (
                "[Errno 2] No such file or directory: '/home/user/project/a.txt'",
                &["a.txt"][..],
            ),
            (
                "src/a.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'",
                &["a.ts", "number", "string"],
            ),
            ("test_a failed: expected 1, got 2", &["test_a"]),
            ("No module named 'numpy'", &["numpy"]),
            ("can't open https://a.example/wiki/Tower?key=1", &["tower"]),
            ("找不到文件“数据.csv”", &["数据.csv"]),
            (
                "too many requests, quota exceeded (request id: 8f3a21bc77)",
                &[],
            ),
            ("exit code 1", &[]),
            ("the value isn't one of the user's", &[]),
            ("thread 'main' panicked at src/a.rs:1:2", &["a.rs", "main"]),
        ] {
            assert_eq!(in_message(message), expected, "{message}");
        }
        assert_eq!(
            asked_for("https://a.example/x").as_deref(),
            Some("a.example")
        );
        assert_eq!(
            asked_for("https://me:secret@a.example?x").as_deref(),
            Some("a.example")
        );
        assert_eq!(asked_for("Tower of 2020"), Some("tower of 2020".to_owned()));
        assert_eq!(asked_for(" "), None);
    }
}
