//! World that memory runs in.

use amb_memory::hierarchy::UtcOffset;
use amb_memory::retrieval::Embedding;
use std::future::Future;
use std::pin::Pin;

/// Vectors of a batch, or none where no embedder runs.
pub type EmbeddingFuture<'a> =
    Pin<Box<dyn Future<Output = Result<Option<Vec<Embedding>>, EmbedderFailure>> + 'a>>;

/// Time, chance and vectors. A clock that goes backwards, and an embedder that fails, are met with.
pub trait World {
    /// Now, in milliseconds since 1970.
    fn now(&self) -> i64;

    /// Returns the offset of the user's clock from UTC, for runs that ask about yesterday. UTC if it is unknown.
    fn offset(&self) -> UtcOffset {
        UtcOffset::default()
    }

    /// Bits that nobody can foresee, of which ids are made.
    fn random(&self) -> [u8; 16];

    /// A vector for each text, in their order, all of one model; none where no embedder runs.
    ///
    /// # Errors
    /// The embedder failed. Memory goes on without these vectors, and tells it.
    fn embed<'a>(&'a self, texts: &'a [&'a str]) -> EmbeddingFuture<'a>;
}

/// Why an embedder gave no vectors.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the embedder failed: {detail}")]
pub struct EmbedderFailure {
    /// Message of the embedder; it is shown to the user.
    pub detail: String,
}
