//! Documents that are given, and their parts that memory holds already. One document is one witness, whatever its name
//! and however often it is given.

use std::collections::BTreeSet;

use amb_memory::hierarchy::without_recalled_by_user;
use amb_memory::task::{InteractionEntry, InteractionTree, Trust};
use amb_memory::text::{Span, is_blank};

use super::{Adapter, Session};
use crate::documents::{in_line, parts_held, same_words, text_of};
use crate::host::{ContentHash, Host, HostError};
use crate::protocol::{DocumentSummary, ResearchRequest, SourceText};

/// Blanks that are put where parts of a text are apart, at most, in bytes.
const MOST_BLANKS: usize = 1 << 20;

/// Relation of a given document to one that memory knows.
enum Known {
    /// All of its words are in memory, as the user's own.
    Whole,
    /// A part of it is, or an imported file says that it is. It is read on in this text, which has the words of the
    /// given one and the blanks that memory has.
    InPart(String),
}

/// A document of the session and what memory holds of it.
struct KnownDocument<'m> {
    tree: &'m InteractionTree,
    /// Its place among the session's.
    place: usize,
    summary: &'m DocumentSummary,
    /// The user's own text of the document, in one line.
    given: String,
    /// All that is said to be of it, by whomever.
    held: Vec<(Span, &'m str)>,
    /// The text that it was read from, where that is kept or held.
    text: Option<String>,
}

impl Adapter<'_> {
    /// Notes the documents that are to be read, so that one that a stopped run never began is known too. Returns them
    /// with distinct names. A document that memory holds whole is left out. One that memory holds in part is read on,
    /// under the name that it has.
    ///
    /// # Errors
    /// Errors of the host.
    pub(crate) async fn expect_documents(
        &mut self,
        given: Vec<SourceText>,
    ) -> Result<Vec<SourceText>, HostError> {
        if given.is_empty() {
            return Ok(given);
        }
        let mut known = known_documents(self.context.host, self.session).await?;
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
                Known::Whole => {
                    let chars = document.text.chars().count();
                    self.announce(&document.name, chars, &document.notes, false);
                }
                Known::InPart(text) => {
                    // A structure is of one text: of other blanks, another one is made.
                    document.structure = document.structure.filter(|_| document.text == text);
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

/// The documents of a request, with the context as the first of them where it says anything. A text given
/// twice, whatever the blanks between its words, is there once, and a note says so.
pub(crate) fn sources_of(request: &ResearchRequest) -> Vec<SourceText> {
    // What a caller recalled for it is known already.
    let context = request.context.as_deref().map(without_recalled_by_user);
    let context = context.filter(|context| !is_blank(context));
    let named = context.map(|text| SourceText {
        name: "context".to_owned(),
        text: text.into_owned(),
        ..SourceText::default()
    });
    let mut sources: Vec<SourceText> = Vec::new();
    for source in named.into_iter().chain(request.documents.iter().cloned()) {
        let is_same = |known: &&mut SourceText| same_words(&known.text, &source.text);
        match sources.iter_mut().find(is_same) {
            Some(known) => known.notes.push(given_again_as(&source.name)),
            None => sources.push(source),
        }
    }
    sources
}

/// Returns the note on a document whose text comes again under this name.
fn given_again_as(name: &str) -> String {
    format!("given again as {name}")
}

/// Names that are taken.
#[derive(Default)]
pub(super) struct Names(BTreeSet<String>);

impl Names {
    /// Those of the documents of which memory holds anything.
    fn new(documents: &[DocumentSummary]) -> Self {
        let held = documents.iter().filter(|one| one.read_chars != Some(0));
        Self(held.map(|document| document.name.clone()).collect())
    }

    /// The name, or the next of `name (2)`, `name (3)` that is free.
    pub(super) fn own(&mut self, name: &str) -> String {
        let mut own = name.to_owned();
        let mut number = 1_usize;
        while !self.0.insert(own.clone()) {
            number += 1;
            own = format!("{name} ({number})");
        }
        own
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
    /// Returns true if all of it is the user's own.
    fn is_given(&self) -> bool {
        self.summary.is_read() && !self.given.is_empty()
    }

    /// Returns the relation of a given text, here also in one line, to this document; `None` if the text is another
    /// one. The part in memory does not tell the rest: the checksum of the whole does.
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

    /// Returns true if the text has the known checksum and contains all that memory holds of the document.
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

/// Returns the places of a text that memory holds as the user's own, in their order; none if the text is of another
/// document.
pub(super) fn held_of(tree: &InteractionTree, document: &SourceText) -> Vec<Span> {
    let held = parts_held(tree, &document.name, Trust::Given).into_iter();
    let here = held.filter(|(span, part)| span.of(&document.text) == *part);
    here.map(|(span, _)| span).collect()
}

/// Returns the rest of a place without these spans, which are in order.
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
