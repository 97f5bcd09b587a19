//! What a document is, and its text where that is plain.

use amb_memory::text::is_blank;

use super::{Document, DocumentError, Limits, Links, Media, Note};
use crate::binary::refuse_binary;
use crate::{DocumentReader, is_pdf};

/// A document as it came.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// A file name or an address.
    pub name: &'a str,
    /// What a server or a browser said about the bytes (`text/html; charset=gbk`), if anything.
    media_type: Option<&'a str>,
    content: Content<'a>,
}

#[derive(Debug, Clone, Copy)]
enum Content<'a> {
    Bytes(&'a [u8]),
    Text(&'a str),
}

impl<'a> Source<'a> {
    /// A file's bytes.
    #[must_use]
    pub fn bytes(name: &'a str, bytes: &'a [u8]) -> Self {
        Self {
            name,
            media_type: None,
            content: Content::Bytes(bytes),
        }
    }

    /// With what a server or a browser said about the bytes.
    #[must_use]
    pub fn said(self, media_type: Option<&'a str>) -> Self {
        Self { media_type, ..self }
    }

    /// What is text already, such as what was pasted or typed. A lone surrogate of a JavaScript string has
    /// become U+FFFD by the time it is a `&str`.
    #[must_use]
    pub fn text(name: &'a str, text: &'a str) -> Self {
        Self {
            name,
            media_type: Some(UTF_8),
            content: Content::Text(text),
        }
    }

    /// Its bytes; of a text those of UTF-8.
    #[must_use]
    pub fn as_bytes(&self) -> &'a [u8] {
        match self.content {
            Content::Bytes(bytes) => bytes,
            Content::Text(text) => text.as_bytes(),
        }
    }

    /// Its text, unless the encoding has to be found.
    fn as_text(&self) -> Option<&'a str> {
        match self.content {
            Content::Text(text) => Some(text),
            // Texts in ISO-2022-JP are ASCII with escapes, and valid UTF-8.
            Content::Bytes(bytes) if bytes.contains(&ESCAPE) => None,
            Content::Bytes(bytes) => std::str::from_utf8(bytes).ok(),
        }
    }
}

/// What is said about text that is text already.
const UTF_8: &str = "text/plain; charset=utf-8";
const ESCAPE: u8 = 0x1B;

/// A document that was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Opened {
    /// A plain text.
    Plain(Document),
    /// One that this reader must read; [`Document::of_reading`] takes what it says.
    Apart(DocumentReader),
}

/// Opens a document: a plain text in UTF-8 is read, anything else needs a reader.
///
/// # Errors
/// [`DocumentError::TooLarge`] before anything is copied; [`DocumentError::Empty`] for no text at all;
/// [`DocumentError::Binary`] for what is not text.
pub fn open(source: &Source<'_>, limits: &Limits) -> Result<Opened, DocumentError> {
    let bytes = source.as_bytes();
    if bytes.len() > limits.max_bytes {
        return Err(DocumentError::TooLarge {
            bytes: bytes.len(),
            limit: limits.max_bytes,
        });
    }
    if matches!(source.content, Content::Bytes(_)) && is_pdf(bytes) {
        return Ok(Opened::Apart(DocumentReader::Pdf));
    }
    refuse_binary(bytes)?;
    let media = Media::of(source.name, source.media_type, bytes);
    let text = source.as_text();
    if text.is_some_and(is_blank) {
        return Err(DocumentError::Empty);
    }
    Ok(match text {
        Some(text) if media != Media::Html => Opened::Plain(plain(source.name, media, text)),
        _ => Opened::Apart(DocumentReader::Html {
            media,
            media_type: source.media_type.map(str::to_owned),
        }),
    })
}

fn plain(name: &str, media: Media, text: &str) -> Document {
    Document {
        name: name.to_owned(),
        title: None,
        text: text.strip_prefix('\u{FEFF}').unwrap_or(text).to_owned(),
        media,
        notes: Note::of_nuls(text).into_iter().collect(),
        pages: Vec::new(),
        links: Links::default(),
    }
}
