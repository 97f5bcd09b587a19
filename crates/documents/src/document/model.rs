//! A document that has been read.

use std::fmt;

use amb_memory::text::Structure;
use serde::{Deserialize, Serialize};

use super::{Links, Media};

/// A document as text. Citations are byte spans of [`Document::text`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Document {
    /// The caller's name for it: a file name or an address.
    pub name: String,
    /// The page's own title, when it is HTML and has one.
    pub title: Option<String>,
    /// The text. For plain text, Markdown and code it is the decoded input unchanged: line ends
    /// (CRLF or LF), NUL, direction marks and tag characters stay where they are, so that offsets
    /// agree with any other decoder's. Only a leading byte-order mark is left out. For HTML it is
    /// Markdown-like text made from the page.
    pub text: String,
    /// The structure of the text.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(skip))]
    pub structure: Structure,
    /// The kind of text.
    pub media: Media,
    /// Notes for a reader on how the text was made, in order.
    pub notes: Vec<Note>,
    /// Unicode characters of the text before each page; empty for a document without pages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pages: Vec<usize>,
    /// Links of an HTML page.
    #[serde(default, skip_serializing_if = "Links::is_empty")]
    pub links: Links,
}

/// Something done to the bytes that a reader may want to know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Note {
    /// The bytes were not UTF-8; they were decoded from this encoding, named as the WHATWG
    /// Encoding Standard names it.
    DecodedFrom {
        /// For example `UTF-16LE` or `GBK`.
        encoding: String,
    },
    /// Sequences that are not valid in the document's encoding, each shown as U+FFFD.
    InvalidReplaced {
        /// Number of sequences.
        count: usize,
    },
    /// NUL characters found in the text. Except in HTML they are kept, so that offsets stay true; the code that shows
    /// the text leaves them out.
    NulCharacters {
        /// Number of removed characters.
        count: usize,
    },
}

impl Note {
    /// The note on a text's NUL characters, if it has any.
    #[must_use]
    pub fn of_nuls(text: &str) -> Option<Self> {
        let count = text.bytes().filter(|byte| *byte == 0).count();
        (count > 0).then_some(Self::NulCharacters { count })
    }
}

impl fmt::Display for Note {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DecodedFrom { encoding } => write!(formatter, "decoded from {encoding}"),
            Self::InvalidReplaced { count } => {
                write!(
                    formatter,
                    "{count} invalid byte sequences are shown as \u{fffd}"
                )
            }
            Self::NulCharacters { count } => write!(formatter, "{count} NUL characters are hidden"),
        }
    }
}

/// Limits of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The largest document accepted, in bytes of the file (or of UTF-8, for text handed over as
    /// text).
    pub max_bytes: usize,
}

impl Default for Limits {
    /// 20 MiB: a dozen long books.
    fn default() -> Self {
        Self {
            max_bytes: 20 * 1024 * 1024,
        }
    }
}
