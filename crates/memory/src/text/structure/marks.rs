//! The markup of a block.

use crate::text::Span;

/// Returns the markup of a block: the text between its words, which are in order, trimmed of blanks.
pub(crate) fn marks_between(text: &str, block: Span, said: &[Span]) -> Vec<Span> {
    let mut marks = Vec::new();
    let mut at = block.start;
    for words in said {
        push(text, Span::new(at, words.start.max(at)), &mut marks);
        at = at.max(words.end);
    }
    push(text, Span::new(at, block.end.max(at)), &mut marks);
    marks
}

/// Adds the markup between two words, line by line.
fn push(text: &str, between: Span, marks: &mut Vec<Span>) {
    let mut at = between.start;
    for line in between.of(text).split_inclusive('\n') {
        let mark = Span::new(at, at + line.len()).trimmed(text);
        at += line.len();
        if !mark.is_empty() {
            marks.push(mark);
        }
    }
}
