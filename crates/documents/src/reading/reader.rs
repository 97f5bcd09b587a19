//! Which reader a document needs.

use serde::{Deserialize, Serialize};

use crate::Media;

/// A reader, and what it must know beside the bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(
    tag = "reader",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
pub enum DocumentReader {
    /// That of PDF files.
    Pdf,
    /// That of pages, and of texts whose encoding has to be found.
    Html {
        /// What kind of text it is.
        media: Media,
        /// What a server or a browser said about the bytes, if anything.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        media_type: Option<String>,
    },
}
