//! A document's bytes into text: encodings, HTML, limits.
//!
//! What comes out of here is what the rest of the product cites: every offset of a citation points
//! into [`Document::text`]. Text that is not HTML is therefore kept character for character; only
//! its encoding changes. The crate is pure: no clock, no files, no network, no wasm types.
//!
//! ```
//! use amb_documents::{Limits, Media, read};
//!
//! let page = b"<title>Tea</title><h1>Tea</h1><p>Pour at 80 &deg;C.";
//! let document = read("tea.html", None, page, &Limits::default())?;
//! assert_eq!(document.text, "# Tea\n\nPour at 80 °C.");
//! assert_eq!(document.media, Media::Html);
//! # Ok::<(), amb_documents::DocumentError>(())
//! ```

mod bytes;
mod document;
mod html;
mod pdf;

pub use document::{Document, DocumentError, Limits, Media, Note, from_text, read};
pub use pdf::{PdfError, PdfReading, PdfText, from_pdf, is_pdf};
