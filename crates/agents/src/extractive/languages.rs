//! Languages in which the words of two texts can be compared.

use amb_memory::text::{Language, language};

/// Returns true if a text is Chinese, or English by its function words.
pub(super) fn is_of_known_language(text: &str) -> bool {
    known_language(text).is_some()
}

/// The language of a text, where it is certain: English has small words that no neighbour shares.
pub(super) fn known_language(text: &str) -> Option<Language> {
    const ENGLISH: [&str; 14] = [
        "the", "and", "with", "from", "are", "were", "by", "its", "it", "this", "that", "which",
        "has", "they",
    ];
    let lower = text.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    match language(text) {
        Language::Chinese => Some(Language::Chinese),
        Language::English => words
            .any(|word| ENGLISH.contains(&word))
            .then_some(Language::English),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bx_09_a_language_is_told_where_it_is_certain() {
        assert_eq!(known_language("It is tall."), Some(Language::English));
        assert_eq!(known_language("灯塔很高。"), Some(Language::Chinese));
        for other in ["Der Turm ist in Westby.", "La tour est haute.", "42 m", ""] {
            assert_eq!(known_language(other), None, "{other}");
        }
    }
}
