//! Passages: what retrieval finds.

use super::sections::sections;
use super::span::Span;
use super::structure::{BlockKind, LedUnit, Structure, UnitKind};
use super::tokens::said_quarters;

/// A passage is closed once it reaches this size if a paragraph ends there: 40 % of the largest.
const GOOD_QUARTERS: usize = 200;

/// A passage takes no further sentence beyond this size: about 500 letters of English or 180
/// Chinese characters, 110–128 tokens of MiniLM.
const MAX_QUARTERS: usize = 520;

/// A remainder smaller than this joins the passage before it.
const CRUMB_QUARTERS: usize = 100;

/// Returns the passages of the part of `text` at `part`: units packed up to about 110 tokens.
///
/// A passage ends at a paragraph where that leaves no crumbs, and crosses no section. It cuts no unit: a row, or a
/// sentence with its short list, is in one. A heading, and words that lead to a list, stay with what follows them.
/// Together the passages cover every character of the blocks that is neither blank nor markup.
#[must_use]
pub fn passages(text: &str, structure: &Structure, part: Span) -> Vec<Span> {
    let mut materials = materials(text, structure, part).into_iter().peekable();
    let mut passages = Vec::new();
    for section in sections(text, structure, part) {
        let mut packer = Packer::default();
        while let Some(unit) = materials.next_if(|unit| unit.span.start < section.end) {
            packer.take(unit);
        }
        passages.append(&mut packer.finish());
    }
    passages
}

/// A unit as material of passages.
#[derive(Debug, Clone, Copy)]
struct Material {
    span: Span,
    size: usize,
    /// True if the unit introduces the next one.
    introduces: bool,
    /// The size of the paragraph, if it is its first unit.
    begins: Option<usize>,
}

fn materials(text: &str, structure: &Structure, part: Span) -> Vec<Material> {
    let mut found: Vec<Material> = Vec::new();
    let mut first = 0;
    let mut block_end = 0;
    for LedUnit { unit, lead } in structure.led_units(text, part) {
        let own = unit.words.get(lead..).unwrap_or_default();
        let size = said_quarters(own) + 1;
        let mut introduces = match unit.kind {
            UnitKind::Heading | UnitKind::TableHead => true,
            UnitKind::Sentence | UnitKind::Item => own.ends_with([':', '：']),
            UnitKind::List | UnitKind::Row | UnitKind::Code => false,
        };
        if unit.span.start >= block_end {
            let at = structure.first_after(unit.span.start);
            block_end = structure
                .blocks
                .get(at)
                .map_or(unit.span.end, |block| block.span.end);
            first = found.len();
        }
        // The last sentence before a list leads to it.
        introduces |= unit.kind == UnitKind::Sentence
            && unit.span.end >= block_end
            && !own.ends_with(['.', '!', '?', '。', '！', '？'])
            && is_item(structure, block_end);
        found.push(Material {
            span: unit.span,
            size,
            introduces,
            begins: None,
        });
        if let Some(begins) = found.get_mut(first) {
            begins.begins = Some(begins.begins.unwrap_or_default() + size);
        }
    }
    found
}

/// Returns true if the block after `end` is an item.
fn is_item(structure: &Structure, end: usize) -> bool {
    let next = structure.blocks.get(structure.first_after(end));
    next.is_some_and(|block| matches!(block.kind, BlockKind::Item { .. }))
}

/// Passages of one section being packed.
#[derive(Default)]
struct Packer {
    open: Vec<Material>,
    size: usize,
    closed: Vec<(Span, usize)>,
}

impl Packer {
    fn take(&mut self, unit: Material) {
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
