//! Words of an error beyond its few keywords. The keywords of a logger's line may be common to all of its errors.

use std::collections::BTreeSet;

use super::result::RecalledItem;
use super::words::words;
use crate::hierarchy::without_recalled;
use crate::retrieval::analyze;
use crate::trajectory::records::State;
use crate::trajectory::signature::ErrorSignature;

/// Terms of an error that are looked for; more tell no more.
const MOST: usize = 32;

/// Terms and names of an error.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ErrorWords {
    terms: BTreeSet<String>,
    names: BTreeSet<String>,
}

impl ErrorWords {
    /// Those of the error that a run has not overcome; none without one.
    #[must_use]
    pub fn of(state: &State) -> Self {
        let error = without_recalled(&state.current_error);
        if error.trim().is_empty() {
            return Self::default();
        }
        let sign = ErrorSignature::of(&error, MOST);
        Self {
            names: sign.names.into_iter().collect(),
            terms: sign.keywords.into_iter().collect(),
        }
    }

    /// Returns the number of the error's words in an item.
    pub(super) fn said_by(&self, item: &RecalledItem) -> usize {
        let (_, text) = words(item);
        let said: BTreeSet<String> = analyze(&text).into_iter().collect();
        let text = text.to_lowercase();
        let named = self.names.iter().filter(|name| text.contains(*name));
        self.terms.intersection(&said).count() + named.count()
    }
}
