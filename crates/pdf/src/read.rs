//! From bytes to text.

use std::panic::{AssertUnwindSafe, catch_unwind};

use amb_documents::{DocumentReading, ReadText, ReadingError};
use pdfboss_core::{Document, Error, Immediate, OcState, block_on};
use pdfboss_text::{
    FontCache, ReadingOrder, SkippedTextKind, TextSpan, extract_spans_reporting_cached_with,
};

use crate::layout::{Lines, page_lines, pages_of};

/// Pages of the longest file that is read.
const MAX_PAGES: usize = 5_000;
/// Characters of all pages together: two dozen long books, as of any other document.
const MAX_CHARS: usize = 20 * 1024 * 1024;
/// Of the characters, one in this many may be unknown for the text to be worth reading.
const ONE_UNKNOWN_IN: usize = 3;

/// Reads a PDF file.
///
/// Text runs in the order in which the file shows it, which is that of its columns; lines are joined to
/// paragraphs, words parted at a line's end are whole again, ligatures are letters, larger lines are
/// headings, and what stands at the top or bottom of most pages is left out. Text that a viewer does not show
/// is read only of pages that show none: it is then what a text recognition wrote beneath a scan.
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

/// The file from its signature on, where something else stands before it: its own places are counted from there.
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
    if seen.all == 0 {
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
        pages: pages_of(&pages),
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

/// What pages share while they are read.
struct PageReader<'d> {
    document: &'d Document,
    layers: Option<OcState>,
    fonts: FontCache,
    /// Pages whose own content could not be read.
    unread: usize,
}

impl PageReader<'_> {
    /// The words of a page; none of one that cannot be read.
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
    fn count(&mut self, lines: &Lines) {
        for c in lines.iter().flat_map(|line| line.text.chars()) {
            if !c.is_whitespace() {
                self.all += 1;
                self.unknown += usize::from(is_unknown(c));
            }
        }
    }
}

/// A sign whose character the file does not tell.
fn is_unknown(c: char) -> bool {
    matches!(c, char::REPLACEMENT_CHARACTER | '\u{E000}'..='\u{F8FF}') || c.is_control()
}
