//! The text of PDF files, page by page and in reading order (MB-04, MB-20).
//!
//! A PDF file is untrusted input. [`read()`] limits pages, characters, nested structures and unpacked streams, and turns
//! a panic into an error if panics unwind. The host catches the rest: this crate is an artefact of its own with a
//! memory limit, loaded anew for each file in a worker that can be terminated (decision 0012).
//!
//! - `read`: from bytes to [`ReadText`](amb_documents::ReadText).
//! - `forms`: the values of a form's fields.
//! - `layout/`: from words on a page to lines, paragraphs and headings.

mod forms;
mod layout;
mod read;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use read::read;
