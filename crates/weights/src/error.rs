//! Errors of reading and converting weights.

use safetensors::SafeTensorError;
use thiserror::Error;

/// Error of a weight file: damaged, or another model's.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// The bytes are no safetensors file: truncated, or damaged.
    #[error("the model file is not a whole safetensors file")]
    Container(#[source] SafeTensorError),
    /// A tensor of the model is absent.
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
        /// Element type and shape in the model.
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
    /// The file has no model id, or one of another format.
    #[error("the model file says it is {found:?}, but this build reads {expected:?}")]
    WrongModel {
        /// Model id of this build.
        expected: &'static str,
        /// Model id in the file, empty if there is none.
        found: String,
    },
}
