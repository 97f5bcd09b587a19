//! Words of documents that memory holds.

use amb_memory::task::{InteractionTree, Trust};
use amb_memory::text::Span;

use crate::protocol::FoundText;

/// Returns true if memory does not hold a found text, nor one of the texts that were found before.
pub(crate) fn is_news(tree: &InteractionTree, before: &[&FoundText], found: &FoundText) -> bool {
    let is_told = before.iter().any(|one| tells_as_much(one, found));
    !found.text.trim().is_empty() && !is_told && !is_known(tree, found)
}

/// Returns true if memory holds these words of this document in sequence, and trusts them no less. A text that was read
/// once may have become several topics.
pub(crate) fn is_known(tree: &InteractionTree, found: &FoundText) -> bool {
    let known = parts_held(tree, &found.document, found.trust);
    holds(&text_of(&known), &found.text)
}

/// Returns true if the first text holds all of the second, is from the same document and is trusted no less.
pub(crate) fn tells_as_much(one: &FoundText, other: &FoundText) -> bool {
    one.document == other.document && one.trust >= other.trust && holds(&one.text, &other.text)
}

/// Returns true if these words stand in a text as words of their own, whatever the blanks between them: "42 metres" is
/// not in "142 metres".
fn holds(text: &str, words: &str) -> bool {
    let (text, words) = (in_line(text), in_line(words));
    // Chinese, Japanese and Korean begin there, and put no blank between words.
    let is_part = |c: Option<char>| c.is_some_and(|c| c < '\u{2E80}' && c.is_alphanumeric());
    let (first, last) = (words.chars().next(), words.chars().next_back());
    text.match_indices(&words).any(|(at, _)| {
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let after = text.get(at + words.len()..);
        let after = after.and_then(|text| text.chars().next());
        !(is_part(before) && is_part(first) || is_part(after) && is_part(last))
    })
}

/// Returns true if two texts have the same words, whatever the blanks between them. The line endings of a system, or a
/// blank line that an editor adds, do not make another document.
pub(crate) fn same_words(one: &str, other: &str) -> bool {
    one.split_whitespace().eq(other.split_whitespace())
}

/// Returns the parts of a document that memory holds and trusts no less than this, in the order of the document's text.
pub(crate) fn parts_held<'t>(
    tree: &'t InteractionTree,
    document: &str,
    trust: Trust,
) -> Vec<(Span, &'t str)> {
    if tree.end_of(document) == (0, 0) {
        return Vec::new();
    }
    let mut parts: Vec<(Span, &str)> = tree
        .entries()
        .filter(|entry| entry.metadata.trust >= trust)
        .filter_map(|entry| {
            let source = entry.metadata.source.as_ref()?;
            (source.document == document).then_some((source.span, entry.text.as_str()))
        })
        .collect();
    parts.sort_unstable_by_key(|(span, _)| (span.start, span.end));
    parts
}

/// The text of these parts, with a line break where text between two of them is missing.
pub(crate) fn text_of(parts: &[(Span, &str)]) -> String {
    let mut text = String::new();
    let mut end = 0;
    for (span, part) in parts {
        if span.start != end {
            text.push('\n');
        }
        text.push_str(part);
        end = span.end;
    }
    text
}

/// A text in one line: blanks between words are one, those around it none.
pub(crate) fn in_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
