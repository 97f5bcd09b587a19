//! Hybrid retrieval: the nodes nearest to a query, by their words and by their meaning.
//!
//! [`HybridIndex`] keeps a BM25 inverted index and a matrix of vectors side by side, changes both in place, and scores
//! all nodes by `α · BM25 / max BM25 + (1 − α) · cosine` (seed 000 §6.1). Results are exact: nothing is approximated
//! and no channel gates the other.
//!
//! [`reciprocal_rank_fusion`] joins lists ranked elsewhere; [`maximal_marginal_relevance`] thins out similar hits.
//! [`Embedding`] is a stored vector, with the model that made it; [`CodedVectors`] are many of one model at half the
//! size, and a search scans half of that.

mod analyzer;
mod coded_vectors;
mod embedding;
pub(crate) mod embedding_json;
mod error;
mod fusion;
mod hybrid;
mod inverted_index;
mod likely_nearest;
mod query;
mod shared_terms;
mod term_dictionary;
mod top_k;
mod vector_matrix;

pub use analyzer::{DocumentTerms, analyze, analyze_document, is_stop_word};
pub(crate) use analyzer::{is_function_word, is_han};
pub use coded_vectors::{CodedVectors, Likely};
pub use embedding::Embedding;
pub use error::{RetrievalError, RetrievalErrorKind};
pub use fusion::{RECIPROCAL_RANK_K0, maximal_marginal_relevance, reciprocal_rank_fusion};
pub use hybrid::HybridIndex;
pub use inverted_index::{BM25_B, BM25_K1};
pub use likely_nearest::LikelyNearest;
pub use query::{DEFAULT_ALPHA, DEFAULT_K, Hit, Query};
pub use shared_terms::{jaccard, opening_terms};
