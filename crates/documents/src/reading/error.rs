//! Why a reader gives no text.

use serde::{Deserialize, Serialize};

/// The failure of a reader. Each message gives the remedy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum ReadingError {
    /// A PDF file that opens with a password only.
    #[error("the PDF file is encrypted: save a copy without its password and add that")]
    Encrypted,
    /// The pages of a PDF file are pictures.
    #[error(
        "the {pages} pages of the PDF file hold pictures and no text, as a scan does: \
         run a text recognition (OCR) over it, or add its pages as images"
    )]
    Scanned {
        /// Pages of the document.
        pages: usize,
    },
    /// The fonts of a PDF file do not map their glyphs to characters.
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
        /// The reader's message.
        detail: String,
    },
    /// A PDF file holds more of something than is read.
    #[error(
        "the PDF file holds more {what} than the {limit} that are read in one run: \
         split it, and ask about the part that matters, or about one part after the other"
    )]
    TooLarge {
        /// The unit of the limit: `pages`, `characters`.
        what: String,
        /// The most that is read.
        limit: usize,
    },
    /// A file other than a PDF file that opens with a password only, or is sold with a lock.
    #[error("the file is encrypted: save a copy without its password or its lock and add that")]
    Locked,
    /// Not a whole file.
    #[error(
        "the file is damaged ({detail}): download or export it again, or open it in its program and save a copy"
    )]
    Broken {
        /// The reader's message.
        detail: String,
    },
    /// A packed file holds more than is read.
    #[error(
        "the file unpacks to more than the {limit} bytes that are read in one run: \
         split it, and ask about the part that matters, or about one part after the other"
    )]
    Unpacked {
        /// The most that is read.
        limit: usize,
    },
    /// The reader broke, ran out of memory or time, or was stopped.
    #[error(
        "the document could not be read ({detail}): open it in a viewer, save a copy and add that, or add its text"
    )]
    Failed {
        /// The host's message.
        detail: String,
    },
    /// There is no reader here.
    #[error(
        "such documents are not read here: add the text of the document in UTF-8, or give the host a reader"
    )]
    NoReader,
}

impl ReadingError {
    /// A stable name for programs.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Encrypted => "pdf_encrypted",
            Self::Scanned { .. } => "pdf_scanned",
            Self::UnknownCharacters => "pdf_unknown_characters",
            Self::Damaged { .. } => "pdf_damaged",
            Self::TooLarge { .. } => "too_large",
            Self::Unpacked { .. } => "unpacked_too_large",
            Self::Locked => "file_encrypted",
            Self::Broken { .. } => "file_damaged",
            Self::Failed { .. } => "reader_failed",
            Self::NoReader => "no_reader",
        }
    }
}
