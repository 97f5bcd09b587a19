//! Converts a document's bytes to text, and defines requests to and replies from readers of other formats.
//!
//! Citations refer to this text: each offset points into [`Document::text`]. A plain text is kept character for
//! character. Pages, other encodings and PDF files are left to a [`DocumentReader`], which is outside this crate: its
//! tables are too large for every visitor, and a hostile file that breaks it must break nothing else (decision 0012).
//! The crate is pure: no clock, no files, no network, no wasm types.
//!
//! ```
//! use amb_documents::{Limits, Media, Opened, DocumentReader, Source, open};
//!
//! let limits = Limits::default();
//! let Opened::Plain(document) = open(&Source::text("tea.md", "# Tea\n\nPour at 80 °C."), &limits)? else {
//!     panic!("Markdown is kept as written");
//! };
//! assert_eq!(document.media, Media::Markdown);
//!
//! let page = open(&Source::bytes("tea", b"<html><p>Pour at 80 &deg;C."), &limits)?;
//! assert!(matches!(page, Opened::Apart(DocumentReader::Html { .. })));
//! # Ok::<(), amb_documents::DocumentError>(())
//! ```

mod binary;
mod document;
mod reading;

pub use document::{
    Document, DocumentError, Limits, Link, Links, Media, Note, Opened, Source, open,
};
pub use reading::{
    DocumentReader, DocumentReading, PageText, ReadText, ReadingError, Script, has_silent_header,
    is_pdf,
};
