//! From bytes to text.

use amb_documents::{
    Document, DocumentError, DocumentReader, Limits, Media, Note, Opened, ReadText, ReadingError,
    Source, open,
};

use crate::encoding::{Decoded, decode};
use crate::page::{Page, to_text};

/// Reads a page, or a text whose encoding is not known yet.
///
/// The encoding is found from a byte-order mark, from the bytes being valid UTF-8, from what the media type or
/// the page declares, unless that is UTF-8 and they are far from it, and at last by guessing from the bytes. Never fails: what is not valid becomes U+FFFD, and
/// what is not markup is text.
#[must_use]
pub fn read(bytes: &[u8], media: Media, media_type: Option<&str>) -> ReadText {
    let is_page = media == Media::Html;
    let Decoded { text, mut notes } = decode(bytes, media_type, is_page);
    notes.extend(Note::of_nuls(&text));
    let Page { title, text, links } = if is_page {
        to_text(&text)
    } else {
        Page {
            text,
            ..Page::default()
        }
    };
    ReadText {
        title,
        pages: vec![text],
        notes,
        links,
    }
}

/// Reads any document but a PDF file, for programs that have no host.
///
/// # Errors
/// As [`open`]; [`ReadingError::NoReader`] for a PDF file.
pub fn document(source: &Source<'_>, limits: &Limits) -> Result<Document, DocumentError> {
    match open(source, limits)? {
        Opened::Plain(document) => Ok(document),
        Opened::Apart(reader) => {
            let reading = match &reader {
                DocumentReader::Html { media, media_type } => {
                    Ok(read(source.as_bytes(), *media, media_type.as_deref()))
                }
                DocumentReader::Pdf => Err(ReadingError::NoReader),
            };
            Document::of_reading(source.name, &reader, reading)
        }
    }
}
