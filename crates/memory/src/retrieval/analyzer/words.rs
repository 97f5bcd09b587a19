use std::collections::BTreeSet;

use super::terms::DocumentTerms;

impl DocumentTerms {
    /// Returns the distinct words, function words included: of Chinese each character in place of pairs.
    #[must_use]
    pub fn words(&self) -> BTreeSet<&str> {
        let all = self.counted.iter().chain(&self.uncounted);
        all.map(String::as_str)
            .filter(|term| !is_pair_of_han(term))
            .collect()
    }
}

fn is_pair_of_han(term: &str) -> bool {
    term.chars().count() == 2 && term.chars().all(is_han)
}

/// Returns true for a Chinese character.
pub fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}')
}

#[cfg(test)]
mod tests {
    use crate::retrieval::{analyze_document, is_function_word};

    #[test]
    fn words_are_stems_and_single_characters() {
        let terms = analyze_document("I live in Leeds. 我住在杭州");
        let words = terms.words();
        assert!(
            ["i", "live", "leed", "我", "住", "在", "杭", "州"]
                .iter()
                .all(|it| words.contains(it))
        );
        assert!(!words.contains("杭州"));
        let functions: Vec<&&str> = words.iter().filter(|word| is_function_word(word)).collect();
        assert_eq!(functions, [&"i", &"in", &"在", &"我"]);
    }
}
