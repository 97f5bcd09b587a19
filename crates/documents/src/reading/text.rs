//! A reader's reply, and the document made of it.

use std::fmt;

use amb_memory::text::{Structure, is_blank, visible};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::{DocumentReader, ReadingError};
use crate::{Document, DocumentError, Links, Media, Note};

/// The result of reading a document apart.
pub type DocumentReading = Result<ReadText, ReadingError>;

/// A document's text, as its reader made it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadText {
    /// Its title, if any.
    #[serde(default)]
    pub title: Option<String>,
    /// Each page, in reading order; an empty text for a page without text. One for a document without pages.
    pub pages: Vec<PageText>,
    /// Notes for a person on the making of the text.
    #[serde(default)]
    pub notes: Vec<Note>,
    /// The links of an HTML page.
    #[serde(default, skip_serializing_if = "Links::is_empty")]
    pub links: Links,
}

/// The text of a page, and its structure. Read from a bare string too, as journals of earlier versions have it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct PageText {
    /// The text. A PDF file's has no blanks at its ends, and no invisible characters.
    pub text: String,
    /// The structure of the text; `None` if the text's own marks give it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub structure: Option<Structure>,
}

impl From<String> for PageText {
    fn from(text: String) -> Self {
        Self {
            text,
            structure: None,
        }
    }
}

impl<'de> Deserialize<'de> for PageText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PageVisitor)
    }
}

struct PageVisitor;

impl<'de> Visitor<'de> for PageVisitor {
    type Value = PageText;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a page's text, alone or with its structure")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<PageText, E> {
        Ok(text.to_owned().into())
    }

    fn visit_string<E: Error>(self, text: String) -> Result<PageText, E> {
        Ok(text.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<PageText, A::Error> {
        #[derive(Deserialize)]
        struct Page {
            text: String,
            #[serde(default)]
            structure: Option<Structure>,
        }
        let Page { text, structure } = Page::deserialize(MapAccessDeserializer::new(map))?;
        Ok(PageText { text, structure })
    }
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
        let count = pages.len();
        let (media, joined) = match reader {
            DocumentReader::Pdf => (Media::Pdf, Joined::shown(pages)),
            DocumentReader::Html { media, .. } => (*media, Joined::whole(*media, pages)),
        };
        let Joined {
            text,
            structure,
            starts,
        } = joined;
        if is_blank(&text) {
            return Err(match media {
                Media::Pdf => ReadingError::Scanned { pages: count }.into(),
                Media::Html => DocumentError::NoText,
                _ => DocumentError::Empty,
            });
        }
        Ok(Self {
            name: name.to_owned(),
            title: title.filter(|title| !is_blank(title)),
            structure,
            text,
            media,
            notes,
            pages: starts,
            links,
        })
    }
}

/// Pages as one text.
#[derive(Default)]
struct Joined {
    text: String,
    structure: Structure,
    /// The characters before each page.
    starts: Vec<usize>,
}

impl Joined {
    /// Joins pages unchanged.
    fn whole(media: Media, pages: Vec<PageText>) -> Self {
        let mut whole = Self::default();
        for page in pages {
            whole.add(media, &page.text, page.structure);
        }
        whole
    }

    /// Puts pages together, parted by a blank line, with no more of them than is seen.
    fn shown(pages: Vec<PageText>) -> Self {
        let mut whole = Self::default();
        let mut chars = 0;
        for page in pages {
            let shown = visible(&page.text);
            let shown = shown.trim();
            if !whole.text.is_empty() && !shown.is_empty() {
                whole.text.push_str("\n\n");
                chars += 2;
            }
            whole.starts.push(chars);
            chars += shown.chars().count();
            // The structure counts in the bytes of the text that it was made of.
            let structure = page.structure.filter(|_| shown == page.text);
            whole.add(Media::Pdf, shown, structure);
        }
        whole
    }

    fn add(&mut self, media: Media, text: &str, structure: Option<Structure>) {
        let at = self.text.len();
        self.text.push_str(text);
        // A journal may come from anybody.
        let structure = structure.filter(|structure| structure.fits(text));
        let structure = structure.map(|structure| structure.bounded(text));
        let structure = structure.unwrap_or_else(|| media.structure(text));
        self.structure.append(structure, at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pdf(pages: &[&str]) -> Result<Document, DocumentError> {
        let pages = pages.iter().map(|page| (*page).to_owned().into()).collect();
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
