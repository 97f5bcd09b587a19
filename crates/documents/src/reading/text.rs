//! What a reader says, and the document made of it.

use amb_memory::text::{is_blank, visible};
use serde::{Deserialize, Serialize};

use super::{DocumentReader, ReadingError};
use crate::{Document, DocumentError, Links, Media, Note};

/// What came of reading a document apart.
pub type DocumentReading = Result<ReadText, ReadingError>;

/// A document's text, as its reader made it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadText {
    /// Its title, where it has one.
    #[serde(default)]
    pub title: Option<String>,
    /// Each page's text, in reading order; empty for a page without text. One for a document without pages.
    pub pages: Vec<String>,
    /// What a person should know about how the text was made.
    #[serde(default)]
    pub notes: Vec<Note>,
    /// Of a page of HTML, where it leads.
    #[serde(default, skip_serializing_if = "Links::is_empty")]
    pub links: Links,
}

impl Document {
    /// The document of a reading. The pages of a PDF file are parted by a blank line, and it is known where each
    /// begins.
    ///
    /// # Errors
    /// [`DocumentError::Reading`] as the reader said; for a text that is all blank [`DocumentError::NoText`] of a
    /// page, [`DocumentError::Empty`] of a text, [`ReadingError::Scanned`] of a PDF file.
    pub fn of_reading(
        name: &str,
        reader: &DocumentReader,
        reading: DocumentReading,
    ) -> Result<Self, DocumentError> {
        let ReadText {
            title,
            pages,
            notes,
            links,
        } = reading?;
        let (media, (text, starts)) = match reader {
            DocumentReader::Pdf => (Media::Pdf, joined(&pages)),
            DocumentReader::Html { media, .. } => (*media, (pages.concat(), Vec::new())),
        };
        if is_blank(&text) {
            return Err(match media {
                Media::Pdf => ReadingError::Scanned { pages: pages.len() }.into(),
                Media::Html => DocumentError::NoText,
                Media::Plain | Media::Markdown | Media::Code => DocumentError::Empty,
            });
        }
        Ok(Self {
            name: name.to_owned(),
            title: title.filter(|title| !is_blank(title)),
            text,
            media,
            notes,
            pages: starts,
            links,
        })
    }
}

/// Pages as one text, of what is seen of them, and the characters before each.
fn joined(pages: &[String]) -> (String, Vec<usize>) {
    let mut text = String::with_capacity(pages.iter().map(|page| page.len() + 2).sum());
    let mut starts = Vec::with_capacity(pages.len());
    let mut chars = 0;
    for page in pages {
        let page = visible(page);
        let page = page.trim();
        if !text.is_empty() && !page.is_empty() {
            text.push_str("\n\n");
            chars += 2;
        }
        starts.push(chars);
        text.push_str(page);
        chars += page.chars().count();
    }
    (text, starts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pdf(pages: &[&str]) -> Result<Document, DocumentError> {
        let pages = pages.iter().map(|page| (*page).to_owned()).collect();
        let read = ReadText {
            pages,
            ..ReadText::default()
        };
        Document::of_reading("a.pdf", &DocumentReader::Pdf, Ok(read))
    }

    #[test]
    fn mb_04_pages_keep_their_places() {
        let document = pdf(&["茶\u{200B} one\n", "", "two"]).unwrap();
        assert_eq!(document.text, "茶 one\n\ntwo");
        assert_eq!(document.pages, [0, 5, 7]);
        assert_eq!(document.media, Media::Pdf);
    }

    #[test]
    fn mb_04_pages_without_text_are_a_scan() {
        let refused = pdf(&[" ", "\u{200B}"]).unwrap_err();
        assert_eq!(refused.kind(), "pdf_scanned");
        assert!(refused.to_string().contains("the 2 pages"), "{refused}");
    }
}
