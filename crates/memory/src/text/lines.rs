//! A text as lines.

use super::span::Span;

/// One line of a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line<'t> {
    /// Span of the line, with its line end.
    pub full: Span,
    /// The line without its line end and without blanks after its last word.
    pub text: &'t str,
}

impl<'t> Line<'t> {
    /// Returns true if nothing is on the line.
    pub fn is_blank(&self) -> bool {
        self.text.is_empty()
    }

    /// The line without its indentation.
    pub fn trimmed(&self) -> &'t str {
        self.text.trim_start()
    }

    /// Columns before the first word; a tab leads to the next multiple of eight.
    pub fn indent(&self) -> usize {
        let blanks = self.text.chars().take_while(|c| c.is_whitespace());
        blanks.fold(0, |column, c| match c {
            '\t' => (column / 8 + 1) * 8,
            _ => column + 1,
        })
    }

    /// Returns the span of the line, without blanks at its ends.
    pub fn content(&self) -> Span {
        let start = self.full.start + (self.text.len() - self.trimmed().len());
        Span::new(start, self.full.start + self.text.len())
    }
}

/// The lines of `text`; together they are the text.
pub(crate) fn lines(text: &str) -> Vec<Line<'_>> {
    let mut found = Vec::new();
    let mut start = 0;
    for piece in text.split_inclusive(['\n', '\u{C}', '\u{2028}', '\u{2029}']) {
        let full = Span::new(start, start + piece.len());
        found.push(Line {
            full,
            text: piece.trim_end(),
        });
        start = full.end;
    }
    found
}
