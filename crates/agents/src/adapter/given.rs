//! Documents that are given, and what memory holds of them already: the same document is one witness, whatever its name and
//! however often it is given.

use amb_memory::task::{InteractionEntry, InteractionTree, Trust};
use amb_memory::text::Span;

use super::Adapter;
use crate::host::{ContentHash, Host, HostError};
use crate::run::{DocumentSummary, Names, Session, SourceText, given_again_as};

/// Blanks that are put where parts of a text are apart, at most, in bytes.
const MOST_BLANKS: usize = 1 << 20;

/// How a document that is given stands to one that memory knows.
enum Known {
    /// All of its words are in memory, as the user's own.
    Whole,
    /// A part of it is, or an imported file says that it is: it is read on in this text, which has the words of the given one
    /// and those blanks in which memory has it.
    InPart(String),
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
    /// The text that it was read from, where that is kept or held.
    text: Option<String>,
}

impl Adapter<'_> {
    /// Notes which documents are to be read, so that one that a stopped run never began is known too, and returns them
    /// with names that tell them apart. Not among them is what memory holds whole. What it holds a part of is read on, under
    /// the name that it has.
    ///
    /// # Errors
    /// What the host fails with.
    pub(crate) async fn expect_documents(
        &mut self,
        given: Vec<SourceText>,
    ) -> Result<Vec<SourceText>, HostError> {
        if given.is_empty() {
            return Ok(given);
        }
        let mut known = known_documents(self.host, self.session).await?;
        // No two that are given are the same one.
        let standing_of = |document: &SourceText| {
            let line = in_line(&document.text);
            let mut each = known.iter().enumerate();
            let stands = |(at, one): (usize, &KnownDocument<'_>)| {
                Some((at, one.stands_to(&document.text, &line)?))
            };
            let (at, stands) = each.find_map(stands)?;
            Some((known.remove(at).place, stands))
        };
        let standing: Vec<_> = given.iter().map(standing_of).collect();
        let mut names = Names::new(&self.session.documents);
        let mut expected = Vec::new();
        for (mut document, standing) in given.into_iter().zip(standing) {
            let Some((place, known)) = standing else {
                document.name = names.own(&document.name);
                self.expect_document(&document);
                expected.push(document);
                continue;
            };
            self.note_given_again(place, &mut document);
            match known {
                Known::Whole => self.announce(&document),
                Known::InPart(text) => {
                    document.text = text;
                    self.expect_document(&document);
                    expected.push(document);
                }
            }
        }
        Ok(expected)
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
        document.pages.clone_from(&known.pages);
    }
}

async fn known_documents<'m>(
    host: &dyn Host,
    session: &'m Session,
) -> Result<Vec<KnownDocument<'m>>, HostError> {
    let tree = session.bank.interaction_tree();
    let mut documents = Vec::new();
    for (place, summary) in session.documents.iter().enumerate() {
        let mut known = KnownDocument {
            tree,
            place,
            summary,
            given: in_line(&text_of(&parts_held(tree, &summary.name, Trust::Given))),
            held: parts_held(tree, &summary.name, Trust::Model),
            text: None,
        };
        if !known.is_given() {
            known.text = match known.own_text() {
                Some(hash) => text_in(host.get_blob(&hash).await?),
                None => known.told(),
            };
        }
        documents.push(known);
    }
    Ok(documents)
}

impl KnownDocument<'_> {
    /// Whether all of it is the user's own.
    fn is_given(&self) -> bool {
        self.summary.is_read() && !self.given.is_empty()
    }

    /// How a text that is given, here also in one line, stands to it; `None` if it is another one. What is held of a
    /// document in part does not tell what the rest of it says: the checksum of the whole does.
    fn stands_to(&self, text: &str, line: &str) -> Option<Known> {
        if self.summary.is_read() && self.given == line {
            return Some(Known::Whole);
        }
        let begins = |(_, part): &(Span, &str)| line.contains(&in_line(part));
        if self.is_given() || !self.held.first().is_some_and(begins) {
            return None;
        }
        let mut variants = with_other_line_ends(text).into_iter();
        let variant = variants.find(|variant| self.is_read_from(variant));
        let known = self.text.as_ref();
        let known = known.filter(|known| same_words(known, text) && self.holds_parts_of(known));
        variant.or_else(|| known.cloned()).map(Known::InPart)
    }

    /// Whether all that memory holds of it stands in this text, of which it has the checksum.
    fn is_read_from(&self, text: &str) -> bool {
        let hash = ContentHash::of(text.as_bytes());
        self.holds_parts_of(text)
            && self
                .texts(Trust::Model)
                .any(|content| content == hash.as_str())
    }

    fn holds_parts_of(&self, text: &str) -> bool {
        self.held.iter().all(|(span, part)| span.of(text) == *part)
    }

    /// The checksums of the texts that it was read from, by sources that are trusted no less than this.
    fn texts(&self, trust: Trust) -> impl Iterator<Item = &str> {
        let is_of_it = move |entry: &&InteractionEntry| {
            let source = entry.metadata.source.as_ref();
            entry.metadata.trust >= trust
                && source.is_some_and(|source| source.document == self.summary.name)
        };
        let entries = self.tree.entries().filter(is_of_it);
        let attachments = entries.flat_map(|entry| entry.attachments.iter());
        attachments.map(|attachment| attachment.content.as_str())
    }

    /// The checksum of the text that was read of it as the user's own.
    fn own_text(&self) -> Option<ContentHash> {
        self.texts(Trust::Given).find_map(ContentHash::parse)
    }

    /// The text of what is held of it, with blanks where nothing is; `None` if not all can be of one text. An imported memory
    /// has twice what was read of it as the user's own.
    fn told(&self) -> Option<String> {
        let mut text = String::new();
        let mut blanks = 0_usize;
        for (span, part) in &self.held {
            let apart = span.start.saturating_sub(text.len());
            blanks = blanks.saturating_add(apart);
            if blanks > MOST_BLANKS {
                return None;
            }
            text.push_str(&" ".repeat(apart));
            let there = text.get(span.start..)?;
            let (known, new) = part.split_at_checked(there.len().min(part.len()))?;
            if !there.starts_with(known) {
                return None;
            }
            text.push_str(new);
        }
        Some(text)
    }
}

fn text_in(bytes: Option<Vec<u8>>) -> Option<String> {
    String::from_utf8(bytes?).ok()
}

/// A text, and what other systems and editors make of it: other line endings, another end.
fn with_other_line_ends(text: &str) -> Vec<String> {
    let lines = text.replace("\r\n", "\n");
    let mut texts = vec![text.to_owned()];
    for line_end in ["\n", "\r\n"] {
        let text = lines.trim_end().replace('\n', line_end);
        texts.push(text.clone());
        texts.push(text + line_end);
    }
    texts
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
