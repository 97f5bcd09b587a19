//! How important a memory is (seed 004, 重要性评分).

use super::super::error::HierarchyError;
use serde::{Deserialize, Serialize};

/// Where a memory's importance comes from: the seed's formula, or whoever knows better (AF-14).
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

fn has_keyword(content: &str) -> bool {
    let mut words = content.split(|c: char| !c.is_ascii_alphanumeric());
    let is_keyword = |word: &str| {
        ENGLISH_KEYWORDS
            .iter()
            .any(|keyword| keyword.eq_ignore_ascii_case(word))
    };
    CHINESE_KEYWORDS
        .iter()
        .any(|keyword| content.contains(keyword))
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
    fn af_14_a_value_handed_in_replaces_the_estimate() {
        assert_eq!(Importance::Given(0.25).of("remember!"), Ok(0.25));
        for wrong in [-0.1, 1.1, f32::NAN, f32::INFINITY] {
            assert!(Importance::Given(wrong).of("x").is_err());
        }
    }
}
