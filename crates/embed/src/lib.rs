//! all-MiniLM-L6-v2 in int8, run by tract; an artefact of its own for its own Web Worker.
//!
//! - [`MiniLm`] loads the model and embeds texts;
//! - [`convert`] makes the int8 file from the official one;
//! - inside, from the outside in: `text` (tokens, windows), `network` (the tract model), `weights`
//!   (the file), `kernel` (the arithmetic).

pub mod convert;
mod error;
mod kernel;
mod minilm;
mod network;
mod shape;
mod text;
#[cfg(target_arch = "wasm32")]
mod wasm;
mod weights;

pub use error::{EmbedError, EmbedErrorKind};
pub use minilm::MiniLm;
pub use shape::{DIMENSIONS, WINDOW};
