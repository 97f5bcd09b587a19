//! The document: its data, its refusal, and its opening.

mod error;
mod links;
mod media;
mod model;
mod open;

pub use error::DocumentError;
pub use links::{Link, Links};
pub use media::Media;
pub use model::{Document, Limits, Note};
pub use open::{Opened, Source, open};
