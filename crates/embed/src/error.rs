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
    /// The tokenizer file cannot be read, or is another tokenizer than the model's.
    #[error("the tokenizer file does not describe the model's WordPiece tokenizer: {reason}")]
    Tokenizer {
        /// What is wrong with it.
        reason: String,
    },
    /// The network could not be built or run. This is a bug: report it.
    #[error("the network failed: {reason}")]
    Network {
        /// What tract says.
        reason: String,
    },
}

/// The kind of an [`EmbedError`], for whoever decides what to do about it.
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
    /// What the error is about.
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
