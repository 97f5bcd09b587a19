//! Sections: what stands under one heading.

use super::span::Span;
use super::structure::{BlockKind, Structure};

/// Returns the sections of the part of `text` at `part`, which tile it: from one heading to the next, or to the beginning
/// of another text.
///
/// Headings with nothing but blanks between them begin one section.
#[must_use]
pub fn sections(text: &str, structure: &Structure, part: Span) -> Vec<Span> {
    let mut starts = Vec::new();
    let mut apart = structure.apart.iter().map(|other| other.at).peekable();
    let mut after_heading = false;
    let inside = structure
        .blocks
        .iter()
        .skip(structure.first_after(part.start));
    for block in inside.take_while(|block| block.span.start < part.end) {
        while let Some(other) = apart.next_if(|other| *other <= block.span.start) {
            starts.push(other);
            after_heading = false;
        }
        let is_heading = matches!(block.kind, BlockKind::Heading { .. });
        if is_heading && !after_heading && starts.last() != Some(&block.span.start) {
            starts.push(block.span.start);
        }
        after_heading = is_heading;
    }
    let bounds = starts.into_iter().filter(|start| *start > part.start);
    let mut sections: Vec<Span> = Vec::new();
    let mut start = part.start;
    for end in bounds.chain([part.end]) {
        let is_blank = Span::new(start, end).of(text).trim().is_empty();
        if end > start && (!is_blank || end == part.end) {
            sections.push(Span::new(start, end));
            start = end;
        }
    }
    sections
}
