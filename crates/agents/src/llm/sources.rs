//! The sources of an answer: for each claim the units of the evidence that it rests on, numbered in the order of their
//! first mention.

use std::collections::{BTreeMap, BTreeSet};

use amb_memory::retrieval::analyze;
use amb_memory::text::Span;

use crate::protocol::{Citation, EvidencePassage};

/// The citations of an answer, as they come.
pub(super) struct Sources<'i> {
    evidence: &'i [EvidencePassage],
    /// Numbers by the piece of evidence, from 1, and the unit in it.
    numbers: BTreeMap<(usize, Span), usize>,
    citations: Vec<Citation>,
}

impl<'i> Sources<'i> {
    /// Returns those of an answer from this evidence: none yet.
    pub(super) fn of(evidence: &'i [EvidencePassage]) -> Self {
        Self {
            evidence,
            numbers: BTreeMap::new(),
            citations: Vec::new(),
        }
    }

    /// Returns the numbers of the units that these words rest on, one in each piece of evidence.
    pub(super) fn cite(&mut self, evidence: &[usize], words: &str) -> Vec<usize> {
        let mut cited = Vec::new();
        for number in evidence {
            let passage = number.checked_sub(1).and_then(|at| self.evidence.get(at));
            let Some(passage) = passage else {
                continue;
            };
            let span = unit_of(passage, words);
            let next = self.numbers.len() + 1;
            let shown = *self.numbers.entry((*number, span)).or_insert(next);
            cited.push(shown);
            if shown == next {
                self.citations.push(Citation::of(shown, passage, span));
            }
        }
        cited
    }

    /// Returns the citations, by their numbers.
    pub(super) fn into_citations(self) -> Vec<Citation> {
        self.citations
    }
}

/// The unit of a passage that a claim rests on: the first that shares most of its words; the whole passage if none does.
fn unit_of(passage: &EvidencePassage, claim: &str) -> Span {
    let asked: BTreeSet<String> = analyze(claim).into_iter().collect();
    let shared = |words: &str| {
        let told: BTreeSet<String> = analyze(words).into_iter().collect();
        told.intersection(&asked).count()
    };
    let units = passage.units.iter().rev();
    let ranked = units.map(|unit| (shared(&unit.words), unit.span));
    let best = ranked.max_by_key(|(shared, _)| *shared);
    let span = best.filter(|(shared, _)| *shared > 0).map(|(_, span)| span);
    span.unwrap_or(Span::new(0, passage.text.len()))
}
