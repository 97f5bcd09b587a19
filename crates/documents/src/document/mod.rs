//! The document itself: what it is, why it can be refused, and how it is opened.

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
