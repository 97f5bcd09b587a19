//! What the Interaction Tree holds (seed 000 §3.3).

use super::error::TaskError;
use super::ids::EntryId;
use super::trust::Trust;
use crate::text::{Span, gives_orders};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What an attachment is.
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
    /// What it is.
    pub r#type: AttachmentType,
    /// Where it is kept: a path, a URI or a content hash, never the content itself.
    pub content: String,
}

impl Attachment {
    /// No path, URI or hash is longer.
    const MAX_REFERENCE_BYTES: usize = 4096;

    /// Whether `content` refers to something kept elsewhere: not empty, on one line, not a `data:` URI.
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

/// Where an entry's text was read.
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

/// Where an entry came from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct EntryMetadata {
    /// The place in a document, if it was read there.
    pub source: Option<SourceRef>,
    /// How far it can be trusted.
    #[serde(default = "Trust::unlabelled")]
    pub trust: Trust,
    /// Whether its words give orders to whatever model reads them ([`gives_orders`]): they are kept as data all the
    /// same. Memory sees to it when it takes the entry.
    pub gives_orders: bool,
    /// The tool calls it came from.
    pub tool_calls: Vec<ToolCall>,
    /// Whatever else is known, by name.
    pub other: BTreeMap<String, String>,
}

/// What was read or said, word for word. An entry never changes and never goes.
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
    /// Where it came from.
    pub metadata: EntryMetadata,
    /// What belongs to it.
    pub attachments: Vec<Attachment>,
}

impl InteractionEntry {
    /// Flags an entry whose words give orders to a model, be they those of its title; a flag that it has stays.
    pub(super) fn flag_orders(&mut self) {
        let source = self.metadata.source.as_ref();
        let around = source.map(|source| [source.title.as_deref(), source.published.as_deref()]);
        let mut words = around.into_iter().flatten().flatten();
        self.metadata.gives_orders |= gives_orders(&self.text) || words.any(gives_orders);
    }

    /// Checks that the place the entry names can be its own: as long as its text, and with no more
    /// characters than bytes before it. Citations count on it.
    pub(super) fn check_place(&self) -> Result<(), TaskError> {
        let fits = self.metadata.source.as_ref().is_none_or(|source| {
            let span = source.span;
            span.start <= span.end
                && span.end - span.start == self.text.len()
                && source.chars_before <= span.start
        });
        if fits {
            Ok(())
        } else {
            Err(TaskError::MisplacedEntry(self.entry_id.clone()))
        }
    }
}
