//! The results of a search.

use serde::{Deserialize, Serialize};

/// The results of a search, best first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchResults {
    /// The query.
    pub query: String,
    /// The results, each page once; empty if nothing was found.
    pub results: Vec<SearchResult>,
    /// The search engine's own answer, or its facts about the subject; on one line.
    pub answer: Option<String>,
    /// The page that the answer is from, in the form of [`SearchResult::url`].
    pub answer_url: Option<String>,
}

/// One page that a search found. Its texts are on one line each and not empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchResult {
    /// The title; the address if there is none.
    pub title: String,
    /// The address: `http` or `https`, without a fragment, brackets and parentheses percent-encoded, so that it fits a
    /// Markdown link unchanged and a model that copies it returns the same text.
    pub url: String,
    /// The publisher; the host of the address if the search engine gives none.
    pub source: Option<String>,
    /// The date of publication, as the search engine writes it.
    pub date: Option<String>,
    /// The words that were found.
    pub snippet: Option<String>,
    /// The place that the search engine gave it, from 1.
    pub position: u32,
}
