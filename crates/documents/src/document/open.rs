//! The kind of a document, and its text if it is plain.

use amb_memory::text::is_blank;

use super::{Document, DocumentError, Limits, Links, Media, Note};
use crate::binary::{is_encrypted_office, packed, refuse_binary};
use crate::{DocumentReader, ReadingError, is_pdf};

/// A document as it came.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// A file name or an address.
    pub name: &'a str,
    /// The media type from a server or a browser (`text/html; charset=gbk`), if any.
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

    /// Sets the media type that a server or a browser declared.
    #[must_use]
    pub fn said(self, media_type: Option<&'a str>) -> Self {
        Self { media_type, ..self }
    }

    /// Creates a source from text, for example pasted or typed. A lone surrogate of a JavaScript string is U+FFFD in a
    /// `&str`.
    #[must_use]
    pub fn text(name: &'a str, text: &'a str) -> Self {
        Self {
            name,
            media_type: Some(UTF_8),
            content: Content::Text(text),
        }
    }

    /// Returns its bytes; for a text, in UTF-8.
    #[must_use]
    pub fn as_bytes(&self) -> &'a [u8] {
        match self.content {
            Content::Bytes(bytes) => bytes,
            Content::Text(text) => text.as_bytes(),
        }
    }

    /// Returns its text, unless the encoding is unknown.
    fn as_text(&self) -> Option<&'a str> {
        match self.content {
            Content::Text(text) => Some(text),
            // Texts in ISO-2022-JP are ASCII with escapes, and valid UTF-8.
            Content::Bytes(bytes) if bytes.contains(&ESCAPE) => None,
            Content::Bytes(bytes) => std::str::from_utf8(bytes).ok(),
        }
    }
}

/// The media type of a source that is already text.
const UTF_8: &str = "text/plain; charset=utf-8";
const ESCAPE: u8 = 0x1B;

/// A document that was looked at.
#[allow(
    clippy::large_enum_variant,
    reason = "there is one for each document, and it is taken apart at once"
)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Opened {
    /// A plain text.
    Plain(Document),
    /// A document that needs this reader; [`Document::of_reading`] takes the reader's reply.
    Apart(DocumentReader),
}

/// Opens a document: a plain text in UTF-8 is read, anything else needs a reader.
///
/// # Errors
/// [`DocumentError::TooLarge`] before anything is copied; [`DocumentError::Empty`] for no text at all;
/// [`DocumentError::Binary`] for bytes that are not text.
pub fn open(source: &Source<'_>, limits: &Limits) -> Result<Opened, DocumentError> {
    let bytes = source.as_bytes();
    if bytes.len() > limits.max_bytes {
        return Err(DocumentError::TooLarge {
            bytes: bytes.len(),
            limit: limits.max_bytes,
        });
    }
    if matches!(source.content, Content::Bytes(_)) {
        if is_pdf(bytes) {
            return Ok(Opened::Apart(DocumentReader::Pdf));
        }
        if let Some(media) = packed(bytes) {
            let media_type = None;
            return Ok(Opened::Apart(DocumentReader::Html { media, media_type }));
        }
    }
    if is_encrypted_office(bytes) {
        return Err(ReadingError::Locked.into());
    }
    refuse_binary(bytes)?;
    let media = Media::of(source.name, source.media_type, bytes);
    let text = source.as_text();
    if text.is_some_and(is_blank) {
        return Err(DocumentError::Empty);
    }
    Ok(match text {
        Some(text) if !matches!(media, Media::Html | Media::Table) => {
            Opened::Plain(plain(source.name, media, text))
        }
        _ => Opened::Apart(DocumentReader::Html {
            media,
            media_type: source.media_type.map(str::to_owned),
        }),
    })
}

fn plain(name: &str, media: Media, text: &str) -> Document {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    Document {
        name: name.to_owned(),
        title: None,
        structure: media.structure(text),
        text: text.to_owned(),
        media,
        notes: Note::of_nuls(text).into_iter().collect(),
        pages: Vec::new(),
        links: Links::default(),
    }
}
