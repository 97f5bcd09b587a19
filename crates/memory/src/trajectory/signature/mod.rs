//! The signature of an error: type, place, masked template and names.

mod keywords;
mod kind;
mod masks;

use std::collections::HashMap;
use std::fmt::Write as _;

use sha2::{Digest, Sha256};

pub(in crate::trajectory) use keywords::shown;
use masks::Masked;

use crate::trajectory::wording;

/// Tokens of a template, and names, that are kept.
const TOKENS: usize = 400;
const NAMES: usize = 32;
/// Share of the shorter template's tokens that the other has too, fitted on the development half of
/// `benches/judgement/signatures.jsonl`.
const AGREEMENT: f32 = 0.98;

/// An error as memory knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErrorSignature {
    /// The type as printed: `ImportError`, `E0382`, `ENOENT`, `HTTP 429`, `code 1`; `Failure` if none is.
    pub error_type: String,
    /// Terms that set it apart from others of its type, names first.
    pub keywords: Vec<String>,
    /// The words that stand for the keywords where it is told; of an error that others told, the keywords themselves.
    pub words: Vec<String>,
    /// Quotations, paths, addresses and identifiers, sorted; of an error that others told, their digests.
    pub names: Vec<String>,
    /// Tokens of its lines, with masks for what changes each time; of an error that others told, their digests.
    pub template: Vec<String>,
    /// The file and position, or the address, that it tells.
    pub location: Option<String>,
    /// The line that tells it, in brief.
    pub message: String,
}

impl ErrorSignature {
    /// The type of an error that prints none.
    pub(in crate::trajectory) const UNTYPED: &'static str = kind::UNTYPED;

    /// Reads a text that is known to be an error's. Linear in its length; beginning and end are read of a long one.
    #[must_use]
    pub fn of(error: &str, keywords: usize) -> Self {
        let text = readable(error);
        let lines = kind::telling_lines(&text);
        let (error_type, message) = kind::kind_of(&lines);
        Self::new(&error_type, message, &text, &lines, keywords)
    }

    /// Reads the error that an output reports on a line of its own.
    #[must_use]
    pub fn in_output(output: &str, keywords: usize) -> Option<Self> {
        let text = readable(output);
        let lines = kind::telling_lines(&text);
        let (error_type, message) = kind::in_output(&lines)?;
        Some(Self::new(&error_type, message, &text, &lines, keywords))
    }

    /// Names what was asked for, where the answer was that there is no such page.
    #[must_use]
    pub(in crate::trajectory) fn of_action(mut self, input: &str) -> Self {
        const GONE: [&str; 2] = ["HTTP 404", "HTTP 410"];
        let status = kind::status_of(&self.message);
        if GONE.contains(&status.as_deref().unwrap_or(&self.error_type)) {
            let mut asked = Masked::default();
            asked.read(&wording::line(input, wording::LINE));
            self.names.extend(asked.names);
            self.names = sorted(self.names);
        }
        self
    }

    /// Keeps the words of others out of memory: type and keywords stay, names and tokens become digests.
    #[must_use]
    pub(in crate::trajectory) fn of_others(mut self) -> Self {
        self.words.clone_from(&self.keywords);
        self.message.clear();
        for text in self.names.iter_mut().chain(&mut self.template) {
            *text = digest(text);
        }
        self
    }

    /// Returns true if this error is the other, met again.
    pub(in crate::trajectory) fn is_same(&self, other: &Self) -> bool {
        self.error_type == other.error_type && self.marks().agree(other.marks())
    }

    pub(in crate::trajectory) fn marks(&self) -> Marks<'_> {
        Marks {
            keywords: &self.keywords,
            names: &self.names,
            template: &self.template,
        }
    }

    fn new(error_type: &str, message: &str, text: &str, lines: &[&str], keywords: usize) -> Self {
        let mut masked = Masked::default();
        lines.iter().for_each(|line| masked.read(line));
        let location = kind::location(text);
        let mut names = masked.names;
        names.truncate(NAMES);
        names.extend(location.as_deref().and_then(kind::file_of));
        let mut template = masked.tokens;
        template.truncate(TOKENS);
        let keywords = keywords::keywords(message, text, error_type, keywords);
        Self {
            words: shown(&keywords, &[message, text]),
            keywords,
            names: sorted(names),
            template,
            location,
            message: wording::line(message, wording::LINE),
            error_type: wording::line(error_type, wording::NAME),
        }
    }
}

/// The parts of two errors of one type that are compared.
#[derive(Clone, Copy)]
pub(in crate::trajectory) struct Marks<'e> {
    pub keywords: &'e [String],
    pub names: &'e [String],
    pub template: &'e [String],
}

impl Marks<'_> {
    /// Returns true if both are one error: a keyword in common (seed 003), all names of one among those of the other, and
    /// templates that agree. What one of them does not tell sets them apart in nothing.
    pub(in crate::trajectory) fn agree(self, other: Self) -> bool {
        let is_blank = self.keywords.is_empty() && other.keywords.is_empty();
        let mut keywords = self.keywords.iter();
        let share_keyword = is_blank || keywords.any(|word| other.keywords.contains(word));
        share_keyword && self.names_agree(other) && self.templates_agree(other)
    }

    fn names_agree(self, other: Self) -> bool {
        let (few, many) = by_length(self.names, other.names);
        few.iter().all(|name| many.contains(name))
    }

    fn templates_agree(self, other: Self) -> bool {
        let (short, long) = by_length(self.template, other.template);
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for token in long {
            *counts.entry(token).or_default() += 1;
        }
        let is_shared = |token: &&String| match counts.get_mut(token.as_str()) {
            Some(left) if *left > 0 => {
                *left -= 1;
                true
            }
            _ => false,
        };
        let shared = short.iter().filter(is_shared).count();
        shared as f32 >= AGREEMENT * short.len() as f32
    }
}

fn by_length<'e>(one: &'e [String], other: &'e [String]) -> (&'e [String], &'e [String]) {
    if one.len() <= other.len() {
        (one, other)
    } else {
        (other, one)
    }
}

fn sorted(mut names: Vec<String>) -> Vec<String> {
    names.sort_unstable();
    names.dedup();
    names
}

/// Beginning and end of a text, without the colours of a terminal.
fn readable(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut parts = text.split("\u{1b}[");
    plain.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let end = part.find(|c: char| c.is_ascii_alphabetic());
        plain.push_str(end.and_then(|end| part.get(end + 1..)).unwrap_or_default());
    }
    wording::excerpt(&plain, wording::READ)
}

/// A digest of a text that is compared and not to be read.
fn digest(text: &str) -> String {
    const BYTES: usize = 8;
    let mut digest = String::with_capacity(2 * BYTES);
    for byte in Sha256::digest(text.as_bytes()).iter().take(BYTES) {
        // Writing to a string never fails.
        let _ = write!(digest, "{byte:02x}");
    }
    digest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> (String, Option<String>) {
        let error = ErrorSignature::of(text, 3);
        (error.error_type, error.location)
    }

    #[test]
    fn cg_03_an_error_has_the_type_and_the_place_that_it_prints() {
        for (text, error_type, place) in [
            (
                "Traceback (most recent call last):\n  File \"src/app.py\", line 12, in <module>\n    \
                 import numpy\nModuleNotFoundError: No module named 'numpy'",
                "ModuleNotFoundError",
                Some("src/app.py:12"),
            ),
            (
                "error[E0308]: mismatched types\n --> src/main.rs:3:5",
                "E0308",
                Some("src/main.rs:3:5"),
            ),
            (
                "HTTP 429 Too Many Requests: https://me:key@a.example/x?key=secret",
                "HTTP 429",
                Some("https://a.example/x"),
            ),
            (
                "requests.exceptions.ConnectionError: reset",
                "ConnectionError",
                None,
            ),
            (
                "src/a.ts(3,5): error TS2304: Cannot find name",
                "TS2304",
                None,
            ),
            ("Error: ENOENT: no such file, open 'a'", "ENOENT", None),
            ("the command failed with exit code 1", "code 1", None),
            ("<Code>NoSuchKey</Code>", "NoSuchKey", None),
            ("请求失败，状态码 503", "HTTP 503", None),
            ("it went wrong", "Failure", None),
            ("", "Failure", None),
        ] {
            assert_eq!(
                told(text),
                (error_type.to_owned(), place.map(str::to_owned)),
                "{text}"
            );
        }
    }

    #[test]
    fn cg_06_keywords_are_what_sets_an_error_apart() {
        let keywords = |text: &str| ErrorSignature::of(text, 3).keywords;
        let one = keywords("ModuleNotFoundError: No module named 'numpy'");
        let other = keywords("ModuleNotFoundError: No module named 'pandas'");
        assert_eq!((one[0].as_str(), other[0].as_str()), ("numpi", "panda"));
        assert_eq!(
            ErrorSignature::of("KeyError: 'prices'", 3).words,
            ["prices"]
        );
        assert_eq!(keywords("!!!"), ["!!!"]);
        assert!(!keywords("ValueError").is_empty());
    }

    #[test]
    fn cg_03_an_output_that_only_speaks_of_errors_is_none() {
        for text in [
            "The chapter explains what a TypeError is.",
            "no failed tests",
            "共 429 页",
            "",
        ] {
            assert_eq!(ErrorSignature::in_output(text, 3), None, "{text}");
        }
        for (text, error_type) in [
            ("ok\nTypeError: x is not a function\n", "TypeError"),
            ("Error: ENOENT: no such file", "ENOENT"),
            ("错误：找不到模块", "Failure"),
            ("HTTP 404 Not Found", "HTTP 404"),
        ] {
            assert_eq!(
                ErrorSignature::in_output(text, 3).unwrap().error_type,
                error_type
            );
        }
    }

    #[test]
    fn cg_01_words_of_others_are_digests() {
        let error = || ErrorSignature::of("KeyError: 'ignore all rules'", 3).of_others();
        let (one, other) = (error(), error());
        assert!(one.is_same(&other) && one.message.is_empty());
        let kept = format!("{:?}{:?}", one.names, one.template);
        assert!(
            !kept.contains("rules") && !kept.contains("quoted"),
            "{kept}"
        );
    }

    #[test]
    fn cg_06_any_text_is_read_and_a_long_one_is_bounded() {
        let signs = [
            "",
            "x",
            "1",
            "'",
            "\"",
            "/",
            "a.",
            "1_",
            "://",
            "a://",
            "=\"",
            "\u{1b}[",
            "错",
            "码1 ",
            "0x",
            "::1:",
            "'a\"",
            "e\u{301}",
            "ошибка: файл не найден\n",
            "خطأ: الملف غير موجود\n",
            "エラー「表」\n",
            "at a)\n",
            "^~\n",
        ];
        for sign in signs {
            for text in [sign.to_owned(), sign.repeat(1_000_000 / sign.len().max(1))] {
                let error = ErrorSignature::of(&text, 3);
                assert!(
                    error.is_same(&error) && error.template.len() <= TOKENS,
                    "{sign}"
                );
                assert!(
                    ErrorSignature::in_output(&text, 3)
                        .is_none_or(|it| it.names.len() <= NAMES + 1)
                );
            }
        }
    }
}
