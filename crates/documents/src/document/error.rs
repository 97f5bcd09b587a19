//! Why a document is refused.

use crate::ReadingError;

/// The refusal of a document. Each message gives the remedy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DocumentError {
    /// No bytes, or nothing but blanks and invisible characters.
    #[error("the document is empty: choose a file with text in it, or paste the text")]
    Empty,
    /// More bytes than [`super::Limits::max_bytes`]. Found before anything is copied.
    #[error(
        "the document has {bytes} bytes, more than the {limit} that can be read in one run: \
         split it, and ask about the part that matters, or about one part after the other"
    )]
    TooLarge {
        /// The document's bytes.
        bytes: usize,
        /// The most that is accepted, in bytes.
        limit: usize,
    },
    /// Not text.
    #[error(
        "the document is {detail}, which cannot be read yet: \
         convert it to PDF, Word (DOCX), HTML or plain text and add that"
    )]
    Binary {
        /// The detected format, with its article: `a PDF file`.
        detail: String,
    },
    /// An HTML page without text of its own, such as one that scripts fill in.
    #[error(
        "the page holds no text, perhaps because scripts fill it in: \
         copy the text you see in a browser and paste that"
    )]
    NoText,
    /// Its reader gave no text.
    #[error(transparent)]
    Reading(#[from] ReadingError),
}

impl DocumentError {
    /// Returns a stable name for programs: `empty`, `too_large`, `binary`, `no_text`, or the kind of the
    /// [`ReadingError`].
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::TooLarge { .. } => "too_large",
            Self::Binary { .. } => "binary",
            Self::NoText => "no_text",
            Self::Reading(error) => error.kind(),
        }
    }
}
