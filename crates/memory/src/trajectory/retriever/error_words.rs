//! What an error says, beyond the keywords that a store is asked by: those are few, and of a logger's line they may be what
//! all of its errors have in common.

use std::collections::BTreeSet;

use super::result::RecalledItem;
use super::words::words;
use crate::hierarchy::without_recalled;
use crate::retrieval::analyze;
use crate::trajectory::recognition::ErrorSign;
use crate::trajectory::records::State;

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
        let sign = ErrorSign::of(&error, MOST);
        Self {
            names: sign.named().map(str::to_owned).collect(),
            terms: sign.keywords.into_iter().collect(),
        }
    }

    /// How many of them an item says.
    pub(super) fn said_by(&self, item: &RecalledItem) -> usize {
        let (_, text) = words(item);
        let said: BTreeSet<String> = analyze(&text).into_iter().collect();
        let text = text.to_lowercase();
        let named = self.names.iter().filter(|name| text.contains(*name));
        self.terms.intersection(&said).count() + named.count()
    }
}
