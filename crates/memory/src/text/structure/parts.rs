//! Parts of structures, and structures of parts.

use std::borrow::Cow;

use super::model::{Apart, Block, BlockKind, Structure};
use super::outline::Outline;
use crate::text::Span;

impl Structure {
    /// Returns the structure of the part of `text` at `part`, with the titles above it.
    ///
    /// Builds an [`Outline`]. For many parts of one text, build it once and call [`Self::slice_under`].
    #[must_use]
    pub fn slice(&self, text: &str, part: Span) -> Self {
        self.slice_under(text, part, &Outline::new(text, self))
    }

    /// Returns the structure of the part of `text` at `part`; `outline` is the whole text's.
    #[must_use]
    pub fn slice_under(&self, text: &str, part: Span, outline: &Outline) -> Self {
        let mut slice = Self {
            above: outline.above(part.start),
            lead_in: self.leads_before(text, self.first_after(part.start)),
            ..Self::default()
        };
        let mut tables = Vec::new();
        let first = self
            .blocks
            .partition_point(|block| block.span.end <= part.start);
        for block in self.blocks.iter().skip(first) {
            if block.span.start >= part.end {
                break;
            }
            let mut block = block.clone().within(part);
            if let BlockKind::Row { table, .. } | BlockKind::TableHead { table } = &mut block.kind {
                let place = tables.iter().rposition(|known| known == table);
                let place = place.unwrap_or_else(|| {
                    tables.push(*table);
                    slice
                        .tables
                        .push(self.tables.get(*table).cloned().unwrap_or_default());
                    tables.len() - 1
                });
                *table = place;
            }
            slice.blocks.push(block);
        }
        let marks = self.markup_in(part).iter();
        slice.markup = marks.map(|mark| within(*mark, part)).collect();
        let inside = |other: &&Apart| part.start < other.at && other.at < part.end;
        let others = self.apart.iter().filter(inside);
        slice.apart = others
            .map(|other| Apart {
                at: other.at - part.start,
                above: other.above.clone(),
            })
            .collect();
        slice
    }

    /// Returns this structure for a text that begins `by` bytes later.
    #[must_use]
    pub fn shifted(mut self, by: usize) -> Self {
        for block in &mut self.blocks {
            block.shift(by);
        }
        for mark in &mut self.markup {
            *mark = later(*mark, by);
        }
        for other in &mut self.apart {
            other.at += by;
        }
        self
    }

    /// Adds the structure of a text that continues this one at byte `at`, as the next page of a file does.
    ///
    /// Titles before `at` apply to it.
    pub fn append(&mut self, other: Self, at: usize) {
        let tables = self.tables.len();
        let mut other = other.shifted(at);
        for block in &mut other.blocks {
            if let BlockKind::Row { table, .. } | BlockKind::TableHead { table } = &mut block.kind {
                *table += tables;
            }
        }
        self.blocks.append(&mut other.blocks);
        self.tables.append(&mut other.tables);
        self.markup.append(&mut other.markup);
        self.apart.append(&mut other.apart);
    }

    /// Adds the structure of another text, which begins at byte `at`. Only its own titles apply to it.
    pub fn append_apart(&mut self, mut other: Self, at: usize) {
        let above = std::mem::take(&mut other.above);
        self.apart.push(Apart { at, above });
        self.append(other, at);
    }

    /// Returns the structure that a reader made of `text`, or that of plain text without one.
    #[must_use]
    pub fn or_plain<'s>(made: Option<&'s Self>, text: &str) -> Cow<'s, Self> {
        made.map_or_else(|| Cow::Owned(Self::plain(text)), Cow::Borrowed)
    }

    /// Returns the titles above the byte `at` of `text`, outermost first. Builds an [`Outline`].
    #[must_use]
    pub fn titles_at(&self, text: &str, at: usize) -> Vec<String> {
        let outline = Outline::new(text, self);
        outline.path_at(at).into_iter().map(str::to_owned).collect()
    }

    /// The markup that touches `part`.
    pub(super) fn markup_in(&self, part: Span) -> &[Span] {
        let first = self.markup.partition_point(|mark| mark.end <= part.start);
        let rest = self.markup.get(first..).unwrap_or_default();
        let inside = rest.partition_point(|mark| mark.start < part.end);
        rest.get(..inside).unwrap_or_default()
    }
}

impl Block {
    /// The block as a part of a text has it.
    fn within(mut self, part: Span) -> Self {
        self.span = within(self.span, part);
        if let BlockKind::Row { cells, .. } = &mut self.kind {
            for cell in cells {
                *cell = within(*cell, part);
            }
        }
        self
    }

    fn shift(&mut self, by: usize) {
        self.span = later(self.span, by);
        if let BlockKind::Row { cells, .. } = &mut self.kind {
            for cell in cells {
                *cell = later(*cell, by);
            }
        }
    }
}

/// Returns a span relative to a part of a text, cut to the part.
fn within(span: Span, part: Span) -> Span {
    let inside = |at: usize| at.clamp(part.start, part.end) - part.start;
    Span::new(inside(span.start), inside(span.end))
}

fn later(span: Span, by: usize) -> Span {
    Span::new(span.start + by, span.end + by)
}
