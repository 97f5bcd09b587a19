//! A structure that somebody else may have written.

use super::model::{BlockKind, Structure, Title};
use crate::text::Span;

/// The most columns a table has.
const MAX_COLUMNS: usize = 1 << 16;

/// The most bytes of words that a structure has beside its text, as long again as the text.
const MAX_WORDS_BESIDE: usize = 1 << 20;

impl Structure {
    /// Returns true if this can be the structure of `text`: spans lie in it, in order, and numbers are bounded.
    #[must_use]
    pub fn fits(&self, text: &str) -> bool {
        let blocks = self.blocks.iter().map(|block| block.span);
        let apart = self.apart.iter().map(|other| other.at);
        in_order(text, blocks)
            && in_order(text, self.markup.iter().copied())
            && apart.clone().is_sorted()
            && apart.clone().all(|at| text.is_char_boundary(at))
            && self
                .blocks
                .iter()
                .all(|block| self.has_cells(text, block.span, &block.kind))
            && self.tables.len() <= text.len()
            && self
                .tables
                .iter()
                .all(|table| table.header.len() <= MAX_COLUMNS)
            && self.words_beside().map(str::len).sum::<usize>() <= text.len() + MAX_WORDS_BESIDE
    }

    /// Returns the words beside its text: titles, names of columns, captions, introductions of lists.
    fn words_beside(&self) -> impl Iterator<Item = &str> {
        let titles = self
            .above
            .iter()
            .chain(self.apart.iter().flat_map(|other| &other.above));
        let titles = titles.map(|Title { words, .. }| words);
        let columns = self
            .tables
            .iter()
            .flat_map(|table| table.header.iter().chain(&table.caption));
        titles
            .chain(columns)
            .chain(self.lead_in.iter().map(|lead| &lead.words))
            .map(String::as_str)
    }

    fn has_cells(&self, text: &str, row: Span, kind: &BlockKind) -> bool {
        match kind {
            BlockKind::Row { table, cells } => {
                let mut after = row.start;
                let mut follows = |cell: &Span| {
                    let fits = cell.fits(text) && after <= cell.start && cell.end <= row.end;
                    after = cell.end;
                    fits
                };
                *table < self.tables.len()
                    && cells.len() <= MAX_COLUMNS.max(2 * row.len())
                    && cells.iter().all(&mut follows)
            }
            BlockKind::TableHead { table } => *table < self.tables.len(),
            _ => true,
        }
    }
}

/// Returns true if spans lie in the text, one after the other, and none is empty.
fn in_order(text: &str, spans: impl Iterator<Item = Span>) -> bool {
    let mut after = 0;
    spans.into_iter().all(|span| {
        let fits = span.fits(text) && !span.is_empty() && after <= span.start;
        after = span.end;
        fits
    })
}
