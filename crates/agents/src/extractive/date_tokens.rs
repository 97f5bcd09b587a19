//! Words, numbers and signs of a sentence, for the reading of its dates.

use super::numerals::{whole, year};
use super::script::is_cjk;
use super::units::leading_chinese_number;

/// A word, a number, a Chinese numeral or character, or another sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Word,
    Number,
    Numeral,
    Character,
    Sign,
}

/// A piece of a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token<'t> {
    pub(super) kind: Kind,
    pub(super) text: &'t str,
    /// Where it begins, in bytes.
    pub(super) start: usize,
    /// Whether a blank stands before it, or nothing.
    pub(super) apart: bool,
}

impl Token<'_> {
    pub(super) fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// Whether it is one of these words, in whatever case.
    pub(super) fn is_any(&self, words: &[&str]) -> bool {
        words
            .iter()
            .any(|word| self.text.eq_ignore_ascii_case(word))
    }

    /// What it counts, if it is a number below ten thousand.
    pub(super) fn number(&self) -> Option<u32> {
        match self.kind {
            Kind::Number if self.text.len() <= 4 => self.text.parse().ok(),
            Kind::Numeral => {
                let digits = self.text.replace('○', "〇");
                whole(leading_chinese_number(&digits)?.0)
            }
            _ => None,
        }
    }

    /// The year that it may be.
    pub(super) fn year(&self) -> Option<u32> {
        let written = match self.kind {
            Kind::Number => self.text.len() == 4,
            _ => self.text.chars().count() == 4,
        };
        self.number().filter(|_| written).and_then(year)
    }
}

/// The tokens of a text, in order.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    let mut apart = true;
    while let Some(rest) = text.get(at..)
        && let Some(c) = rest.chars().next()
    {
        let kind = kind_of(c);
        let length = match kind {
            Kind::Character | Kind::Sign => c.len_utf8(),
            _ => rest.find(|c| kind_of(c) != kind).unwrap_or(rest.len()),
        };
        if c.is_whitespace() {
            apart = true;
        } else {
            tokens.push(Token {
                kind,
                text: rest.get(..length).unwrap_or_default(),
                start: at,
                apart,
            });
            apart = false;
        }
        at += length.max(1);
    }
    tokens
}

fn kind_of(c: char) -> Kind {
    if c.is_ascii_digit() {
        Kind::Number
    } else if "○〇零一二三四五六七八九十".contains(c) {
        Kind::Numeral
    } else if is_cjk(c) {
        Kind::Character
    } else if c.is_alphanumeric() {
        Kind::Word
    } else {
        Kind::Sign
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_10_words_and_numbers_are_told_apart() {
        let found: Vec<&str> = tokens("FY2019–20 (二○一九年)")
            .iter()
            .map(|t| t.text)
            .collect();
        assert_eq!(found, ["FY", "2019", "–", "20", "(", "二○一九", "年", ")"]);
        assert_eq!(tokens("二○一九年")[0].year(), Some(2019));
        assert_eq!(tokens("5,000")[0].year(), None);
    }
}
