//! Paragraphs.

use super::blocks::Layout;
use super::span::Span;

/// The paragraphs of `text`, as blank lines separate them; a heading and a fenced block of code are
/// each one too. Together they cover every character that is not blank.
#[must_use]
pub fn paragraphs(text: &str) -> Vec<Span> {
    Layout::new(text)
        .blocks
        .iter()
        .map(|block| block.span)
        .collect()
}
