//! How far a text can be trusted, by where it comes from.

use serde::{Deserialize, Serialize};

/// Where a text comes from, the least trusted first.
///
/// An entry has the label of its source. A node has at most that of the least trusted text that it was made
/// of: its entries, the nodes that were merged into it, what its topic was updated from. No operation of a
/// [`TaskBank`](super::TaskBank) raises a label. It is shown wherever the text is, and decides nothing.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Trust {
    /// A model wrote it, or nobody says where it comes from.
    #[default]
    Model,
    /// An imported file says it: anybody may have written that, its labels too.
    Imported,
    /// A search engine showed it of a page that nobody opened.
    Snippet,
    /// A page that a search result, or a link of another page, led to.
    FoundPage,
    /// A page that the user named by its address.
    NamedPage,
    /// What the user gave with the question: documents, pasted text.
    Given,
}

impl Trust {
    /// The label of a part of an export that has none: it was written before there were labels.
    pub(super) fn unlabelled() -> Self {
        Self::Imported
    }

    /// The least trusted of these; [`Trust::Model`] of none.
    #[must_use]
    pub fn least(labels: impl IntoIterator<Item = Self>) -> Self {
        labels.into_iter().min().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bx_05_the_least_trusted_counts() {
        assert_eq!(
            Trust::least([Trust::Given, Trust::Snippet, Trust::NamedPage]),
            Trust::Snippet
        );
        assert_eq!(Trust::least([]), Trust::Model);
        assert!(Trust::Imported < Trust::Snippet);
    }
}
