//! Trust in a text, by its source.

use serde::{Deserialize, Serialize};

/// The source of a text, the least trusted first.
///
/// An entry has the label of its source. A node has at most the label of its least trusted source: its entries, the
/// nodes merged into it, the texts that updated its topic. No operation of a [`TaskBank`](super::TaskBank) raises a
/// label. The label is shown with the text, and decides nothing.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Trust {
    /// Written by a model, or of unknown source.
    #[default]
    Model,
    /// From an imported file: anybody may have written it, its labels too.
    Imported,
    /// Shown by a search engine for a page that nobody opened.
    Snippet,
    /// A page that a search result, or a link of another page, led to.
    FoundPage,
    /// A page that the user named by its address.
    NamedPage,
    /// Input that the user gave with the question: documents, pasted text.
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
