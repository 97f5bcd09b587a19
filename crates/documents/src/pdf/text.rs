//! A PDF file's text, and the document made of it.

use amb_memory::text::is_blank;
use serde::{Deserialize, Serialize};

use crate::{Document, DocumentError, Media, PdfError};

/// What came of reading a PDF file.
pub type PdfReading = Result<PdfText, PdfError>;

/// The text of a PDF file, page by page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PdfText {
    /// Its title, where it has one.
    #[serde(default)]
    pub title: Option<String>,
    /// Each page's text, in reading order; empty for a page without text.
    pub pages: Vec<String>,
}

/// How far into a file its signature may stand: readers have always allowed for a stray header.
const SIGNATURE_WITHIN: usize = 1024;

/// Whether the bytes are a PDF file's, whatever a server calls them.
#[must_use]
pub fn is_pdf(bytes: &[u8]) -> bool {
    let beginning = bytes.get(..SIGNATURE_WITHIN).unwrap_or(bytes);
    let at = memchr::memmem::find(beginning, b"%PDF-");
    // A text that speaks of the signature is no PDF file; a line of rubbish before it may be.
    at.is_some_and(|at| at == 0 || beginning.get(at - 1) == Some(&b'\n') && !is_readable(bytes))
}

/// Whether the bytes are a text.
fn is_readable(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok() && crate::bytes::refuse_binary(bytes).is_ok()
}

/// The document of a PDF file: its pages' texts, parted by a blank line, and where each begins.
///
/// # Errors
/// [`DocumentError::Pdf`] as the reader said, and [`DocumentError::NoText`] for pages that are all blank.
pub fn from_pdf(name: &str, reading: PdfReading) -> Result<Document, DocumentError> {
    let PdfText { title, pages } = reading?;
    let mut text = String::with_capacity(pages.iter().map(|page| page.len() + 2).sum());
    let mut starts = Vec::with_capacity(pages.len());
    let mut chars = 0;
    for page in &pages {
        let page = page.trim();
        if !text.is_empty() && !page.is_empty() {
            text.push_str("\n\n");
            chars += 2;
        }
        starts.push(chars);
        text.push_str(page);
        chars += page.chars().count();
    }
    if is_blank(&text) {
        return Err(PdfError::Scanned { pages: pages.len() }.into());
    }
    Ok(Document {
        name: name.to_owned(),
        title: title.filter(|title| !is_blank(title)),
        text,
        media: Media::Pdf,
        notes: Vec::new(),
        pages: starts,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pdf(pages: &[&str]) -> PdfReading {
        let pages = pages.iter().map(|page| (*page).to_owned()).collect();
        Ok(PdfText { title: None, pages })
    }

    #[test]
    fn mb_04_pages_keep_their_places() {
        let document = from_pdf("a.pdf", pdf(&["茶 one\n", "", "two"])).unwrap();
        assert_eq!(document.text, "茶 one\n\ntwo");
        assert_eq!(document.pages, [0, 5, 7]);
        assert_eq!(document.media, Media::Pdf);
    }

    #[test]
    fn mb_04_pages_without_text_are_a_scan() {
        let refused = from_pdf("a.pdf", pdf(&[" ", "\u{200B}"])).unwrap_err();
        assert_eq!(refused.kind(), "pdf_scanned");
        assert!(refused.to_string().contains("the 2 pages"), "{refused}");
    }

    #[test]
    fn mb_20_a_pdf_is_known_by_its_signature() {
        assert!(is_pdf(b"%PDF-1.7\n%\xE2\xE3"));
        assert!(is_pdf(b"HTTP rubbish\xFF\0\0\0\0\0\0\0\0\0\n%PDF-1.4\n"));
        assert!(!is_pdf(b"A file begins with\n%PDF-1.4 and a line end."));
        assert!(!is_pdf(b"<html>%PDF-"));
    }
}
