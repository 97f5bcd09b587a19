//! Errors of the embedder.

use amb_weights::WeightsError;
use thiserror::Error;

/// Error of loading the model or embedding a text.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EmbedError {
    /// The model file is damaged, or another model's.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// The tokenizer file is unreadable, or not the model's tokenizer.
    #[error("the tokenizer file does not describe the model's WordPiece tokenizer: {reason}")]
    Tokenizer {
        /// The fault.
        reason: String,
    },
    /// The network could not be built or run. This is a bug: report it.
    #[error("the network failed: {reason}")]
    Network {
        /// The message of tract.
        reason: String,
    },
}

/// The kind of an [`EmbedError`], for callers that handle it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EmbedErrorKind {
    /// The model file is damaged or another one: fetch it again.
    Model,
    /// The tokenizer file is damaged or another one: fetch it again.
    Tokenizer,
    /// A bug in this crate.
    Internal,
}

impl EmbedError {
    /// Returns the kind of the error.
    pub fn kind(&self) -> EmbedErrorKind {
        match self {
            Self::Tokenizer { .. } => EmbedErrorKind::Tokenizer,
            Self::Network { .. } => EmbedErrorKind::Internal,
            _ => EmbedErrorKind::Model,
        }
    }

    pub(crate) fn tokenizer(reason: impl std::fmt::Display) -> Self {
        Self::Tokenizer {
            reason: reason.to_string(),
        }
    }

    pub(crate) fn network(reason: impl std::fmt::Display) -> Self {
        Self::Network {
            reason: format!("{reason:#}"),
        }
    }
}
