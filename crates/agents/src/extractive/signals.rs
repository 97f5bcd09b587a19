//! The signals by which a unit of the evidence is ranked, and by which it is told whether the best one answers.

use amb_memory::text::{folded, simplified};

use super::candidates::Candidate;
use super::question::{Question, Subject, Told};
use super::question_words::Asked;
use super::script::{one_line, weight};
use super::shapes::{agreement, missing};
use super::terms::dense_cosine;
use crate::engine::{EngineError, RunContext};
use crate::host::Embedding;
use crate::protocol::{AnswerInput, EvidencePassage};

/// Weight of the unit before one that begins with a pronoun, and before any other.
const BEFORE: [f32; 2] = [1.0, 0.5];

/// Weight of the second unit before one that begins with a pronoun.
const SECOND_BEFORE: f32 = 0.7;

/// Names of [`Signals::unit`].
pub(super) const UNIT: [&str; 7] = ["led", "titled", "kind", "rank", "length", "names", "cosine"];

/// Names of [`Signals::evidence`].
pub(super) const EVIDENCE: [&str; 6] = [
    "led",
    "amount",
    "missing",
    "passage_names",
    "semantic",
    "cosine",
];

/// The signals of a unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Signals {
    /// Signals of the rank: the share of the question's rarity in the unit, its titles and the unit it leans on; the
    /// same without that unit; the agreement of the asked kind; the rank of its passage; the logarithm of its length;
    /// the share of the question's names that are missing; the cosine with the question.
    pub(super) unit: [f32; UNIT.len()],
    /// Signals of sufficiency: the first of these; 1 if a number or a time is asked for; the degree to which the asked
    /// number, time or person is missing; the share of the question's names that the unit's passage lacks; the cosine
    /// of that passage with the question; the unit's cosine.
    pub(super) evidence: [f32; EVIDENCE.len()],
}

/// Returns the signals of every candidate.
///
/// # Errors
/// The embedder failed.
pub(super) async fn signals(
    context: &RunContext<'_>,
    question: &Question,
    input: &AnswerInput,
    candidates: &[Candidate],
) -> Result<Vec<Signals>, EngineError> {
    let cosines = cosines(context, input, candidates).await?;
    let evidence = &input.evidence;
    let best = evidence.iter().map(|passage| passage.score);
    let best = best.fold(f32::EPSILON, f32::max);
    let read = |passage: &EvidencePassage| (titles(passage), Told::read(&one_line(&passage.text)));
    let passages: Vec<(Told, Told)> = evidence.iter().map(read).collect();
    let nothing = Told::default();
    let of = |(at, one): (usize, &Candidate)| {
        let (above, whole) = passages
            .get(one.passage)
            .map_or((&nothing, &nothing), |(above, whole)| (above, whole));
        let before = |places: usize| {
            let other = at.checked_sub(places).and_then(|at| candidates.get(at));
            other
                .filter(|other| other.passage == one.passage)
                .map_or(&nothing, |other| &other.told)
        };
        let introduction = one
            .introduced_at
            .and_then(|place| one.place.checked_sub(place));
        let introduction = introduction.map(before);
        let (before, second) = (before(1), before(2));
        let titled = |s: &Subject| one.told.tells(s).max(above.tells(s));
        let [leant, beside] = BEFORE;
        let led = |s: &Subject| {
            let company = if let Some(introduction) = introduction {
                introduction.tells(s)
            } else if one.leans {
                (leant * before.tells(s)).max(SECOND_BEFORE * second.tells(s))
            } else {
                beside * before.tells(s)
            };
            titled(s).max(company)
        };
        let told: &[&Told] = if one.leans {
            &[&one.told, above, before, second]
        } else {
            &[&one.told, above]
        };
        let passage = evidence.get(one.passage);
        let led = question.covered(led);
        let kind = agreement(question, &simplified(&folded(&one.words)), told);
        let semantic = passage.map_or(0.0, |passage| passage.semantic.max(0.0));
        let cosine = cosines.get(at).copied().unwrap_or_default();
        Signals {
            unit: [
                led,
                question.covered(titled),
                kind,
                passage.map_or(0.0, |passage| passage.score / best),
                length(&one.words),
                question.names_missing(told),
                cosine,
            ],
            evidence: [
                led,
                flag(matches!(question.asked, Asked::Number(_) | Asked::Time)),
                missing(question, kind),
                question.names_missing(&[above, whole]),
                semantic * input.question_coverage,
                cosine,
            ],
        }
    };
    Ok(candidates.iter().enumerate().map(of).collect())
}

fn flag(holds: bool) -> f32 {
    if holds { 1.0 } else { 0.0 }
}

#[expect(clippy::cast_precision_loss, reason = "letters of a sentence")]
fn length(words: &str) -> f32 {
    (weight(words).max(1) as f32).ln()
}

/// Returns the terms of the titles above a passage.
fn titles(passage: &EvidencePassage) -> Told {
    let page = passage.title.as_deref().into_iter();
    let above = passage.headings.iter().map(String::as_str);
    let titles: Vec<&str> = page.chain(above).collect();
    Told::read(&titles.join(" / "))
}

/// Cosine of the question and each unit, with the one that it leans on, scaled by the share of both that the model
/// knows; none without a model.
async fn cosines(
    context: &RunContext<'_>,
    input: &AnswerInput,
    candidates: &[Candidate],
) -> Result<Vec<f32>, EngineError> {
    let told = candidates.iter().enumerate().map(|(at, one)| {
        let before = at.checked_sub(1).filter(|_| one.leans);
        let before = before.and_then(|at| candidates.get(at));
        match before.filter(|before| before.passage == one.passage) {
            Some(before) => folded(&format!("{} {}", before.words, one.words)).into_owned(),
            None => folded(&one.words).into_owned(),
        }
    });
    let asked = std::iter::once(folded(&input.question).into_owned());
    let texts: Vec<String> = asked.chain(told).collect();
    let Some(vectors) = context.embeddings.embed(&texts).await? else {
        return Ok(Vec::new());
    };
    let Some((asked, told)) = vectors.split_first() else {
        return Ok(Vec::new());
    };
    let cosine = |told: &Embedding| {
        let known = input.question_coverage * told.coverage;
        known * dense_cosine(&asked.vector, &told.vector).max(0.0)
    };
    Ok(told.iter().map(cosine).collect())
}
