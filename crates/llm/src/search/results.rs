//! What a search found.

use serde::{Deserialize, Serialize};

/// What a search found, best first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchResults {
    /// What was searched for.
    pub query: String,
    /// The results, each page once; empty if nothing was found.
    pub results: Vec<SearchResult>,
    /// The search engine's own answer, or what it knows of the thing asked for; on one line.
    pub answer: Option<String>,
    /// The page that the answer is from, in the form of [`SearchResult::url`].
    pub answer_url: Option<String>,
}

/// One page that a search found. Its texts are on one line each and not empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchResult {
    /// The title; the address where there is none.
    pub title: String,
    /// The address: `http` or `https`, without a fragment, brackets and parentheses percent-encoded, so
    /// that it fits a Markdown link as it is and a model that copies it gives back the same text.
    pub url: String,
    /// Who publishes it; the host of the address where the search engine does not say.
    pub source: Option<String>,
    /// When it was published, as the search engine writes it.
    pub date: Option<String>,
    /// The words that were found.
    pub snippet: Option<String>,
    /// The place that the search engine gave it, from 1.
    pub position: u32,
}
