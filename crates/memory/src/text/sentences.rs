//! Sentences of bare strings.

use super::span::Span;
use super::structure::Structure;

/// Returns the sentences of `text`, read as plain text: by UAX #29, with each item, row and title as one.
///
/// They cover every character that is neither blank nor a rule, and none is longer than about 1000 letters, but for rows.
/// For a document, ask its [`Structure`].
#[must_use]
pub fn sentences(text: &str) -> Vec<Span> {
    Structure::plain(text).sentence_spans(text)
}
