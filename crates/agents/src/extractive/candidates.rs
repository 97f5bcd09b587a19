//! The units of the evidence: sentences, items, rows, titles and listings, each with the company it is read in.

use std::borrow::Cow;

use amb_memory::text::{Span, Unit, UnitKind, sentences, visible};

use super::question::Told;
use super::salience::is_code;
use super::script::{is_cjk, one_line};
use crate::protocol::EvidencePassage;

/// The form of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// A sentence, an item or a row.
    Statement,
    /// A title.
    Title,
    /// A listing.
    Code,
}

/// A unit of a retrieved passage.
#[derive(Debug)]
pub(super) struct Candidate {
    /// Index of its passage in the evidence.
    pub(super) passage: usize,
    /// Its place among the passage's units.
    pub(super) place: usize,
    /// Its position in the passage.
    pub(super) span: Span,
    /// Its words, without markup.
    pub(super) words: String,
    /// The terms of its words.
    pub(super) told: Told,
    /// Its form.
    pub(super) form: Form,
    /// True if it begins with a pronoun: it needs the unit before it.
    pub(super) leans: bool,
    /// The place in its passage of the sentence before its table, if it is a row.
    pub(super) introduced_at: Option<usize>,
}

/// Returns the units of all passages, in their order.
pub(super) fn candidates(evidence: &[EvidencePassage]) -> Vec<Candidate> {
    let passages = evidence.iter().enumerate();
    passages
        .flat_map(|(passage, retrieved)| units(passage, retrieved))
        .collect()
}

fn units(passage: usize, retrieved: &EvidencePassage) -> Vec<Candidate> {
    let units = if retrieved.units.is_empty() {
        Cow::Owned(sentences_of(&retrieved.text))
    } else {
        Cow::Borrowed(&retrieved.units)
    };
    let mut introduction = None;
    let candidate = |(place, unit): (usize, &Unit)| {
        let words = one_line(&visible(&unit.words));
        match unit.kind {
            UnitKind::Row | UnitKind::TableHead => {}
            UnitKind::Sentence => introduction = Some(place),
            _ => introduction = None,
        }
        Candidate {
            passage,
            place,
            span: unit.span,
            told: Told::read(&words),
            form: form(unit),
            leans: leans_back(&words),
            introduced_at: introduction.filter(|_| unit.kind == UnitKind::Row),
            words,
        }
    };
    units.iter().enumerate().map(candidate).collect()
}

/// The units of a passage of an earlier version, which has none.
fn sentences_of(text: &str) -> Vec<Unit> {
    let unit = |span: Span| Unit {
        span,
        kind: UnitKind::Sentence,
        words: span.of(text).to_owned(),
    };
    sentences(text).into_iter().map(unit).collect()
}

fn form(unit: &Unit) -> Form {
    match unit.kind {
        UnitKind::Heading | UnitKind::TableHead => Form::Title,
        UnitKind::Code => Form::Code,
        UnitKind::Sentence if is_code(&unit.words) => Form::Code,
        _ => Form::Statement,
    }
}

/// Returns true if a text begins with a pronoun, which stands for something in the text before it.
pub(super) fn leans_back(words: &str) -> bool {
    const ENGLISH: [&str; 15] = [
        "it", "its", "this", "that", "these", "those", "they", "them", "their", "he", "his", "him",
        "she", "her", "such",
    ];
    const CHINESE: &str = "它他她这那该此其";
    let bare = words.trim_start_matches(|c: char| !c.is_alphanumeric());
    if bare.starts_with(is_cjk) {
        return bare.starts_with(|c| CHINESE.contains(c));
    }
    let end = bare.find(|c: char| !c.is_alphanumeric());
    let first = bare.get(..end.unwrap_or(bare.len())).unwrap_or_default();
    ENGLISH.contains(&first.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pronoun_leans_on_the_sentence_before() {
        for words in ["It is tall.", "This holds.", "It’s old.", "它很高。"] {
            assert!(leans_back(words), "{words}");
        }
        for words in ["Itself a relic.", "The tower.", "塔很高。", "", "42"] {
            assert!(!leans_back(words), "{words}");
        }
    }
}
