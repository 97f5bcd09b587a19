//! Readers of documents that are not plain text: requests and replies.

mod error;
mod header;
mod pdf;
mod reader;
mod scripts;
mod text;

pub use error::ReadingError;
pub use header::has_silent_header;
pub use pdf::is_pdf;
pub use reader::DocumentReader;
pub use scripts::Script;
pub use text::{DocumentReading, PageText, ReadText};
