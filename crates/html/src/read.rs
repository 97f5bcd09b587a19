//! From bytes to text.

use amb_documents::{
    Document, DocumentError, DocumentReader, DocumentReading, Limits, Media, Note, Opened,
    PageText, ReadText, ReadingError, Source, open,
};

use crate::encoding::{Decoded, decode};
use crate::page::{Page, to_text};
use crate::{delimited, epub, word};

/// Reads a page, a Word document, an EPUB book, a table, or a text whose encoding is not known yet.
///
/// The encoding is found in this order: the byte-order mark, valid UTF-8, the encoding that the media type or the page
/// declares (unless that is UTF-8 and the bytes are far from it), a guess. Invalid sequences become U+FFFD, and invalid
/// markup is text.
///
/// # Errors
/// Only of a Word document and an EPUB book: it is damaged or encrypted, or unpacks to more than is read.
pub fn read(bytes: &[u8], media: Media, media_type: Option<&str>) -> DocumentReading {
    match media {
        Media::Word => return word::read(bytes),
        Media::Epub => return epub::read(bytes),
        _ => {}
    }
    let is_page = media == Media::Html;
    let Decoded { text, mut notes } = decode(bytes, media_type, is_page);
    notes.extend(Note::of_nuls(&text));
    let page = match media {
        Media::Html => to_text(&text),
        Media::Table => to_text(&delimited::to_html(&text)),
        _ => {
            return Ok(ReadText {
                pages: vec![text.into()],
                notes,
                ..ReadText::default()
            });
        }
    };
    let Page {
        title,
        text,
        structure,
        links,
    } = page;
    let structure = Some(structure);
    Ok(ReadText {
        title,
        pages: vec![PageText { text, structure }],
        notes,
        links,
    })
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
                    read(source.as_bytes(), *media, media_type.as_deref())
                }
                DocumentReader::Pdf => Err(ReadingError::NoReader),
            };
            Document::of_reading(source.name, &reader, reading)
        }
    }
}
