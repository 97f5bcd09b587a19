//! Line ends that a writer set on purpose.

use super::items::list_marker;
use crate::text::lines::Line;
use crate::text::tokens::is_cjk;

/// The lines of a paragraph, and the width that it is wrapped at.
pub(crate) struct LineEnds<'l, 't> {
    lines: &'l [Line<'t>],
    width: usize,
}

impl<'l, 't> LineEnds<'l, 't> {
    /// Measures a paragraph. Its width is that of its second longest line, because one line may be longer with an
    /// address; for a few lines, that of the longest. The last may be of any length.
    pub fn new(lines: &'l [Line<'t>]) -> Self {
        const FEW: usize = 3;
        let mut longest = [0, 0];
        let full = lines.len().saturating_sub(1);
        for width in lines.iter().take(full).map(|line| columns(line.trimmed())) {
            if width > longest[0] {
                longest = [width, longest[0]];
            } else if width > longest[1] {
                longest[1] = width;
            }
        }
        let width = if full < FEW { longest[0] } else { longest[1] };
        Self { lines, width }
    }

    /// Returns true if the writer ended the line at `index` on purpose: the next begins an item or a field, or begins
    /// like a sentence although its first word had room here.
    pub fn is_meant(&self, index: usize) -> bool {
        /// Ragged wrapping leaves up to about this much room.
        const RAGGED: usize = 10;
        /// Widths of wrapped text; narrower or wider lines were broken by their writer.
        const WRAPPED: std::ops::RangeInclusive<usize> = 40..=200;
        let (Some(line), Some(next)) = (self.lines.get(index), self.lines.get(index + 1)) else {
            return false;
        };
        let following = next.trimmed();
        if list_marker(following).is_some() {
            return true;
        }
        let word = following.split(char::is_whitespace).next();
        let word = word.unwrap_or_default();
        let room = self
            .width
            .saturating_sub(columns(line.trimmed()) + 1 + RAGGED);
        let had_room = first_word_columns(following) <= room || !WRAPPED.contains(&self.width);
        let begins_sentence = !following.starts_with(|c: char| c.is_lowercase());
        begins_sentence && (had_room || word.ends_with([':', '：']))
    }
}

fn columns(text: &str) -> usize {
    text.chars().map(|c| 1 + usize::from(is_cjk(c))).sum()
}

fn first_word_columns(line: &str) -> usize {
    match line.chars().next() {
        Some(c) if is_cjk(c) => 2,
        _ => line.split(char::is_whitespace).next().map_or(0, columns),
    }
}
