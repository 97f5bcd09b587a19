//! Importance of a memory (seed 004, 重要性评分).

use super::super::error::HierarchyError;
use crate::text::simplified;
use serde::{Deserialize, Serialize};

/// Source of a memory's importance: the seed's formula, or a caller that knows better (AF-14).
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub enum Importance {
    /// [`estimate_importance`] of the content.
    #[default]
    Estimated,
    /// A value from 0 to 1, such as a language model's.
    Given(f32),
}

impl Importance {
    /// The importance of a content.
    ///
    /// # Errors
    /// [`HierarchyError::ImportanceOutOfRange`] for a given value that is not a share.
    pub fn of(self, content: &str) -> Result<f32, HierarchyError> {
        match self {
            Self::Estimated => Ok(estimate_importance(content)),
            Self::Given(value) if (0.0..=1.0).contains(&value) => Ok(value),
            Self::Given(value) => Err(HierarchyError::ImportanceOutOfRange(value)),
        }
    }
}

/// Chinese keywords, looked for as parts of the text. The first four are the seed's.
const CHINESE_KEYWORDS: &[&str] = &[
    "重要",
    "必须",
    "关键",
    "记住",
    "务必",
    "别忘",
    "不要忘",
    "紧急",
    "一定要",
    "千万",
];

/// English keywords, looked for as whole words in any case.
const ENGLISH_KEYWORDS: &[&str] = &[
    "critical",
    "crucial",
    "deadline",
    "essential",
    "important",
    "key",
    "must",
    "never",
    "remember",
    "required",
    "urgent",
    "vital",
];

/// The seed's estimate, 0.5 to 0.85: half, and 0.1 beyond 200 characters, 0.1 beyond 500, 0.1 for a
/// keyword, 0.05 for an exclamation mark.
#[must_use]
pub fn estimate_importance(content: &str) -> f32 {
    let chars = content.chars().take(501).count();
    let mut score = 0.5;
    if chars > 200 {
        score += 0.1;
    }
    if chars > 500 {
        score += 0.1;
    }
    if has_keyword(content) {
        score += 0.1;
    }
    if content.contains(['!', '！']) {
        score += 0.05;
    }
    f32::min(1.0, score)
}

/// With what a clause begins that asks for something to be kept in mind.
const REQUESTS: &[&str] = &[
    "remember",
    "keep in mind",
    "bear in mind",
    "don't forget",
    "do not forget",
    "never forget",
    "this is important",
    "this is very important",
    "记住",
    "牢记",
    "务必",
    "别忘",
    "不要忘",
    "这很重要",
    "这非常重要",
];

/// Words that may stand before a request.
const LEADS: &[&str] = &[
    "please ",
    "always ",
    "also ",
    "and ",
    "but ",
    "so ",
    "i want you to ",
    "i need you to ",
    "you must ",
    "you should ",
    "请",
    "你",
    "您",
    "也",
    "要",
    "一定",
    "必须",
    "千万",
    "帮我",
    "麻烦",
];

/// A clause that calls important what comes after it.
const LABELS: &[&str] = &[
    "important:",
    "very important:",
    "重要：",
    "重要:",
    "很重要：",
    "很重要:",
];

/// Returns true if a text asks to be kept in mind. [`estimate_importance`] differs: it rates a long text, or "I never
/// was there", as important. A model's rating differs too.
#[must_use]
pub fn is_called_important(content: &str) -> bool {
    let content = simplified(content);
    let mut clauses =
        clauses(&content).map(|clause| clause.trim().replace('’', "'").to_lowercase());
    clauses.any(|clause| LABELS.contains(&clause.as_str()) || is_request(&clause))
}

/// The parts of a text between its signs, each with the sign that ends it.
fn clauses(content: &str) -> impl Iterator<Item = &str> {
    content.split_inclusive(|c: char| {
        matches!(
            c,
            '.' | ','
                | ';'
                | ':'
                | '!'
                | '?'
                | '\n'
                | '。'
                | '，'
                | '；'
                | '：'
                | '！'
                | '？'
                | '–'
                | '—'
        )
    })
}

fn is_request(clause: &str) -> bool {
    let mut asked = clause;
    while let Some(rest) = LEADS.iter().find_map(|lead| asked.strip_prefix(lead)) {
        asked = rest;
    }
    let begins = |request: &&str| {
        let rest = asked.strip_prefix(*request);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
    };
    !clause.ends_with(['?', '？', '吗']) && REQUESTS.iter().any(begins)
}

fn has_keyword(content: &str) -> bool {
    let mut words = content.split(|c: char| !c.is_ascii_alphanumeric());
    let is_keyword = |word: &str| {
        ENGLISH_KEYWORDS
            .iter()
            .any(|keyword| keyword.eq_ignore_ascii_case(word))
    };
    let chinese = simplified(content);
    CHINESE_KEYWORDS
        .iter()
        .any(|keyword| chinese.contains(keyword))
        || words.any(is_keyword)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f32, b: f32) -> bool {
        (a - b).abs() < 1e-6
    }

    #[test]
    fn af_06_the_seeds_formula_exactly() {
        let cases = [
            (String::new(), 0.5),
            ("a".repeat(200), 0.5),
            ("a".repeat(201), 0.6),
            ("茶".repeat(500), 0.6),
            ("茶".repeat(501), 0.7),
            ("记住我的生日".to_owned(), 0.6),
            ("这很重要！".to_owned(), 0.65),
            ("記住我的生日".to_owned(), 0.6),
            ("Remember my birthday!".to_owned(), 0.65),
            ("mustard on a monkey".to_owned(), 0.5),
            (format!("关键 must!{}", "x".repeat(600)), 0.85),
        ];
        for (content, expected) in cases {
            assert!(
                close(estimate_importance(&content), expected),
                "{expected}: {content:.20}"
            );
        }
    }

    #[test]
    fn af_06_called_important_is_what_asks_to_be_kept_in_mind() {
        for request in [
            "Remember: metres!",
            "I like metres, remember this.",
            "I am allergic to nuts. Please remember that.",
            "Don’t forget that I fly on Monday",
            "我对花生过敏，请记住。",
            "记住我的生日",
            "Important: I am allergic to nuts.",
            "I want you to remember that I am allergic to nuts.",
            "And you must always remember this",
            "你要记住我对花生过敏",
            "重要：我对花生过敏",
        ] {
            assert!(is_called_important(request), "{request}");
        }
        let long = "How is this illness treated, which I had as a child? ".repeat(12);
        for other in [
            long.as_str(),
            "I have never been to Rome, and must say that it is the key!",
            "Do you remember that film?",
            "Remember who wrote it?",
            "Remembered by all, forgotten by none.",
            "An important battle was fought there.",
            "I must remember less.",
            "你还记得我的名字吗？",
            "哪些战役很重要",
        ] {
            assert!(!is_called_important(other), "{other}");
        }
    }

    #[test]
    fn af_14_a_value_handed_in_replaces_the_estimate() {
        assert_eq!(Importance::Given(0.25).of("remember!"), Ok(0.25));
        for wrong in [-0.1, 1.1, f32::NAN, f32::INFINITY] {
            assert!(Importance::Given(wrong).of("x").is_err());
        }
    }
}
