//! Whether the evidence holds an answer at all.

use super::evidence_sentences::Candidate;
use super::question::Question;
use super::script::one_line;
use super::terms::term_set;
use crate::engine::AnswerInput;

/// What speaks for and against the evidence; each from 0 to 1.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Signals {
    /// Share of the question's rarity in the best single passage, its titles included.
    pub(super) passage_coverage: f32,
    /// Share of it in the best single sentence.
    pub(super) sentence_coverage: f32,
    /// Share of it in all passages together.
    pub(super) total_coverage: f32,
    /// Likeness in meaning of the best sentence.
    pub(super) sentence_meaning: f32,
    /// Likeness in meaning of the best passage.
    pub(super) passage_meaning: f32,
    /// Share of the question's names that the evidence does not hold.
    pub(super) names_missing: f32,
    /// How much of the question the embedding model knows.
    pub(super) known: f32,
}

impl Signals {
    /// Reads the signals off the evidence.
    pub(super) fn of(
        question: &Question,
        input: &AnswerInput,
        candidates: &[Candidate<'_>],
        meaning: &[f32],
    ) -> Self {
        let passages: Vec<_> = input
            .evidence
            .iter()
            .map(|passage| {
                {
                let titles = passage.headings.join(" / ");
                term_set(&format!("{titles} / {}", one_line(&passage.text)))
            }
            })
            .collect();
        let share = |held: bool| if held { 1.0 } else { 0.0 };
        let greatest = |values: &mut dyn Iterator<Item = f32>| values.fold(0.0, f32::max);
        let holds = |term: &str| passages.iter().any(|passage| passage.contains(term));
        let missing = question.named.iter().filter(|term| !holds(term)).count();
        Self {
            passage_coverage: greatest(
                &mut passages
                    .iter()
                    .map(|p| question.covered(|term| share(p.contains(term)))),
            ),
            sentence_coverage: greatest(
                &mut candidates
                    .iter()
                    .map(|c| question.covered(|term| share(c.terms.contains(term)))),
            ),
            total_coverage: question.covered(|term| share(holds(term))),
            sentence_meaning: greatest(&mut meaning.iter().copied()),
            passage_meaning: greatest(
                &mut input
                    .evidence
                    .iter()
                    .map(|p| p.semantic * input.question_coverage),
            ),
            names_missing: ratio(missing, question.named.len()),
            known: input.question_coverage,
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a handful of names")]
fn ratio(part: usize, whole: usize) -> f32 {
    if whole == 0 {
        0.0
    } else {
        part as f32 / whole as f32
    }
}

/// How sure it is that the evidence holds the answer, 0 to 1: a logistic function fitted on the
/// development questions of `benches/recall`, English and Chinese.
pub(super) fn confidence(signals: &Signals) -> f32 {
    let meaning = signals.sentence_meaning.max(signals.passage_meaning);
    let words = 0.5 * signals.passage_coverage
        + 0.3 * signals.sentence_coverage
        + 0.2 * signals.total_coverage;
    let weight = 0.6 * signals.known.clamp(0.0, 1.0).powi(2);
    let support = weight * meaning + (1.0 - weight) * words - 0.35 * signals.names_missing;
    1.0 / (1.0 + (-12.0 * (support - 0.5)).exp())
}

/// Whether a confidence is enough to answer.
pub(super) fn suffices(confidence: f32) -> bool {
    confidence >= 0.5
}
