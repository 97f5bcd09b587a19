//! What of an imported run can be checked: that it fits the memory that it came with.

use amb_memory::task::{EntryId, NodeId, TaskBank, same_sides};
use amb_memory::text::{Language, Span, visible};

use super::session_file::{IncomingRun, SessionFileError};
use crate::engine::{Answer, AnswerStatement, Citation, EngineLabel, EvidencePassage, refutations};
use crate::extractive::{self, EXTRACTIVE, context_headings, hides_a_contradiction, without_marks};

/// The languages that a run may have been written in.
const LANGUAGES: [Language; 2] = [Language::English, Language::Chinese];

/// The label of a memory that came without a run.
pub(super) const IMPORTED: &str = "imported";

/// Checks a run, which has the labels of its memory, against it; `indexed`: whether the file holds the passages that were retrieved from.
///
/// # Errors
/// What does not fit, the first found.
pub(super) fn check(
    bank: &TaskBank,
    run: &IncomingRun,
    indexed: bool,
) -> Result<(), SessionFileError> {
    check_engine(&run.engine)?;
    check_documents(bank, run)?;
    for (at, passage) in run.retrieved.iter().enumerate() {
        if !stands(bank, &Place::from(passage)) || indexed && !is_evidence(bank, passage) {
            return Err(SessionFileError::Passage { number: at + 1 });
        }
    }
    match &run.answer {
        Some(answer) => check_answer(bank, answer, &run.retrieved),
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

/// Whether a passage is one that memory indexed, under its titles and with scores that a search gives.
fn is_evidence(bank: &TaskBank, passage: &EvidencePassage) -> bool {
    let entry = bank.interaction_tree().entry(&passage.entry_id);
    let source = entry.and_then(|entry| entry.metadata.source.as_ref());
    let start = source.map_or(0, |source| source.span.start);
    let mut passages = bank.evidence().passages_of(&passage.entry_id);
    passages.any(|(id, span)| {
        span.start + start == passage.bytes.start
            && span.end + start == passage.bytes.end
            && context_headings(bank.evidence().context(&id).unwrap_or_default())
                == passage.headings
    }) && (0.0..=1.0).contains(&passage.score)
}

/// Whether an answer's citations stand in the memory, word for word and in their places, under the titles
/// of what was retrieved, and its statements and disputes rest on them.
fn check_answer(
    bank: &TaskBank,
    answer: &Answer,
    retrieved: &[EvidencePassage],
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
    let is_held =
        |dispute: &String| refuted.contains(dispute) || is_dispute(bank, retrieved, dispute);
    if !answer.disputes.iter().all(is_held) {
        return Err(SessionFileError::Dispute);
    }
    let quotes = answer.engine.name == EXTRACTIVE;
    if quotes && hides_a_contradiction(&answer.citations, retrieved, &answer.disputes) {
        return Err(SessionFileError::Dispute);
    }
    let cited = |number: usize| answer.citations.iter().find(|one| one.number == number);
    let rests = |statement: &AnswerStatement| {
        let mut numbers = statement.citations.iter();
        numbers.all(|number| {
            cited(*number).is_some_and(|one| {
                !quotes || told(&one.quote) == told(&without_marks(&statement.text))
            })
        })
    };
    let sound = answer.statements.iter().all(rests) && (0.0..=1.0).contains(&answer.confidence);
    if sound && (!quotes || is_quoted(answer)) {
        Ok(())
    } else {
        Err(SessionFileError::Statement)
    }
}

/// What memory holds to be refuted on the topics of these citations, in either language.
fn refutations_of(citations: &[Citation]) -> Vec<String> {
    LANGUAGES
        .into_iter()
        .flat_map(|language| refutations(language, citations))
        .collect()
}

/// Letters of a dispute that are neither side's: those that say that one stands against the other.
const BETWEEN_SIDES: usize = 16;

/// Whether a dispute is one of a live node's, or its quoted sides stand in what was retrieved.
fn is_dispute(bank: &TaskBank, retrieved: &[EvidencePassage], dispute: &str) -> bool {
    let nodes = bank.query_graph().disputed_nodes();
    let mut known = nodes
        .filter_map(|node| node.disputed.as_ref())
        .flat_map(|disputed| disputed.description.lines());
    if known.any(|line| same_sides(line, dispute)) {
        return true;
    }
    let texts: Vec<String> = retrieved
        .iter()
        .map(|passage| told(&passage.text))
        .collect();
    let sides = dispute.split(['“', '”']).map(told);
    // A side that is too long was cut.
    let stands = |side: &String| {
        let side = side.trim_end_matches('…');
        texts.iter().any(|text| text.contains(side))
    };
    let (held, foreign): (Vec<String>, Vec<String>) = sides
        .filter(|side| !side.is_empty())
        .partition(|side| stands(side));
    let letters: usize = foreign.iter().map(|part| part.chars().count()).sum();
    held.len() >= 2 && letters <= BETWEEN_SIDES
}

/// Whether an answer made of quotations is no more than those: each statement cited, the text their lines.
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

/// Whether words stand in the memory where they are said to.
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
