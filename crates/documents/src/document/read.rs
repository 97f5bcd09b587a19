//! From bytes, or from text, to a [`Document`].

use amb_memory::text::is_blank;

use crate::bytes::{Decoded, decode, refuse_binary};
use crate::html;
use crate::{PdfError, is_pdf};

use super::{Document, DocumentError, Limits, Media, Note};

/// Reads a document's bytes.
///
/// `name` is a file name or an address; `media_type` is what a server or a browser said about the
/// bytes (`text/html; charset=gbk`), if anything. The encoding is found from a byte-order mark,
/// from the bytes being valid UTF-8, from what the media type or the page declares, and at last by
/// guessing from the bytes.
///
/// # Errors
/// [`DocumentError::TooLarge`] before anything is copied; [`DocumentError::Empty`] for no text at
/// all; [`DocumentError::Binary`] for what is not text; [`DocumentError::NoText`] for a page that
/// shows none; [`PdfError::NoReader`] for a PDF file, which a host reads for [`crate::from_pdf`].
pub fn read(
    name: &str,
    media_type: Option<&str>,
    bytes: &[u8],
    limits: &Limits,
) -> Result<Document, DocumentError> {
    refuse_size(bytes.len(), limits)?;
    if is_pdf(bytes) {
        return Err(PdfError::NoReader.into());
    }
    refuse_binary(bytes)?;
    let media = Media::of(name, media_type, bytes);
    let decoded = decode(bytes, media_type, media == Media::Html);
    document(name, media, decoded)
}

/// Takes text that is text already, such as what was pasted or typed.
///
/// A lone surrogate of a JavaScript string has become U+FFFD by the time it is a `&str`.
///
/// # Errors
/// As [`read`].
pub fn from_text(name: &str, text: &str, limits: &Limits) -> Result<Document, DocumentError> {
    refuse_size(text.len(), limits)?;
    refuse_binary(text.as_bytes())?;
    let media = Media::of(name, None, text.as_bytes());
    let decoded = Decoded {
        text: text.strip_prefix('\u{FEFF}').unwrap_or(text).to_owned(),
        notes: Vec::new(),
    };
    document(name, media, decoded)
}

fn refuse_size(bytes: usize, limits: &Limits) -> Result<(), DocumentError> {
    if bytes > limits.max_bytes {
        let limit = limits.max_bytes;
        return Err(DocumentError::TooLarge { bytes, limit });
    }
    Ok(())
}

fn document(name: &str, media: Media, decoded: Decoded) -> Result<Document, DocumentError> {
    let Decoded { text, mut notes } = decoded;
    if is_blank(&text) {
        return Err(DocumentError::Empty);
    }
    let count = text.bytes().filter(|byte| *byte == 0).count();
    if count > 0 {
        notes.push(Note::NulCharacters { count });
    }
    let (title, text) = match media {
        Media::Html => page_text(&text)?,
        Media::Plain | Media::Markdown | Media::Code | Media::Pdf => (None, text),
    };
    Ok(Document {
        name: name.to_owned(),
        title,
        text,
        media,
        notes,
        pages: Vec::new(),
    })
}

fn page_text(source: &str) -> Result<(Option<String>, String), DocumentError> {
    let page = html::to_text(source);
    if is_blank(&page.text) {
        return Err(DocumentError::NoText);
    }
    Ok((page.title, page.text))
}
