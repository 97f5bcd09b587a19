//! The words of a stretch of text: without markup, on one line.

use crate::text::Span;
use crate::text::tokens::is_cjk;

/// Words, and the position of each in the text.
#[derive(Debug, Default)]
pub(super) struct PlainWords {
    /// The words on one line: without markup, each run of blanks one blank.
    pub line: String,
    /// Bytes of the line that are code, in order.
    pub code: Vec<Span>,
    /// Ranges that are equal in the text and in the line: the first byte in the line, and in the text.
    stretches: Vec<(usize, usize)>,
    /// Blanks wait here until a word follows: whether they end a line.
    blanks: Option<bool>,
}

impl PlainWords {
    /// Reads `span` of `text` without `markup`, which is in order.
    pub fn read(text: &str, span: Span, markup: &[Span]) -> Self {
        let mut words = Self::default();
        let mut at = span.start;
        let mut opened = None;
        for mark in markup {
            let said = Span::new(at, mark.start.clamp(at, span.end.max(at)));
            words.take(text, said);
            let signs = mark.of(text);
            let closes = opened.take().filter(|_| signs.starts_with('`'));
            match closes {
                Some(from) => words.code.push(Span::new(from, words.line.len())),
                None => opened = signs.ends_with('`').then_some(words.line.len()),
            }
            if parts_words(signs) {
                words.blanks = words.blanks.or(Some(false));
            }
            at = at.max(mark.end);
        }
        words.take(text, Span::new(at, span.end.max(at)));
        words
    }

    fn take(&mut self, text: &str, span: Span) {
        let mut goes_on = false;
        for (offset, c) in span.of(text).char_indices() {
            if c.is_whitespace() {
                let ends_line = matches!(c, '\n' | '\r' | '\u{C}' | '\u{2028}' | '\u{2029}');
                self.blanks = Some(self.blanks.unwrap_or_default() || ends_line);
                goes_on = false;
                continue;
            }
            if let Some(ends_line) = self.blanks.take() {
                self.part(ends_line, c);
            }
            if !goes_on {
                self.stretches.push((self.line.len(), span.start + offset));
                goes_on = true;
            }
            self.line.push(c);
        }
    }

    /// Writes a blank before `next`: none at the beginning, or at a wrapped line of a script without blanks.
    fn part(&mut self, ends_line: bool, next: char) {
        let wrapped = ends_line && is_cjk(next) && self.line.ends_with(is_cjk);
        if !self.line.is_empty() && !wrapped {
            self.line.push(' ');
        }
    }

    /// The byte of the text at which a word of the line begins.
    pub fn start(&self, at: usize) -> usize {
        let after = self.stretches.partition_point(|(line, _)| *line <= at);
        let stretch = after
            .checked_sub(1)
            .and_then(|index| self.stretches.get(index));
        stretch.map_or(0, |(line, text)| text + (at - line))
    }

    /// The byte of the text after the word that ends at `at` in the line.
    pub fn end(&self, at: usize) -> usize {
        at.checked_sub(1).map_or(0, |last| self.start(last) + 1)
    }
}

/// Returns true for the tag of a line break, and for the bar between two cells.
fn parts_words(markup: &str) -> bool {
    let is_break = markup
        .get(..3)
        .is_some_and(|tag| tag.eq_ignore_ascii_case("<br"));
    is_break || markup.starts_with('|')
}

/// The words of a stretch of text without markup, on one line.
pub(crate) fn plain_line(text: &str, span: Span) -> String {
    PlainWords::read(text, span, &[]).line
}
