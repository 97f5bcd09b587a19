//! Why a PDF file is refused.

use serde::{Deserialize, Serialize};

/// Why a PDF file gives no text. Each message says what to do about it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum PdfError {
    /// It opens with a password only.
    #[error("the PDF file is encrypted: save a copy without its password and add that")]
    Encrypted,
    /// Its pages are pictures.
    #[error(
        "the {pages} pages of the PDF file hold pictures and no text, as a scan does: \
         run a text recognition (OCR) over it, or add its pages as images"
    )]
    Scanned {
        /// How many pages it has.
        pages: usize,
    },
    /// Its fonts do not say which characters their signs stand for.
    #[error(
        "the fonts of the PDF file do not say which characters they show: \
         export it again with embedded fonts, or copy its text from a viewer and paste that"
    )]
    UnknownCharacters,
    /// Not a whole PDF file.
    #[error(
        "the PDF file is damaged ({detail}): download or export it again, or open it in a viewer and save a copy"
    )]
    Damaged {
        /// What the reader said.
        detail: String,
    },
    /// More of something than is read.
    #[error(
        "the PDF file holds more {what} than the {limit} that are read: split it and add the parts one by one"
    )]
    TooLarge {
        /// Of what: `pages`, `characters`.
        what: String,
        /// The most that is read.
        limit: usize,
    },
    /// The reader broke, ran out of memory or time, or was stopped.
    #[error(
        "the PDF file could not be read ({detail}): open it in a viewer, save a copy and add that, or add its text"
    )]
    Failed {
        /// What the host saw.
        detail: String,
    },
    /// There is no reader here.
    #[error(
        "PDF files are not read here: add the text of the file, or give the host a reader of PDF files"
    )]
    NoReader,
}

impl PdfError {
    /// A stable name for programs.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Encrypted => "pdf_encrypted",
            Self::Scanned { .. } => "pdf_scanned",
            Self::UnknownCharacters => "pdf_unknown_characters",
            Self::Damaged { .. } => "pdf_damaged",
            Self::TooLarge { .. } => "too_large",
            Self::Failed { .. } => "pdf_failed",
            Self::NoReader => "pdf_no_reader",
        }
    }
}
