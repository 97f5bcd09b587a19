//! Names and shapes of the tensors in our int8 file, as the converter writes and the loader reads them.

use crate::shape::{DIMENSIONS, INNER};

/// Model and build id: stored with every vector, so that vectors of another build are embedded anew.
/// The number changes whenever the same text would get another vector.
pub const MODEL_ID: &str = "all-MiniLM-L6-v2/int8-1";
/// Key of the model id in the file's metadata.
pub const MODEL_ID_KEY: &str = "model_id";

/// Word embeddings.
pub const WORDS: &str = "embeddings.words";
/// Position embeddings, the embedding of the only token type already added.
pub const POSITIONS: &str = "embeddings.positions";
/// Normalisation after the sum of both embeddings.
pub const EMBEDDINGS_NORM: &str = "embeddings.norm";

/// A part of one encoder layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Query, key and value projections, stacked in this order.
    AttentionInput,
    /// Projection of the heads' results.
    AttentionOutput,
    /// First layer of the feed-forward block.
    FeedForwardInput,
    /// Second layer of the feed-forward block.
    FeedForwardOutput,
}

impl Part {
    /// Every part, in the order of the file.
    pub const ALL: [Self; 4] = [
        Self::AttentionInput,
        Self::AttentionOutput,
        Self::FeedForwardInput,
        Self::FeedForwardOutput,
    ];

    /// Returns the prefix of the part's tensors in our file.
    pub fn name(self, layer: usize) -> String {
        let part = match self {
            Self::AttentionInput => "attention.input",
            Self::AttentionOutput => "attention.output",
            Self::FeedForwardInput => "feed_forward.input",
            Self::FeedForwardOutput => "feed_forward.output",
        };
        format!("layers.{layer}.{part}")
    }

    /// Returns the widths of the part's input and output rows.
    pub fn widths(self) -> (usize, usize) {
        match self {
            Self::AttentionInput => (DIMENSIONS, DIMENSIONS * 3),
            Self::AttentionOutput => (DIMENSIONS, DIMENSIONS),
            Self::FeedForwardInput => (DIMENSIONS, INNER),
            Self::FeedForwardOutput => (INNER, DIMENSIONS),
        }
    }
}

/// A layer normalisation after one half of an encoder layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Half {
    /// After attention.
    Attention,
    /// After the feed-forward block.
    FeedForward,
}

impl Half {
    /// Both halves, in the order of the file.
    pub const ALL: [Self; 2] = [Self::Attention, Self::FeedForward];

    /// Returns the prefix of the normalisation's tensors in our file.
    pub fn name(self, layer: usize) -> String {
        let half = match self {
            Self::Attention => "attention",
            Self::FeedForward => "feed_forward",
        };
        format!("layers.{layer}.{half}.norm")
    }
}
