//! What a reader of PDF files says, whoever it is.
//!
//! The reader itself is no part of this crate: PDF files are programs that strangers wrote, and one that
//! breaks its reader must not break anything else. A host runs it apart (decision 0012).

mod error;
mod text;

pub use error::PdfError;
pub use text::{PdfReading, PdfText, from_pdf, is_pdf};
