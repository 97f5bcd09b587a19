//! Spans too large for their purpose, cut by size.

use super::span::Span;
use unicode_segmentation::UnicodeSegmentation;

/// A cluster of more bytes than this (a letter under hundreds of accents) may be cut inside.
const MAX_CLUSTER_BYTES: usize = 256;

/// Cuts `span` of `text` into pieces of at most `max` by the measure `size_of` (which must not
/// grow faster than the sum over its characters): after a blank or a clause mark if one lies in the second half of a
/// piece, else between two characters as a reader sees them. The pieces tile the span; a single
/// character may exceed `max`.
pub(crate) fn pieces(text: &str, span: Span, max: usize, size_of: fn(&str) -> usize) -> Vec<Span> {
    let covered = span.of(text);
    if covered.len() <= max / 4 || size_of(covered) <= max {
        return vec![span];
    }
    let mut cutter = Cutter {
        base: span.start,
        start: 0,
        size: 0,
        gap: None,
        max,
        found: Vec::new(),
    };
    for (offset, cluster) in covered.grapheme_indices(true) {
        if cluster.len() <= MAX_CLUSTER_BYTES && size_of(cluster) <= max {
            cutter.take(offset, cluster, size_of);
        } else {
            for (inner, c) in cluster.char_indices() {
                let end = inner + c.len_utf8();
                cutter.take(
                    offset + inner,
                    cluster.get(inner..end).unwrap_or_default(),
                    size_of,
                );
            }
        }
    }
    cutter.finish(covered.len())
}

struct Cutter {
    base: usize,
    start: usize,
    size: usize,
    /// Offset of the last good place to cut, and the size up to it.
    gap: Option<(usize, usize)>,
    max: usize,
    found: Vec<Span>,
}

impl Cutter {
    fn take(&mut self, offset: usize, cluster: &str, size_of: fn(&str) -> usize) {
        let added = size_of(cluster);
        if self.size + added > self.max && offset > self.start {
            match self.gap.take().filter(|(_, size)| size * 2 >= self.size) {
                Some((gap, size)) => self.cut(gap, self.size - size),
                None => self.cut(offset, 0),
            }
            if self.size + added > self.max && offset > self.start {
                self.cut(offset, 0);
            }
        }
        self.size += added;
        if cluster.ends_with([' ', '\n', '\t', ',', ';', '，', '；', '、', '\u{3000}']) {
            self.gap = Some((offset + cluster.len(), self.size));
        }
    }

    fn cut(&mut self, at: usize, remaining: usize) {
        self.found
            .push(Span::new(self.base + self.start, self.base + at));
        self.start = at;
        self.size = remaining;
        self.gap = None;
    }

    fn finish(mut self, end: usize) -> Vec<Span> {
        if end > self.start {
            self.cut(end, 0);
        }
        self.found
    }
}
