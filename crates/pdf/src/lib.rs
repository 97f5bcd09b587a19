//! The text of PDF files, page by page and in reading order (MB-04, MB-20).
//!
//! A PDF file is a program in a stranger's hand. [`read`] bounds what it can (pages, characters, nested
//! structures, unpacked streams), and turns a panic into an error where panics unwind. What no bound catches
//! is caught by where it runs: this crate is an artefact of its own with a limit on its memory, made anew for
//! each file in a worker that can be ended (decision 0012).
//!
//! - `read`: from bytes to [`ReadText`](amb_documents::ReadText).
//! - `layout/`: from words on a page to lines, paragraphs and headings.

mod layout;
mod read;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use read::read;
