use thiserror::Error;

/// An error of the index. A refused operation changes nothing.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
pub enum RetrievalError {
    /// A vector's length is not the index's.
    #[error("a vector of {actual} numbers where the index holds vectors of {expected}")]
    WrongDimensions {
        /// Numbers per vector in this index.
        expected: usize,
        /// Numbers in the refused vector.
        actual: usize,
    },
    /// A vector holds NaN or an infinity.
    #[error("a vector's number {position} is not finite")]
    NotFinite {
        /// Index of the first offending number.
        position: usize,
    },
    /// The name of a model is blank, or a vector has no numbers or more than any model's.
    #[error("an embedding needs a model's name and a vector of 1 to 4096 numbers")]
    MalformedEmbedding,
    /// A serialised embedding declares another length.
    #[error("an embedding of {actual} numbers says it has {declared}")]
    DimensionsMismatch {
        /// The declared count.
        declared: usize,
        /// The actual count.
        actual: usize,
    },
    /// α is not a share.
    #[error("alpha is {0}, not a number from 0 to 1")]
    AlphaOutOfRange(f32),
    /// More documents than a 32-bit slot can name.
    #[error("the index is full")]
    Full,
}

/// The kinds of [`RetrievalError`], for callers that decide by kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RetrievalErrorKind {
    /// The caller passed something malformed.
    InvalidInput,
    /// A limit of the index is reached.
    Capacity,
}

impl RetrievalError {
    /// The kind of this error.
    #[must_use]
    pub fn kind(&self) -> RetrievalErrorKind {
        match self {
            Self::WrongDimensions { .. }
            | Self::NotFinite { .. }
            | Self::MalformedEmbedding
            | Self::DimensionsMismatch { .. }
            | Self::AlphaOutOfRange(_) => RetrievalErrorKind::InvalidInput,
            Self::Full => RetrievalErrorKind::Capacity,
        }
    }
}
