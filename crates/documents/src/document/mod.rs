//! The document itself: what it is, why it can be refused, and how it is read.

mod error;
mod media;
mod model;
mod read;

pub use error::DocumentError;
pub use media::Media;
pub use model::{Document, Limits, Note};
pub use read::{from_text, read};
