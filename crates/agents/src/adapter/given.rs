//! Documents that are given, and what memory holds of them already: the same document is one witness, whatever its name and
//! however often it is given.

use amb_memory::task::{InteractionTree, Trust};
use amb_memory::text::Span;

use super::Adapter;
use crate::host::ContentHash;
use crate::run::{DocumentSummary, Names, Session, SourceText, given_again_as};

/// How a document that is given stands to one that memory knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    /// All of its words are in memory, as the user's own.
    Whole,
    /// A part of it is, or an imported file says that it is.
    InPart,
}

/// A document of the session and what memory holds of it.
struct KnownDocument<'m> {
    tree: &'m InteractionTree,
    /// Its place among the session's.
    place: usize,
    summary: &'m DocumentSummary,
    /// What the user gave of it, in one line.
    given: String,
    /// All that is said to be of it, by whomever.
    held: Vec<(Span, &'m str)>,
}

impl Adapter<'_> {
    /// Notes which documents are to be read, so that one that a stopped run never began is known too, and returns them
    /// with names that tell them apart. Not among them is what memory holds whole. What it holds a part of is read on, under
    /// the name that it has.
    pub(crate) fn expect_documents(&mut self, given: Vec<SourceText>) -> Vec<SourceText> {
        if given.is_empty() {
            return given;
        }
        let mut known = known_documents(self.session);
        // No two that are given are the same one.
        let standing_of = |document: &SourceText| {
            let line = in_line(&document.text);
            let mut each = known.iter().enumerate();
            let (at, stands) =
                each.find_map(|(at, known)| Some((at, known.stands_to(document, &line)?)))?;
            Some((known.remove(at).place, stands))
        };
        let standing: Vec<_> = given.iter().map(standing_of).collect();
        let mut names = Names::new(&self.session.documents);
        let mut expected = Vec::new();
        for (mut document, standing) in given.into_iter().zip(standing) {
            match standing {
                Some((place, _)) => self.note_given_again(place, &mut document),
                None => document.name = names.own(&document.name),
            }
            if standing.is_some_and(|(_, known)| known == Known::Whole) {
                self.announce(&document);
            } else {
                self.expect_document(&document);
                expected.push(document);
            }
        }
        expected
    }

    /// Notes that a document was given again, which goes by the name that memory has for it.
    fn note_given_again(&mut self, place: usize, document: &mut SourceText) {
        let Some(known) = self.session.documents.get_mut(place) else {
            return;
        };
        let note = given_again_as(&document.name);
        if !known.notes.contains(&note) {
            known.notes.push(note);
        }
        document.name.clone_from(&known.name);
        document.notes.clone_from(&known.notes);
    }
}

fn known_documents(session: &Session) -> Vec<KnownDocument<'_>> {
    let tree = session.bank.interaction_tree();
    let documents = session.documents.iter().enumerate();
    documents
        .map(|(place, summary)| KnownDocument {
            tree,
            place,
            summary,
            given: in_line(&text_of(&parts_held(tree, &summary.name, Trust::Given))),
            held: parts_held(tree, &summary.name, Trust::Model),
        })
        .collect()
}

impl KnownDocument<'_> {
    /// How a document that is given, of which this is the text in one line, stands to it; `None` if it is another one. What is
    /// held of a document in part does not tell what the rest of it says: the checksum of the whole does.
    fn stands_to(&self, document: &SourceText, line: &str) -> Option<Known> {
        if self.summary.is_read() && self.given == line {
            return Some(Known::Whole);
        }
        let text = &document.text;
        let mut held = self.held.iter();
        let is_in_part = !self.held.is_empty()
            && held.all(|(span, part)| span.of(text) == *part)
            && self.is_read_from(&ContentHash::of(text.as_bytes()));
        is_in_part.then_some(Known::InPart)
    }

    /// Whether what memory holds of it was read from the text of this checksum.
    fn is_read_from(&self, text: &ContentHash) -> bool {
        let mut entries = self.tree.entries();
        entries.any(|entry| {
            let source = entry.metadata.source.as_ref();
            let is_of_it = source.is_some_and(|source| source.document == self.summary.name);
            let mut attachments = entry.attachments.iter();
            is_of_it && attachments.any(|attachment| attachment.content == text.as_str())
        })
    }
}

/// Whether two texts say the same, whatever the blanks between their words: a file does not become another one by the
/// line endings of a system, or by the blank line that an editor adds at its end.
pub(crate) fn same_words(one: &str, other: &str) -> bool {
    one.split_whitespace().eq(other.split_whitespace())
}

/// The places of a text that memory holds already as the user's own, in their order: none of a text of another document.
pub(super) fn held_of(tree: &InteractionTree, document: &SourceText) -> Vec<Span> {
    let held = parts_held(tree, &document.name, Trust::Given).into_iter();
    let here = held.filter(|(span, part)| span.of(&document.text) == *part);
    here.map(|(span, _)| span).collect()
}

/// What is left of a place without these, which are in order.
pub(super) fn without(place: Span, held: &[Span]) -> Vec<Span> {
    let mut rest = Vec::new();
    let mut start = place.start;
    let before = held.partition_point(|span| span.end <= start);
    for span in held.iter().skip(before) {
        if span.start >= place.end {
            break;
        }
        if start < span.start {
            rest.push(Span::new(start, span.start));
        }
        start = start.max(span.end);
    }
    if start < place.end {
        rest.push(Span::new(start, place.end));
    }
    rest
}

/// What memory holds of a document and trusts no less than this, in the order of the document's text.
pub(super) fn parts_held<'t>(
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
pub(super) fn text_of(parts: &[(Span, &str)]) -> String {
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
pub(super) fn in_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
