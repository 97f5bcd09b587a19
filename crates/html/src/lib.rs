//! The text of HTML pages, of files that are read as such (Word, EPUB, CSV), and of texts in other encodings than
//! UTF-8 (MB-04, MB-20).
//!
//! The tables in this crate are larger than much of the engine, and few documents need them. So the crate is an
//! artefact of its own, which the engine's host loads for such a document (decision 0012).
//!
//! - `read`: from bytes to [`ReadText`](amb_documents::ReadText).
//! - `encoding`, `declared`: from bytes to characters.
//! - `word/`, `epub`, `delimited`: from other formats to markup; `archive`, `xml`: what they are made of.
//! - `page/`: from markup to text.
//!
//! ```
//! use amb_documents::{Limits, Media, Source};
//! use amb_html::document;
//!
//! let page = b"<title>Tea</title><h1>Tea</h1><p>Pour at 80 &deg;C.";
//! let document = document(&Source::bytes("tea.html", page), &Limits::default())?;
//! assert_eq!(document.text, "# Tea\n\nPour at 80 °C.");
//! assert_eq!(document.media, Media::Html);
//! # Ok::<(), amb_documents::DocumentError>(())
//! ```

mod archive;
mod declared;
mod delimited;
mod encoding;
mod epub;
mod page;
mod read;
#[cfg(target_arch = "wasm32")]
mod wasm;
mod word;
mod xml;

pub use read::{document, read};
