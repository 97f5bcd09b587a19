//! From bytes to text.

use std::panic::{AssertUnwindSafe, catch_unwind};

use amb_documents::{DocumentReading, ReadText, ReadingError};
use pdfboss_core::{Document, Error, Immediate, OcState, block_on};
use pdfboss_text::{
    FontCache, ReadingOrder, SkippedTextKind, TextSpan, extract_spans_reporting_cached_with,
};

use crate::forms::fields;
use crate::layout::{Line, PageLines, page_lines, pages_of};

/// Pages of the longest file that is read.
const MAX_PAGES: usize = 5_000;
/// Characters of all pages together: two dozen long books, as of any other document.
const MAX_CHARS: usize = 20 * 1024 * 1024;
/// Limit of unknown characters: text in which more than one character in this many is unknown is not worth reading.
const ONE_UNKNOWN_IN: usize = 3;

/// Reads a PDF file.
///
/// Text keeps the order of the file, which is that of its columns. Lines are joined to paragraphs, and hyphenated words
/// are joined. Ligatures become letters, larger lines become headings, and running heads are left out. Lines whose
/// words are aligned become rows of a table; empty cells stay empty. Values of a form stand at the end of their page.
/// Invisible text is read only from pages without visible text: it is then the text recognition of a scan.
///
/// # Errors
/// A typed refusal, see [`ReadingError`]. A panic of the parser is one too, where panics unwind.
pub fn read(bytes: Vec<u8>) -> DocumentReading {
    catch_unwind(AssertUnwindSafe(|| text_of(bytes))).unwrap_or_else(|_| {
        Err(ReadingError::Failed {
            detail: "its structure broke the reader".to_owned(),
        })
    })
}

/// Returns the file from its signature on, if other bytes stand before it: its offsets count from there.
fn from_signature(mut bytes: Vec<u8>) -> Vec<u8> {
    let signature = b"%PDF-";
    let at = bytes
        .windows(signature.len())
        .position(|part| part == signature);
    bytes.drain(..at.unwrap_or_default());
    bytes
}

fn text_of(bytes: Vec<u8>) -> DocumentReading {
    let document = Document::load(from_signature(bytes)).map_err(refusal)?;
    if document.is_locked() {
        return Err(ReadingError::Encrypted);
    }
    let count = document.flattened_page_count();
    if count == 0 {
        return Err(damaged("it has no pages"));
    }
    if count > MAX_PAGES {
        return Err(too_large("pages", MAX_PAGES));
    }
    let mut reader = PageReader {
        layers: document.oc_state(),
        fonts: FontCache::default(),
        unread: 0,
        document: &document,
    };
    let mut pages = Vec::with_capacity(count);
    let mut seen = Characters::default();
    for number in 0..count {
        let lines = page_lines(&reader.spans(number));
        seen.count(&lines);
        if seen.all > MAX_CHARS {
            return Err(too_large("characters", MAX_CHARS));
        }
        pages.push(lines);
    }
    let fields = fields(&document, count);
    let is_filled = fields.iter().any(|page| !page.is_empty());
    if seen.all == 0 && !is_filled {
        return Err(if reader.unread == count {
            damaged("no page of it can be read")
        } else {
            ReadingError::Scanned { pages: count }
        });
    }
    if seen.unknown * ONE_UNKNOWN_IN > seen.all {
        return Err(ReadingError::UnknownCharacters);
    }
    let title = document.metadata().title;
    Ok(ReadText {
        title: title.map(|title| title.trim().to_owned()),
        pages: pages_of(&pages, &fields),
        ..ReadText::default()
    })
}

fn refusal(error: Error) -> ReadingError {
    match error {
        Error::Encrypted => ReadingError::Encrypted,
        other => damaged(&other.to_string()),
    }
}

fn damaged(detail: &str) -> ReadingError {
    ReadingError::Damaged {
        detail: detail.to_owned(),
    }
}

fn too_large(what: &str, limit: usize) -> ReadingError {
    ReadingError::TooLarge {
        what: what.to_owned(),
        limit,
    }
}

/// State that pages share while they are read.
struct PageReader<'d> {
    document: &'d Document,
    layers: Option<OcState>,
    fonts: FontCache,
    /// Pages whose own content is unreadable.
    unread: usize,
}

impl PageReader<'_> {
    /// Returns the words of a page; empty if the page is unreadable.
    fn spans(&mut self, number: usize) -> Vec<TextSpan> {
        let Ok(page) = self.document.page(number) else {
            self.unread += 1;
            return Vec::new();
        };
        let extracted = block_on(extract_spans_reporting_cached_with(
            Immediate(self.document),
            &page,
            &self.fonts,
            self.layers.as_ref(),
            None,
            ReadingOrder::Content,
        ));
        let Ok((spans, report)) = extracted else {
            self.unread += 1;
            return Vec::new();
        };
        let lost = report
            .skipped
            .iter()
            .any(|skipped| skipped.kind == SkippedTextKind::PageContents);
        self.unread += usize::from(lost);
        spans
    }
}

/// Characters read so far, blanks aside.
#[derive(Default)]
struct Characters {
    all: usize,
    unknown: usize,
}

impl Characters {
    fn count(&mut self, page: &PageLines) {
        for text in page.all().map(Line::text) {
            for c in text.chars().filter(|c| !c.is_whitespace()) {
                self.all += 1;
                self.unknown += usize::from(is_unknown(c));
            }
        }
    }
}

/// Returns true if the file does not map the glyph to a character.
fn is_unknown(c: char) -> bool {
    matches!(c, char::REPLACEMENT_CHARACTER | '\u{E000}'..='\u{F8FF}') || c.is_control()
}
