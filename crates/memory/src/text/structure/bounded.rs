//! Blocks of bounded length: a passage is read with its block, and a text of one block has thousands of passages.

use super::model::{Block, BlockKind, Structure};
use crate::text::Span;
use crate::text::lines::lines;
use crate::text::pieces::pieces;

/// The most bytes of a paragraph, an item, a quotation, a row or a listing.
const MAX_BLOCK_BYTES: usize = 16 * 1024;

impl Structure {
    /// Cuts blocks that are too long between two sentences, or two lines of a listing. What is taken over from a
    /// reader is bounded then.
    #[must_use]
    pub fn bounded(mut self, text: &str) -> Self {
        let is_long = |block: &Block| block.span.len() > MAX_BLOCK_BYTES;
        if self.blocks.iter().any(is_long) {
            let blocks = std::mem::take(&mut self.blocks).into_iter();
            self.blocks = blocks.flat_map(|block| self.cut(text, block)).collect();
        }
        self
    }

    fn cut(&self, text: &str, block: Block) -> Vec<Block> {
        if block.span.len() <= MAX_BLOCK_BYTES {
            return vec![block];
        }
        let starts = match block.kind {
            BlockKind::Paragraph | BlockKind::Item { .. } | BlockKind::Quote => {
                let sentences = self.sentences(text, block.span).into_iter();
                sentences.map(|(span, _)| span.start).collect()
            }
            BlockKind::Code => line_starts(text, block.span),
            BlockKind::Row { .. } => piece_starts(text, block.span),
            BlockKind::Heading { .. } | BlockKind::TableHead { .. } => return vec![block],
        };
        let parts = grouped(block.span, &starts).into_iter();
        parts
            .map(|part| part.trimmed(text))
            .filter(|part| !part.is_empty())
            .map(|part| Block {
                kind: block.kind.within(part),
                span: part,
            })
            .collect()
    }
}

impl BlockKind {
    /// The kind of a part of its block: of a row, the cells have what is of them in it.
    fn within(&self, part: Span) -> Self {
        let mut kind = self.clone();
        if let Self::Row { cells, .. } = &mut kind {
            for cell in cells {
                cell.start = cell.start.clamp(part.start, part.end);
                cell.end = cell.end.clamp(part.start, part.end);
            }
        }
        kind
    }
}

/// The beginnings of lines, and of pieces of a line that is too long by itself.
fn line_starts(text: &str, listing: Span) -> Vec<usize> {
    let all = lines(listing.of(text)).into_iter().map(|line| {
        let start = listing.start + line.full.start;
        Span::new(start, start + line.text.len())
    });
    all.flat_map(|line| piece_starts(text, line)).collect()
}

fn piece_starts(text: &str, span: Span) -> Vec<usize> {
    let pieces = pieces(text, span, MAX_BLOCK_BYTES, str::len).into_iter();
    pieces.map(|piece| piece.start).collect()
}

/// Cuts a span at some of the places, so that the parts are as long as they may be.
fn grouped(whole: Span, places: &[usize]) -> Vec<Span> {
    let mut parts = Vec::new();
    let mut start = whole.start;
    let ends = places.iter().skip(1).copied().chain([whole.end]);
    for (place, end) in places.iter().zip(ends) {
        if end - start > MAX_BLOCK_BYTES && *place > start {
            parts.push(Span::new(start, *place));
            start = *place;
        }
    }
    parts.push(Span::new(start, whole.end));
    parts
}
