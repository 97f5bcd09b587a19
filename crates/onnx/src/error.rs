//! Errors of the encoder.

use std::fmt::Display;

use thiserror::Error;

/// Error of loading an encoder or of embedding a text.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OnnxError {
    /// The description of the model is invalid.
    #[error("the description of the model is invalid: {reason}")]
    Description {
        /// The fault.
        reason: String,
    },
    /// The tokenizer file cannot be read.
    #[error("the tokenizer cannot be read: {reason}")]
    Tokenizer {
        /// The fault.
        reason: String,
    },
    /// The file is not an ONNX model, or is cut off.
    #[error("the ONNX file cannot be read: {reason}")]
    File {
        /// The message of tract.
        reason: String,
    },
    /// The model has an input that a sentence encoder has not.
    #[error("the model is no sentence encoder: it has the input {name}")]
    Input {
        /// The name of the input.
        name: String,
    },
    /// The model has no input for the tokens of a text.
    #[error("the model is no sentence encoder: it has no input input_ids")]
    NoInput,
    /// The model has no output with a vector for each token.
    #[error("the model is no sentence encoder: it has no output with a vector for each token")]
    NoOutput,
    /// tract cannot run the model, for example because of an unknown operator.
    #[error("the model cannot be run: {reason}")]
    Unsupported {
        /// The message of tract.
        reason: String,
    },
    /// The vectors have another length than the description says.
    #[error("the model makes vectors of {found} numbers, and its description says {declared}")]
    Width {
        /// Numbers in a vector by the description.
        declared: usize,
        /// Numbers in a vector of the model.
        found: usize,
    },
    /// The tokenizer has more tokens than the model.
    #[error("the tokenizer does not match the model: it has {tokens} tokens, the model {rows}")]
    Vocabulary {
        /// Tokens of the tokenizer.
        tokens: usize,
        /// Tokens that the model has vectors for.
        rows: usize,
    },
}

impl OnnxError {
    pub(crate) fn description(reason: impl Display) -> Self {
        let reason = reason.to_string();
        Self::Description { reason }
    }

    pub(crate) fn tokenizer(reason: impl Display) -> Self {
        let reason = reason.to_string();
        Self::Tokenizer { reason }
    }

    pub(crate) fn file(reason: impl Display) -> Self {
        let reason = format!("{reason:#}");
        Self::File { reason }
    }

    pub(crate) fn unsupported(reason: impl Display) -> Self {
        let reason = format!("{reason:#}");
        Self::Unsupported { reason }
    }
}
