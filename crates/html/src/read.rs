//! From bytes to text.

use amb_documents::{
    Document, DocumentError, DocumentReader, Limits, Media, Note, Opened, PageText, ReadText,
    ReadingError, Source, open,
};

use crate::encoding::{Decoded, decode};
use crate::page::{Page, to_text};

/// Reads a page, or a text whose encoding is not known yet.
///
/// The encoding is found in this order: the byte-order mark, valid UTF-8, the encoding that the media type or the page
/// declares (unless that is UTF-8 and the bytes are far from it), a guess. Never fails: invalid sequences become
/// U+FFFD, and invalid markup is text.
#[must_use]
pub fn read(bytes: &[u8], media: Media, media_type: Option<&str>) -> ReadText {
    let is_page = media == Media::Html;
    let Decoded { text, mut notes } = decode(bytes, media_type, is_page);
    notes.extend(Note::of_nuls(&text));
    if !is_page {
        return ReadText {
            pages: vec![text.into()],
            notes,
            ..ReadText::default()
        };
    }
    let Page {
        title,
        text,
        structure,
        links,
    } = to_text(&text);
    let structure = Some(structure);
    ReadText {
        title,
        pages: vec![PageText { text, structure }],
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
