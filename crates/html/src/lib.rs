//! The text of HTML pages, and of texts in other encodings than UTF-8 (MB-04, MB-20).
//!
//! The tables in this crate are larger than much of the engine, and few documents need them. So the crate is an
//! artefact of its own, which the engine's host loads for such a document (decision 0012).
//!
//! - `read`: from bytes to [`ReadText`](amb_documents::ReadText).
//! - `encoding`, `declared`: from bytes to characters.
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

mod declared;
mod encoding;
mod page;
mod read;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use read::{document, read};
