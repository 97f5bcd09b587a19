//! Checks that an imported run fits the memory that it came with.

use amb_memory::task::{Dissent, EntryId, NodeId, TaskBank};
use amb_memory::text::{Language, Span, visible};

use super::evidence::headings;
use super::session_file::{IncomingRun, SessionFileError};
use crate::extractive::{self, EXTRACTIVE};
use crate::protocol::{
    Answer, AnswerDispute, AnswerStatement, Citation, Doubt, EngineLabel, EvidencePassage,
    refutations,
};

/// The languages that a run may have been written in.
const LANGUAGES: [Language; 2] = [Language::English, Language::Chinese];

/// The label of a memory that came without a run.
pub(super) const IMPORTED: &str = "imported";

/// Checks a run, which has the labels of its memory, against that memory. `indexed` is true if the file holds the
/// passages that were retrieved from. `is_old` is true if the file has disputes as sentences.
///
/// # Errors
/// The first mismatch found.
pub(super) fn check(
    bank: &TaskBank,
    run: &IncomingRun,
    (indexed, is_old): (bool, bool),
) -> Result<(), SessionFileError> {
    check_engine(&run.engine)?;
    check_documents(bank, run)?;
    for (at, passage) in run.retrieved.iter().enumerate() {
        if !stands(bank, &Place::from(passage)) || indexed && !is_evidence(bank, passage) {
            return Err(SessionFileError::Passage { number: at + 1 });
        }
    }
    match &run.answer {
        Some(answer) => check_answer(bank, answer, &run.retrieved, is_old),
        None => Ok(()),
    }
}

fn check_engine(label: &EngineLabel) -> Result<(), SessionFileError> {
    let EngineLabel { name, description } = label;
    let known = match name.as_str() {
        EXTRACTIVE => LANGUAGES.map(extractive::label).contains(label),
        IMPORTED => description.is_empty(),
        model => {
            !model.trim().is_empty() && *description == EngineLabel::of_model(model).description
        }
    };
    if known {
        Ok(())
    } else {
        let name = name.clone();
        Err(SessionFileError::Engine { name })
    }
}

/// A document is at least as long as what memory holds of it, and read no further. One name may stand for
/// several readings of a page.
fn check_documents(bank: &TaskBank, run: &IncomingRun) -> Result<(), SessionFileError> {
    for document in &run.documents {
        let (mut held, mut end) = (0, 0);
        for entry in bank.interaction_tree().entries() {
            let source = entry.metadata.source.as_ref();
            if let Some(source) = source.filter(|source| source.document == document.name) {
                let chars = entry.text.chars().count();
                held += chars;
                end = end.max(source.chars_before.saturating_add(chars));
            }
        }
        let named = || run.documents.iter().filter(|one| one.name == document.name);
        let longest = named().map(|one| one.chars).max().unwrap_or(0);
        let read = document.read_chars.unwrap_or(document.chars);
        if end > longest || read > document.chars || read > held {
            let name = document.name.clone();
            return Err(SessionFileError::Document { name });
        }
    }
    Ok(())
}

/// Returns true if memory indexed the passage, under its titles, and its score is from 0 to 1.
fn is_evidence(bank: &TaskBank, passage: &EvidencePassage) -> bool {
    let entry = bank.interaction_tree().entry(&passage.entry_id);
    let source = entry.and_then(|entry| entry.metadata.source.as_ref());
    let start = source.map_or(0, |source| source.span.start);
    let mut passages = bank.evidence().passages_of(&passage.entry_id);
    passages.any(|(id, span)| {
        span.start + start == passage.bytes.start
            && span.end + start == passage.bytes.end
            && entry.is_some_and(|entry| {
                let context = bank.evidence().context(&id).unwrap_or_default();
                headings(entry, span, context) == passage.headings
            })
    }) && (0.0..=1.0).contains(&passage.score)
}

/// Checks that an answer's citations stand in the memory, word for word and in their places, under the titles of
/// retrieved passages. Statements and disputes must rest on them.
fn check_answer(
    bank: &TaskBank,
    answer: &Answer,
    retrieved: &[EvidencePassage],
    is_old: bool,
) -> Result<(), SessionFileError> {
    check_engine(&answer.engine)?;
    for citation in &answer.citations {
        let mut passages = retrieved.iter();
        let is_titled = passages.any(|passage| {
            passage.entry_id == citation.entry_id && passage.headings == citation.headings
        });
        if !is_titled || !stands(bank, &Place::from(citation)) {
            let number = citation.number;
            return Err(SessionFileError::Citation { number });
        }
    }
    let refuted = refutations_of(&answer.citations);
    let is_held = |dispute: &AnswerDispute| {
        let is_sentence = is_old && dispute.conflict.is_none() && dispute.sides.is_none();
        is_sentence || refuted.contains(dispute) || is_dispute(bank, retrieved, dispute)
    };
    if !answer.disputes.iter().all(is_held) {
        return Err(SessionFileError::Dispute);
    }
    let quotes = answer.engine.name == EXTRACTIVE;
    if quotes && !is_old && hides_a_dispute(answer) {
        return Err(SessionFileError::Dispute);
    }
    let cited = |number: usize| answer.citations.iter().find(|one| one.number == number);
    let rests = |statement: &AnswerStatement| {
        let mut numbers = statement.citations.iter();
        numbers.all(|number| {
            cited(*number)
                .is_some_and(|one| !quotes || is_old || told(&one.quote) == told(&statement.text))
        })
    };
    let sound = answer.statements.iter().all(rests) && (0.0..=1.0).contains(&answer.confidence);
    if sound && (!quotes || is_quoted(answer)) {
        Ok(())
    } else {
        Err(SessionFileError::Statement)
    }
}

/// Returns the refutations in memory on the topics of these citations, in either language.
fn refutations_of(citations: &[Citation]) -> Vec<AnswerDispute> {
    LANGUAGES
        .into_iter()
        .flat_map(|language| refutations(language, citations))
        .collect()
}

/// Returns true if a citation quotes a side of an open conflict that the answer does not show.
fn hides_a_dispute(answer: &Answer) -> bool {
    let tells = |dissent: &Dissent| {
        let mut told = answer.disputes.iter();
        told.any(|one| one.dissent().is_same(dissent))
    };
    let is_hidden = |citation: &Citation, doubt: &Doubt| match doubt {
        Doubt::Disputed { dissent, .. } => {
            let mut sides = dissent.sides.iter().flatten();
            sides.any(|side| citation.says(&side.text)) && !tells(dissent)
        }
        Doubt::Refuted { .. } => false,
    };
    let mut citations = answer.citations.iter();
    citations.any(|citation| {
        citation
            .doubts
            .iter()
            .any(|doubt| is_hidden(citation, doubt))
    })
}

/// Returns true if a dispute is a conflict of the memory, or both of its sides stand in retrieved passages.
fn is_dispute(bank: &TaskBank, retrieved: &[EvidencePassage], dispute: &AnswerDispute) -> bool {
    let dissent = dispute.dissent();
    if let Some(id) = &dispute.conflict {
        let known = bank.query_graph().conflict(id);
        return known.is_some_and(|known| known.dissent.description == dissent.description);
    }
    let Some(sides) = &dissent.sides else {
        return false;
    };
    let texts: Vec<String> = retrieved.iter().map(|one| told(&one.text)).collect();
    let stands = |text: &str| texts.iter().any(|held| held.contains(&told(text)));
    dissent.tells_its_sides() && sides.iter().all(|side| stands(&side.text))
}

/// Returns true if an answer consists of its quotations alone: each statement cited, the text their lines.
fn is_quoted(answer: &Answer) -> bool {
    if !answer.found {
        return answer.statements.is_empty() && answer.citations.is_empty();
    }
    let line = |statement: &AnswerStatement| {
        let marks = statement
            .citations
            .iter()
            .map(|number| format!("[{number}]"));
        format!("{} {}", statement.text, marks.collect::<String>())
    };
    let lines: Vec<String> = answer.statements.iter().map(line).collect();
    !lines.is_empty()
        && answer
            .statements
            .iter()
            .all(|statement| !statement.citations.is_empty())
        && lines.join("\n") == answer.text
}

/// The letters of a text, as they are seen.
fn told(text: &str) -> String {
    let shown = visible(text);
    shown.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Words and where they are said to stand.
struct Place<'p> {
    words: &'p str,
    bytes: Span,
    chars: Span,
    document: &'p str,
    node: &'p NodeId,
    entry: &'p EntryId,
}

impl<'p> From<&'p Citation> for Place<'p> {
    fn from(citation: &'p Citation) -> Self {
        Self {
            words: &citation.quote,
            bytes: citation.bytes,
            chars: citation.chars,
            document: &citation.document,
            node: &citation.node_id,
            entry: &citation.entry_id,
        }
    }
}

impl<'p> From<&'p EvidencePassage> for Place<'p> {
    fn from(passage: &'p EvidencePassage) -> Self {
        Self {
            words: &passage.text,
            bytes: passage.bytes,
            chars: passage.chars,
            document: &passage.document,
            node: &passage.node_id,
            entry: &passage.entry_id,
        }
    }
}

/// Returns true if words stand in the memory at the place that is given for them.
fn stands(bank: &TaskBank, place: &Place<'_>) -> bool {
    let tree = bank.interaction_tree();
    let Some(entry) = tree.entry(place.entry) else {
        return false;
    };
    let source = entry.metadata.source.as_ref();
    let (start, chars_before) =
        source.map_or((0, 0), |source| (source.span.start, source.chars_before));
    let Some(from) = place.bytes.start.checked_sub(start) else {
        return false;
    };
    let words = entry.text.get(from..from.saturating_add(place.words.len()));
    let before = entry
        .text
        .get(..from)
        .map_or(0, |text| text.chars().count());
    words == Some(place.words)
        && source.is_none_or(|source| source.document == place.document)
        && place.chars.start == chars_before + before
        && place.chars.len() == place.words.chars().count()
        && place.bytes.len() == place.words.len()
        && tree.knows(place.node)
}
