//! Entries of the Interaction Tree (seed 000 §3.3).

use super::error::TaskError;
use super::ids::EntryId;
use super::trust::Trust;
use crate::text::{Span, Structure};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Type of an attachment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum AttachmentType {
    /// A picture.
    Image,
    /// A document, such as the PDF a text was read from.
    Document,
    /// Program text or what a program printed.
    Code,
}

/// Something that belongs to an entry and is kept elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Attachment {
    /// The id by which the entry's text refers to it.
    pub id: String,
    /// Type of the attachment.
    pub r#type: AttachmentType,
    /// Reference to the content: a path, a URI or a content hash, never the content itself.
    pub content: String,
}

impl Attachment {
    /// No path, URI or hash is longer.
    const MAX_REFERENCE_BYTES: usize = 4096;

    /// Checks that `content` is a reference: not empty, on one line, not a `data:` URI.
    pub(super) fn check(&self) -> Result<(), TaskError> {
        let reference = self.content.trim_start();
        let scheme = reference.get(..5).unwrap_or_default();
        let refers = !reference.is_empty()
            && self.content.len() <= Self::MAX_REFERENCE_BYTES
            && !self.content.contains(['\n', '\0'])
            && !scheme.eq_ignore_ascii_case("data:");
        if refers {
            Ok(())
        } else {
            Err(TaskError::AttachmentByContent(self.id.clone()))
        }
    }
}

/// Source position of an entry's text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SourceRef {
    /// The document's name or URL.
    pub document: String,
    /// Bytes in the document's text.
    pub span: Span,
    /// Unicode characters in the document's text before the span.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub chars_before: usize,
    /// The page's title, where it has one.
    #[serde(default)]
    pub title: Option<String>,
    /// When it was published, as the page or the search engine writes it.
    #[serde(default)]
    pub published: Option<String>,
}

impl SourceRef {
    /// A place in a document that has no title or date of its own.
    #[must_use]
    pub fn new(document: impl Into<String>, span: Span, chars_before: usize) -> Self {
        Self {
            document: document.into(),
            span,
            chars_before,
            title: None,
            published: None,
        }
    }
}

/// A tool's call that an entry came from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ToolCall {
    /// The tool's name.
    pub name: String,
    /// Its arguments as JSON text.
    pub arguments: String,
}

/// Origin of an entry.
///
/// Unknown fields are ignored: exports up to version 4 have `gives_orders` here.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default)]
pub struct EntryMetadata {
    /// The place in a document, if it was read there.
    pub source: Option<SourceRef>,
    /// Trust label of the entry.
    #[serde(default = "Trust::unlabelled")]
    pub trust: Trust,
    /// The tool calls it came from.
    pub tool_calls: Vec<ToolCall>,
    /// The structure of the text, with the titles above it; `None` where no reader made one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub structure: Option<Structure>,
    /// Whatever else is known, by name.
    pub other: BTreeMap<String, String>,
}

/// Text that was read or said, word for word. An entry never changes and is never removed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct InteractionEntry {
    /// Its id.
    pub entry_id: EntryId,
    /// The full text.
    pub text: String,
    /// When it was recorded, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub timestamp: i64,
    /// Origin of the entry.
    pub metadata: EntryMetadata,
    /// Attachments of the entry.
    pub attachments: Vec<Attachment>,
}

impl InteractionEntry {
    /// Returns the structure of the text; that of plain text where no reader made one.
    #[must_use]
    pub fn structure(&self) -> Cow<'_, Structure> {
        Structure::or_plain(self.metadata.structure.as_ref(), &self.text)
    }

    /// Checks that the place the entry names can be its own: as long as its text, and with no more
    /// characters than bytes before it. Citations count on it.
    ///
    /// Checks as well that its structure is one of its text.
    pub(super) fn check_place(&self) -> Result<(), TaskError> {
        let fits = self.metadata.source.as_ref().is_none_or(|source| {
            let span = source.span;
            span.start <= span.end
                && span.end - span.start == self.text.len()
                && source.chars_before <= span.start
        });
        let structure = self.metadata.structure.as_ref();
        if !structure.is_none_or(|structure| structure.fits(&self.text)) {
            return Err(TaskError::UnfitStructure(self.entry_id.clone()));
        }
        if fits {
            Ok(())
        } else {
            Err(TaskError::MisplacedEntry(self.entry_id.clone()))
        }
    }
}
