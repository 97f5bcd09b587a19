//! Which of the two supported languages a text is in.

use super::tokens::is_cjk;
use serde::{Deserialize, Serialize};

/// A language that prompts and rules exist in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Language {
    /// English, and every language without rules of its own.
    #[serde(rename = "en")]
    English,
    /// Chinese.
    #[serde(rename = "zh")]
    Chinese,
}

/// The language of `text`: Chinese when its Han characters outweigh its other letters, else English.
/// A Han character, like one of Kana or Hangul, weighs as much as five letters of an alphabet.
#[must_use]
pub fn language(text: &str) -> Language {
    const LETTERS_PER_CHARACTER: usize = 5;
    let mut han = 0_usize;
    let mut others = 0_usize;
    for c in text.chars().filter(|c| c.is_alphabetic()) {
        match c {
            _ if is_han(c) => han += LETTERS_PER_CHARACTER,
            _ if is_cjk(c) => others += LETTERS_PER_CHARACTER,
            _ => others += 1,
        }
    }
    if han > 0 && han >= others {
        Language::Chinese
    } else {
        Language::English
    }
}

fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}')
}
