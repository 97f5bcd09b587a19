//! Passages: the units of retrieval.

use super::blocks::{BlockKind, Layout};
use super::sections::sections_of;
use super::sentences::block_sentences;
use super::span::Span;
use super::tokens::said_quarters;

/// A passage is closed once it reaches this size if a paragraph ends there: 40 % of the largest.
const GOOD_QUARTERS: usize = 200;

/// A passage takes no further sentence beyond this size: about 500 letters of English or 180
/// Chinese characters, 110–128 tokens of MiniLM.
const MAX_QUARTERS: usize = 520;

/// A remainder smaller than this joins the passage before it.
const CRUMB_QUARTERS: usize = 100;

/// The passages of `text`: sentences packed up to about 110 tokens, ended at paragraphs where that
/// leaves no crumbs, never crossing a section. A heading, and a sentence that ends with a colon,
/// stays with what follows it. Together they cover every character that is not blank.
#[must_use]
pub fn passages(text: &str) -> Vec<Span> {
    let layout = Layout::new(text);
    let mut units = units(&layout).into_iter().peekable();
    let mut passages = Vec::new();
    for section in sections_of(&layout) {
        let mut packer = Packer::default();
        while let Some(unit) = units.next_if(|unit| unit.span.start < section.span.end) {
            packer.take(unit);
        }
        passages.append(&mut packer.finish());
    }
    passages
}

/// A sentence as material of passages.
#[derive(Debug, Clone, Copy)]
struct Unit {
    span: Span,
    size: usize,
    /// Whether it introduces what follows.
    introduces: bool,
    /// The size of the paragraph, if it is its first sentence.
    begins: Option<usize>,
}

fn units(layout: &Layout<'_>) -> Vec<Unit> {
    let mut units = Vec::new();
    for block in &layout.blocks {
        let first = units.len();
        let mut paragraph = 0;
        for span in block_sentences(layout, block) {
            let words = span.of(layout.text);
            let size = said_quarters(words) + 1;
            let introduces = block.kind == BlockKind::Heading || words.ends_with([':', '：']);
            paragraph += size;
            units.push(Unit {
                span,
                size,
                introduces,
                begins: None,
            });
        }
        if let Some(unit) = units.get_mut(first) {
            unit.begins = Some(paragraph);
        }
    }
    units
}

/// Passages of one section being packed.
#[derive(Default)]
struct Packer {
    open: Vec<Unit>,
    size: usize,
    closed: Vec<(Span, usize)>,
}

impl Packer {
    fn take(&mut self, unit: Unit) {
        let full = self.size + unit.size > MAX_QUARTERS;
        let paragraph_fits = unit
            .begins
            .is_none_or(|paragraph| self.size + paragraph <= MAX_QUARTERS);
        if full || self.size >= GOOD_QUARTERS && !paragraph_fits {
            self.close();
        }
        self.size += unit.size;
        self.open.push(unit);
    }

    /// Closes the open passage, except for what introduces the next unit, if that is short.
    fn close(&mut self) {
        let introductions = self.open.iter().rev().take_while(|unit| unit.introduces);
        let (kept, size) = introductions.fold((0, 0), |(n, size), unit| (n + 1, size + unit.size));
        let kept = if size <= GOOD_QUARTERS { kept } else { 0 };
        let carried = self.open.split_off(self.open.len() - kept);
        let size = carried.iter().map(|unit| unit.size).sum();
        if let (Some(first), Some(last)) = (self.open.first(), self.open.last()) {
            self.closed
                .push((Span::new(first.span.start, last.span.end), self.size - size));
        }
        self.open = carried;
        self.size = size;
    }

    fn finish(mut self) -> Vec<Span> {
        if let (Some(first), Some(last)) = (self.open.first(), self.open.last()) {
            let rest = Span::new(first.span.start, last.span.end);
            match self.closed.last_mut() {
                Some((span, size))
                    if self.size < CRUMB_QUARTERS
                        && *size + self.size <= MAX_QUARTERS + CRUMB_QUARTERS / 2 =>
                {
                    span.end = rest.end;
                }
                _ => self.closed.push((rest, self.size)),
            }
        }
        self.closed.into_iter().map(|(span, _)| span).collect()
    }
}
