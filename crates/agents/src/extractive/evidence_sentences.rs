//! Sentences of the evidence, weighed against a question.

use amb_memory::text::{Span, folded, sentences};

use super::expectation::Fit;
use super::question::{Question, Told};
use super::refuted::Refuted;
use super::salience::is_code;
use super::script::{one_line, weight};
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
    /// What it tells.
    told: Told,
    /// Whether it is for a machine.
    pub(super) code: bool,
    /// Whether it is of the kind that the question asks for.
    pub(super) fit: Fit,
    /// The share of the question's rarity that it tells of, company counted in part.
    pub(super) coverage: f32,
    /// The share that it tells of by itself.
    pub(super) own: f32,
    /// The share that it tells of with the sentence it leans on and its titles.
    pub(super) near: f32,
    /// Its likeness in meaning to the question.
    pub(super) meaning: f32,
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
                told: Told::read(&one_line(text)),
                code: is_code(text),
                fit: Fit::Unsure,
                coverage: 0.0,
                own: 0.0,
                near: 0.0,
                meaning: 0.0,
                score: 0.0,
            });
        }
    }
    found
}

/// What counts of what the sentence before tells, where a sentence leans on that.
const BEFORE: f32 = 0.8;

/// What counts of what the titles above a sentence tell.
const TITLES: f32 = 0.4;

/// What counts of what the rest of the passage tells.
const PASSAGE: f32 = 0.3;

/// Weighs the candidates: the question's rarity that they cover (titles and neighbours count in
/// part), their meaning where it is known, their passage's rank, and the kind of sentence asked for.
pub(super) fn weigh(
    candidates: &mut [Candidate<'_>],
    evidence: &[EvidencePassage],
    question: &Question,
    refuted: &Refuted,
    meaning: &[f32],
) {
    let told = |text: String| Told::read(&text);
    let titles: Vec<Told> = evidence
        .iter()
        .map(|passage| told(passage.headings.join(" ")))
        .collect();
    let wholes: Vec<Told> = evidence
        .iter()
        .map(|passage| told(one_line(&passage.text)))
        .collect();
    let best = evidence
        .iter()
        .map(|passage| passage.score)
        .fold(f32::EPSILON, f32::max);
    let mut before: Option<&Candidate<'_>> = None;
    for (at, candidate) in candidates.iter_mut().enumerate() {
        let leans_on = before
            .filter(|before| before.passage == candidate.passage && leans_back(candidate.text));
        let near = |subject: &_| {
            let company = |told: Option<&Told>, counts: f32| {
                told.map_or(0.0, |told| counts * told.tells(subject))
            };
            candidate
                .told
                .tells(subject)
                .max(company(leans_on.map(|before| &before.told), BEFORE))
                .max(company(titles.get(candidate.passage), TITLES))
        };
        let whole = wholes.get(candidate.passage);
        let coverage = question.covered(|subject| {
            let told = whole.map_or(0.0, |whole| PASSAGE * whole.tells(subject));
            near(subject).max(told)
        });
        let near = question.covered(near);
        let passage = evidence.get(candidate.passage);
        let rank = passage.map_or(0.0, |passage| passage.score / best);
        candidate.coverage = coverage;
        candidate.near = near;
        candidate.own = question.covered(|subject| candidate.told.tells(subject));
        candidate.meaning = meaning.get(at).copied().unwrap_or_default();
        candidate.fit = question.fit(&folded(candidate.text));
        candidate.score = 0.5 * coverage + 0.4 * candidate.meaning + 0.25 * rank + form(candidate);
        if is_title(
            candidate.text,
            passage.map_or(&[], |passage| &passage.headings),
        ) {
            candidate.score -= 0.3;
        }
        if refuted.holds(candidate.text) {
            candidate.score -= 0.3;
        }
        before = Some(candidate);
    }
}

/// Whether a sentence is one of the titles above its passage.
fn is_title(words: &str, headings: &[String]) -> bool {
    let bare = one_line(words.trim_start_matches(['#', ' ']));
    headings.iter().any(|title| one_line(title) == bare)
}

/// What the form of a sentence says for or against it.
fn form(candidate: &Candidate<'_>) -> f32 {
    let words = candidate.text;
    let mut form = match candidate.fit {
        Fit::Yes => 0.12,
        Fit::Unsure => 0.0,
        Fit::No => -0.12,
    };
    if candidate.code {
        form -= 0.15;
    }
    let short = weight(words) < 20 && candidate.fit != Fit::Yes && candidate.own < 0.9;
    if words.starts_with('#') || short {
        form -= 0.3;
    }
    if words.ends_with(['?', '？']) {
        form -= 0.1;
    }
    form
}

/// Whether a sentence speaks of something that the one before it names.
pub(super) fn leans_back(words: &str) -> bool {
    const ENGLISH: [&str; 18] = [
        "it ",
        "this ",
        "that ",
        "these ",
        "those ",
        "they ",
        "its ",
        "he ",
        "she ",
        "his ",
        "her ",
        "such ",
        "however",
        "therefore",
        "instead",
        "otherwise",
        "also ",
        "then ",
    ];
    const CHINESE: [&str; 11] = [
        "它", "他", "她", "这", "那", "该", "此", "其", "因此", "但", "所以",
    ];
    let lower = words.trim_start().to_lowercase();
    ENGLISH
        .iter()
        .chain(&CHINESE)
        .any(|mark| lower.starts_with(mark))
}
