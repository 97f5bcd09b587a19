//! Readers of documents that are not plain text: what they are asked, and what they say.

mod error;
mod pdf;
mod reader;
mod text;

pub use error::ReadingError;
pub use pdf::is_pdf;
pub use reader::DocumentReader;
pub use text::{DocumentReading, ReadText};
