use std::collections::BTreeSet;

/// Default weight of the keyword channel (seed 000: `RETRIEVAL_ALPHA`).
pub const DEFAULT_ALPHA: f32 = 0.5;

/// Default number of hits (seed 000 §6.1).
pub const DEFAULT_K: usize = 5;

/// A question to a [`HybridIndex`](super::HybridIndex).
#[derive(Debug, Clone, Copy)]
pub struct Query<'a, K> {
    /// Searched by its terms; may be empty.
    pub text: &'a str,
    /// Searched by cosine; `None` searches by keywords alone. Any length but zero means the same as
    /// its unit vector.
    pub vector: Option<&'a [f32]>,
    /// Weight of the keyword channel, 0 to 1; the semantic channel weighs `1 − alpha`.
    pub alpha: f32,
    /// At most this many hits.
    pub k: usize,
    /// Keys that are never hits. They still count as documents in BM25's statistics and its maximum,
    /// so excluding a node does not change the scores of the others.
    pub exclude: Option<&'a BTreeSet<K>>,
}

impl<'a, K> Query<'a, K> {
    /// A query by text alone, with the default α and k.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Self {
            text,
            vector: None,
            alpha: DEFAULT_ALPHA,
            k: DEFAULT_K,
            exclude: None,
        }
    }
}

/// One answer of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit<K> {
    /// The key the document was stored under.
    pub key: K,
    /// The score that ranks hits. Hybrid: `α · keyword + (1 − α) · semantic`; keyword search: the raw BM25 score;
    /// semantic search: the cosine.
    pub score: f32,
    /// BM25 divided by the best BM25 of any document, 0 to 1; 0 when no term matches.
    pub keyword: f32,
    /// Cosine of the query's and the document's vector, −1 to 1; 0 when either has none.
    pub semantic: f32,
}
