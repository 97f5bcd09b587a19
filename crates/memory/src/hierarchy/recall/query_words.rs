//! The words that a text is searched by.

use super::super::query::asked;
use super::channel::Search;
use crate::retrieval::analyze;

/// Distinct terms that are searched by.
const MAX_TERMS: usize = 64;

/// The beginning of a text, and its distinct terms.
pub(super) struct QueryWords {
    text: String,
    /// In the order of the text.
    pub(super) terms: Vec<String>,
    /// True if the text was cut.
    pub(super) is_cut: bool,
}

impl QueryWords {
    pub(super) fn of(text: &str) -> Self {
        let beginning = asked(text);
        let mut terms: Vec<String> = Vec::new();
        let mut is_cut = beginning.len() < text.len();
        for term in analyze(beginning) {
            if terms.contains(&term) {
                continue;
            }
            if terms.len() == MAX_TERMS {
                is_cut = true;
                break;
            }
            terms.push(term);
        }
        Self {
            text: beginning.to_owned(),
            terms,
            is_cut,
        }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The search for entries that hold any of them.
    pub(super) fn search(&self) -> Search {
        Search::Keyword {
            text: self.text.clone(),
            terms: self.terms.clone(),
        }
    }
}

impl Search {
    /// For entries that hold any word of a text.
    #[must_use]
    pub fn words_of(text: &str) -> Self {
        QueryWords::of(text).search()
    }
}
