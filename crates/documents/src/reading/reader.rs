//! The reader that a document needs.

use serde::{Deserialize, Serialize};

use crate::Media;

/// A reader, with its input beside the bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(
    tag = "reader",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
pub enum DocumentReader {
    /// The reader of PDF files.
    Pdf,
    /// The reader of pages, Word documents, books and tables, and of texts with an unknown encoding.
    Html {
        /// The kind of text.
        media: Media,
        /// The media type from a server or a browser, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        media_type: Option<String>,
    },
}
