//! Sentence encoders of the BERT family from ONNX files, run by tract; an artefact of its own, loaded for those who
//! name such a model.
//!
//! - [`Encoder`] loads a model and embeds texts;
//! - [`Description`] holds the facts about a model that its files do not tell;
//! - inside: `tokens` (the tokenizer, windows of long texts), `graph` (the network).

mod description;
mod encoder;
mod error;
mod graph;
mod tokens;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use description::{Description, Pooling};
pub use encoder::Encoder;
pub use error::OnnxError;
