//! all-MiniLM-L6-v2 in int8, run by tract; an artefact of its own for its own Web Worker.
//!
//! - [`MiniLm`] loads the model and embeds texts;
//! - inside, from the outside in: `text` (tokens, windows), `network` (the tract model), `weights`
//!   (the file, whose format is in `amb-weights`), `kernel` (the arithmetic).

mod error;
mod kernel;
mod minilm;
mod network;
mod text;
#[cfg(target_arch = "wasm32")]
mod wasm;
mod weights;

pub use amb_weights::WeightsError;
pub use amb_weights::shape::{DIMENSIONS, WINDOW};
pub use error::{EmbedError, EmbedErrorKind};
pub use minilm::MiniLm;
