//! Names that nothing marks but where they stand in a message.

use super::chance::is_of_chance;
use super::names::{is_kind, is_plain, name};

/// What is said of something that was named right before.
const SAID: [&str; 9] = [
    " is not ",
    " is undefined",
    " is unknown",
    " is missing",
    " was not ",
    " does not exist",
    " not found",
    " refused the connection",
    " already exists",
];

/// What a message names by its place: a word that stands alone between two colons or behind the last, `jq` of "bash: jq:
/// command not found"; the word right before what is said of it, `foo` of "foo is not defined".
pub(super) fn in_place(message: &str) -> Vec<String> {
    let between = message
        .split(": ")
        .skip(1)
        .filter(|part| !is_code(part))
        .filter_map(alone);
    let lower = message.to_ascii_lowercase();
    let before = SAID.iter().filter_map(|said| {
        let head = message.get(..lower.find(said)?)?;
        alone(head.rsplit(char::is_whitespace).next()?)
    });
    between.chain(before).collect()
}

/// `ENOENT`, which says of what kind an error is.
fn is_code(part: &str) -> bool {
    part.len() > 3 && part.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// The name that a part of a message is, if it is one word and no plain one.
fn alone(part: &str) -> Option<String> {
    let word = part
        .trim()
        .trim_matches(|c: char| matches!(c, ',' | '.' | '!'));
    let begins = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let is_word = word
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '$'));
    // `web-7d9f8c-x2k4p`: of what is started anew, each time another.
    let is_started = word.contains('-') && is_of_chance(word);
    (begins && is_word && !is_started && !is_plain(word) && !is_kind(word)).then(|| name(word))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cg_06_a_word_is_named_by_its_place() {
        for (message, expected) in [
            ("ReferenceError: foo is not defined", &["foo"][..]),
            ("bash: jq: command not found", &["jq"]),
            ("zsh: command not found: jq", &["jq"]),
            ("./main.go:3:5: undefined: Foo", &["foo"]),
            ("lodash.merge does not exist", &["lodash.merge"]),
            ("Error: it is not defined", &[]),
            ("HTTP 404 not found", &[]),
            ("错误：请求超时", &[]),
            ("Error: ENOENT: no such file", &[]),
            ("pod web-7d9f8c-dwvaa is not ready", &[]),
            ("Error: 3", &[]),
        ] {
            assert_eq!(in_place(message), expected, "{message}");
        }
    }
}
