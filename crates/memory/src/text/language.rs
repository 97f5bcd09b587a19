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

/// The language of `text`: Chinese when at least a fifth as many Han characters as other letters
/// occur in it (one Han character says about as much as five letters), else English.
#[must_use]
pub fn language(text: &str) -> Language {
    let mut han = 0_usize;
    let mut letters = 0_usize;
    for c in text.chars() {
        if is_han(c) {
            han += 1;
        } else if c.is_alphabetic() || is_cjk(c) {
            letters += 1;
        }
    }
    if han > 0 && han * 5 >= letters {
        Language::Chinese
    } else {
        Language::English
    }
}

fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}')
}
