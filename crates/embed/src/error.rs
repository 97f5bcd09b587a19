//! What can go wrong.

use safetensors::SafeTensorError;
use thiserror::Error;

/// Why a model could not be converted or loaded, or a text not embedded.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EmbedError {
    /// The bytes are no safetensors file: truncated, or damaged.
    #[error("the model file is not a whole safetensors file")]
    Container(#[source] SafeTensorError),
    /// A tensor the model needs is absent.
    #[error("the model file has no tensor {name}")]
    MissingTensor {
        /// Name of the tensor.
        name: String,
    },
    /// A tensor has another element type or shape than the model's.
    #[error("tensor {name} should be {expected}, but is {found}")]
    WrongTensor {
        /// Name of the tensor.
        name: String,
        /// Element type and shape the model has.
        expected: String,
        /// Element type and shape in the file.
        found: String,
    },
    /// A tensor holds infinities or NaN.
    #[error("tensor {name} holds a value that is not finite")]
    NotFinite {
        /// Name of the tensor.
        name: String,
    },
    /// The file carries no model id, or one of another format.
    #[error("the model file says it is {found:?}, but this build reads {expected:?}")]
    WrongModel {
        /// Model id this build reads.
        expected: &'static str,
        /// Model id in the file, empty when there is none.
        found: String,
    },
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
