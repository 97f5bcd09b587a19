//! Positions of the parts of a text that is read as one.

use amb_memory::task::{InteractionTree, SourceRef, Trust};
use amb_memory::text::{Span, Structure};

use crate::documents::{is_known, tells_as_much};
use crate::protocol::{FoundText, SourceText};

/// A stretch of a text being read that comes from one source. The stretches follow one another without a gap.
pub(super) struct Stretch {
    /// Its bytes in the text being read.
    pub span: Span,
    /// Characters before it there.
    pub chars_before: usize,
    /// Its start in its own document.
    pub start: SourceRef,
    /// Its trust label.
    pub trust: Trust,
    /// The place of its document among the session's.
    pub summary: usize,
}

impl Stretch {
    /// A document of the user's: one stretch.
    pub(super) fn of_document(document: &SourceText, summary: usize) -> Self {
        let span = Span::new(0, document.text.len());
        Self {
            span,
            chars_before: 0,
            start: SourceRef::new(document.name.as_str(), Span::new(0, 0), 0),
            trust: Trust::Given,
            summary,
        }
    }

    /// The part of it that lies in a place of the text being read.
    pub(super) fn within(&self, place: Span) -> Option<Span> {
        let start = place.start.max(self.span.start);
        let end = place.end.min(self.span.end);
        (start < end).then(|| Span::new(start, end))
    }

    /// The place in its own document of a part of it, given by its place in the text being read and the
    /// characters before it there.
    pub(super) fn source_of(&self, part: Span, chars_before: usize) -> SourceRef {
        let start = self.start.span.start + part.start - self.span.start;
        SourceRef {
            span: Span::new(start, start + part.len()),
            chars_before: self.start.chars_before + chars_before - self.chars_before,
            ..self.start.clone()
        }
    }
}

/// After each text that was found: it is a paragraph of its own.
const APART: &str = "\n\n";

/// Found texts as one, and where each of them stands. The text of a page is what the run has of it, in the
/// order in which it was read: a second part of it follows the first. Blank texts are left out, and what is
/// known already: a search that is made again brings no topic and no conflict once more.
pub(super) fn together(
    tree: &InteractionTree,
    found: &[FoundText],
) -> (String, Structure, Vec<Stretch>) {
    let mut text = String::new();
    let mut structure = Structure::default();
    let mut stretches: Vec<Stretch> = Vec::new();
    for (at, one) in found.iter().enumerate() {
        let mut before = found.iter().take(at);
        let is_blank = one.text.trim().is_empty();
        if is_blank || is_known(tree, one) || before.any(|other| tells_as_much(other, one)) {
            continue;
        }
        let (start, chars_before) = (text.len(), text.chars().count());
        let (bytes, chars) = end_of(tree, &stretches, &text, &one.document);
        structure.append_apart(one.structure().into_owned(), start);
        text.push_str(&one.text);
        text.push_str(APART);
        stretches.push(Stretch {
            span: Span::new(start, text.len()),
            chars_before,
            start: SourceRef {
                title: one.title.clone(),
                published: one.published.clone(),
                ..SourceRef::new(one.document.as_str(), Span::new(bytes, bytes), chars)
            },
            trust: one.trust,
            summary: 0,
        });
    }
    (text, structure, stretches)
}

/// Bytes and characters of a document that are known already.
fn end_of(
    tree: &InteractionTree,
    stretches: &[Stretch],
    text: &str,
    document: &str,
) -> (usize, usize) {
    let now = stretches
        .iter()
        .filter(|one| one.start.document == document);
    let being_read = now.map(|one| {
        let chars = one.span.of(text).chars().count();
        (
            one.start.span.start + one.span.len(),
            one.start.chars_before + chars,
        )
    });
    being_read.fold(tree.end_of(document), Ord::max)
}

#[cfg(test)]
mod tests {
    use amb_memory::task::{EntryId, EntryMetadata, InteractionEntry, NodeId};

    use super::*;

    fn found(document: &str, text: &str) -> FoundText {
        FoundText {
            document: document.to_owned(),
            title: None,
            published: None,
            text: text.to_owned(),
            structure: None,
            trust: Trust::Snippet,
        }
    }

    #[test]
    fn bx_04_each_text_keeps_its_own_place() {
        let parts = [
            found("a", "塔高"),
            found("b", "two"),
            found("c", " "),
            found("a", "three"),
        ];
        let (text, _, stretches) = together(&InteractionTree::new(), &parts);
        assert_eq!(text, "塔高\n\ntwo\n\nthree\n\n");
        let [first, second, third] = stretches.as_slice() else {
            panic!("three");
        };
        assert_eq!(
            (first.span, second.span),
            (Span::new(0, 8), Span::new(8, 13))
        );
        let part = Span::new(9, 11);
        assert_eq!(part.of(&text), "wo");
        let source = second.source_of(part, 5);
        assert_eq!(
            (source.document.as_str(), source.span, source.chars_before),
            ("b", Span::new(1, 3), 1)
        );
        let again = third.source_of(third.span, 9);
        assert_eq!((again.span.start, again.chars_before), (8, 4));
        assert!(together(&InteractionTree::new(), &[]).0.is_empty());
    }

    /// MB-17: what the same search gave before is no other topic.
    #[test]
    fn mb_17_what_is_known_of_a_document_is_not_read_again() {
        let trusted = |text: &str, trust| FoundText {
            trust,
            ..found("a", text)
        };
        let texts_of = |tree: &InteractionTree, parts: &[FoundText]| {
            let (text, _, stretches) = together(tree, parts);
            assert_eq!(text.matches(APART).count(), stretches.len());
            text.split_terminator(APART)
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        let twice = [found("a", "one"), found("a", "one "), found("b", "one")];
        let tree = InteractionTree::new();
        assert_eq!(texts_of(&tree, &twice), ["one", "one"]);
        let better = [found("a", "one"), trusted("one", Trust::FoundPage)];
        assert_eq!(texts_of(&tree, &better), ["one", "one"]);
        let mut tree = InteractionTree::new();
        let known = "one, and more";
        let source = SourceRef::new("a", Span::new(0, known.len()), 0);
        let entry = InteractionEntry {
            entry_id: EntryId::from("e"),
            text: known.to_owned(),
            timestamp: 0,
            metadata: EntryMetadata {
                source: Some(source),
                trust: Trust::Snippet,
                ..EntryMetadata::default()
            },
            attachments: Vec::new(),
        };
        tree.add_entry(&NodeId::from("n"), entry).unwrap();
        let again = [found("a", "one"), found("a", "two"), found("b", "one")];
        assert_eq!(texts_of(&tree, &again), ["two", "one"]);
        assert_eq!(texts_of(&tree, &better[1..]), ["one"]);
    }

    /// MB-17: of other words that begin alike nothing is known; of words that became two topics all is, in their order.
    #[test]
    fn mb_17_words_of_a_document_are_known_in_whichever_topic() {
        let whole =
            "Height: 420 metres.\n\n量子。It was built in 1900.\nAlpha:\n42 euros\nBeta:\n50 euros";
        let mut tree = InteractionTree::new();
        let cut = whole.find("量子").unwrap() + "量子。".len();
        for (at, span) in [Span::new(0, cut), Span::new(cut, whole.len())]
            .into_iter()
            .enumerate()
        {
            let entry = InteractionEntry {
                entry_id: EntryId::from(format!("e{at}").as_str()),
                text: span.of(whole).to_owned(),
                timestamp: 0,
                metadata: EntryMetadata {
                    source: Some(SourceRef::new("a", span, 0)),
                    trust: Trust::Snippet,
                    ..EntryMetadata::default()
                },
                attachments: Vec::new(),
            };
            tree.add_entry(&NodeId::from("n"), entry).unwrap();
        }
        for known in [
            whole,
            "Height: 420",
            "子。It was built",
            "metres. 量子",
            "Beta: 50 euros",
        ] {
            assert_eq!(together(&tree, &[found("a", known)]).0, "", "{known}");
        }
        for other in [
            "Height: 42",
            "20 metres.",
            "It was built in 1900.\nBy Ida Berg.",
            "Alpha:\n50 euros",
        ] {
            let read = together(&tree, &[found("a", other)]).0;
            assert!(!read.is_empty(), "{other}");
        }
    }
}
