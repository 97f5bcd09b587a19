//! A document's bytes into text, and what readers of other documents than plain ones are asked and say.
//!
//! What comes out of here is what the rest of the product cites: every offset of a citation points
//! into [`Document::text`]. A plain text is kept character for character. Pages, other encodings and PDF
//! files are left to a [`DocumentReader`], which is no part of this crate: its tables weigh too much for every
//! visitor, and a stranger's file that breaks it must break nothing else (decision 0012). The crate is
//! pure: no clock, no files, no network, no wasm types.
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
pub use reading::{DocumentReader, DocumentReading, ReadText, ReadingError, is_pdf};
