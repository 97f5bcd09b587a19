//! Sentences of the evidence, weighed against a question.

use std::collections::BTreeSet;

use amb_memory::text::{Span, sentences};

use super::question::{Expectation, Question};
use super::salience::{defines, is_code};
use super::script::{one_line, weight};
use super::terms::term_set;
use crate::engine::EvidencePassage;

/// A sentence of a retrieved passage.
#[derive(Debug)]
pub(super) struct Candidate<'e> {
    /// Index of its passage in the evidence.
    pub(super) passage: usize,
    /// Its place among the passage's sentences.
    pub(super) place: usize,
    /// Where it stands in the passage.
    pub(super) span: Span,
    /// Its words.
    pub(super) text: &'e str,
    /// Its terms.
    pub(super) terms: BTreeSet<String>,
    /// Whether it is for a machine.
    pub(super) code: bool,
    /// How well it fits the question.
    pub(super) score: f32,
}

/// The sentences of all passages, in their order, not weighed yet.
pub(super) fn candidates(evidence: &[EvidencePassage]) -> Vec<Candidate<'_>> {
    let mut found = Vec::new();
    for (passage, retrieved) in evidence.iter().enumerate() {
        for (place, span) in sentences(&retrieved.text).into_iter().enumerate() {
            let text = span.of(&retrieved.text);
            found.push(Candidate {
                passage,
                place,
                span,
                text,
                terms: term_set(&one_line(text)),
                code: is_code(text),
                score: 0.0,
            });
        }
    }
    found
}

/// Weighs the candidates: the question's rarity that they cover (titles and neighbours count in
/// part), their meaning where it is known, their passage's rank, and the kind of sentence asked for.
pub(super) fn weigh(
    candidates: &mut [Candidate<'_>],
    evidence: &[EvidencePassage],
    question: &Question,
    meaning: &[f32],
) {
    let titles: Vec<BTreeSet<String>> = evidence
        .iter()
        .map(|passage| term_set(&passage.headings.join(" ")))
        .collect();
    let wholes: Vec<BTreeSet<String>> = evidence
        .iter()
        .map(|passage| term_set(&one_line(&passage.text)))
        .collect();
    let nothing = BTreeSet::new();
    let best = evidence
        .iter()
        .map(|passage| passage.score)
        .fold(f32::EPSILON, f32::max);
    for (at, candidate) in candidates.iter_mut().enumerate() {
        let title = titles.get(candidate.passage).unwrap_or(&nothing);
        let whole = wholes.get(candidate.passage).unwrap_or(&nothing);
        let coverage = question.covered(|term| {
            if candidate.terms.contains(term) {
                1.0
            } else if title.contains(term) {
                0.4
            } else if whole.contains(term) {
                0.3
            } else {
                0.0
            }
        });
        let rank = evidence
            .get(candidate.passage)
            .map_or(0.0, |p| p.score / best);
        let near = meaning.get(at).copied().unwrap_or_default();
        candidate.score = 0.5 * coverage + 0.4 * near + 0.25 * rank + fitness(candidate, question);
        let headings = evidence
            .get(candidate.passage)
            .map_or(&[][..], |p| &p.headings);
        if is_title(candidate.text, headings) {
            candidate.score -= 0.3;
        }
    }
}

/// Whether a sentence is one of the titles above its passage.
fn is_title(words: &str, headings: &[String]) -> bool {
    let bare = one_line(words.trim_start_matches(['#', ' ']));
    headings.iter().any(|title| one_line(title) == bare)
}

/// What the form of a sentence says for or against it.
fn fitness(candidate: &Candidate<'_>, question: &Question) -> f32 {
    let words = candidate.text;
    let number = words
        .chars()
        .any(|c| c.is_ascii_digit() || "二三四五六七八九十两".contains(c));
    let fits = match question.expectation {
        Expectation::Number => number,
        Expectation::Definition => defines(words),
        Expectation::Procedure => {
            words.contains('`') || words.contains("命令") || words.contains(" use ")
        }
        Expectation::Reason => ["because", "so that", "因为", "由于", "reason", "因此"]
            .iter()
            .any(|mark| words.contains(mark)),
        Expectation::Statement => false,
    };
    let mut fitness = if fits { 0.08 } else { 0.0 };
    if candidate.code {
        fitness -= 0.15;
    }
    if words.starts_with('#') || weight(words) < 20 {
        fitness -= 0.3;
    }
    if words.ends_with(['?', '？']) {
        fitness -= 0.1;
    }
    fitness
}
