//! Whether the evidence holds an answer at all.

use super::expectation::Fit;
use super::question::{Question, Told};
use super::script::one_line;
use crate::engine::{AnswerInput, EvidencePassage};

/// Terms of the question's rarest kind that, found together in one passage, leave no doubt by their
/// number.
const TELLING_TERMS: f32 = 3.0;

/// What speaks for and against the evidence; each from 0 to 1.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Signals {
    /// Share of the question's rarity in the best single passage, its titles included.
    pub(super) passage_coverage: f32,
    /// Share of it in all passages together.
    pub(super) total_coverage: f32,
    /// How many terms as rare as the question's rarest that passage holds, as a share of three.
    pub(super) telling: f32,
    /// Likeness in meaning of the best sentence.
    pub(super) meaning: f32,
    /// Share of the question's names that the evidence does not hold.
    pub(super) names_missing: f32,
    /// How much of the question the embedding model knows.
    pub(super) known: f32,
    /// Whether the question is Chinese.
    pub(super) chinese: bool,
    /// Whether a sentence that may be quoted is of the kind asked for.
    pub(super) fit: Fit,
}

impl Signals {
    /// Reads the signals off the evidence.
    pub(super) fn of(question: &Question, input: &AnswerInput, meaning: &[f32]) -> Self {
        let passages: Vec<Told> = input.evidence.iter().map(told).collect();
        let holds = |term: &str| passages.iter().any(|passage| passage.has(term));
        let coverage = passages
            .iter()
            .map(|passage| question.covered(|subject| passage.tells(subject)))
            .fold(0.0, f32::max);
        let missing = question.named.iter().filter(|term| !holds(term)).count();
        Self {
            passage_coverage: coverage,
            total_coverage: question.covered(|subject| {
                let tells = passages.iter().map(|passage| passage.tells(subject));
                tells.fold(0.0, f32::max)
            }),
            telling: (coverage * question.size() / TELLING_TERMS).min(1.0),
            meaning: meaning.iter().copied().fold(0.0, f32::max),
            names_missing: ratio(missing, question.named.len()),
            known: input.question_coverage,
            chinese: question.chinese,
            fit: Fit::Unsure,
        }
    }
}

fn told(passage: &EvidencePassage) -> Told {
    let titles = passage.headings.join(" / ");
    Told::read(&format!("{titles} / {}", one_line(&passage.text)))
}

#[expect(clippy::cast_precision_loss, reason = "a handful of names")]
fn ratio(part: usize, whole: usize) -> f32 {
    if whole == 0 {
        0.0
    } else {
        part as f32 / whole as f32
    }
}

/// How sure it is that the evidence holds the answer, 0 to 1: logistic functions of the signals,
/// with and without meaning, fitted on the development questions of `benches/recall`.
pub(super) fn confidence(signals: &Signals) -> f32 {
    let meaning_share = ((signals.known - 0.7) / 0.2).clamp(0.0, 1.0);
    let support = meaning_share * by_meaning(signals)
        + (1.0 - meaning_share) * by_words(signals)
        + by_kind(signals.fit);
    1.0 / (1.0 + (-support).exp())
}

fn by_meaning(signals: &Signals) -> f32 {
    4.0 * signals.passage_coverage + 2.0 * signals.total_coverage + 11.0 * signals.meaning
        - 6.0 * signals.names_missing
        - 9.2
}

fn by_words(signals: &Signals) -> f32 {
    let base = if signals.chinese { -2.35 } else { -2.7 };
    base + 4.3 * signals.telling + 1.7 * signals.passage_coverage - 2.5 * signals.names_missing
}

fn by_kind(fit: Fit) -> f32 {
    match fit {
        Fit::Yes => 0.3,
        Fit::Unsure => 0.0,
        Fit::No => -3.0,
    }
}

/// Whether a confidence is enough to answer.
pub(super) fn suffices(confidence: f32) -> bool {
    confidence >= 0.5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bx_01_full_coverage_suffices_with_and_without_a_model() {
        let full = Signals {
            passage_coverage: 1.0,
            total_coverage: 1.0,
            telling: 1.0,
            ..Signals::default()
        };
        assert!(suffices(confidence(&full)));
        assert!(suffices(confidence(&Signals {
            known: 1.0,
            meaning: 0.6,
            ..full
        })));
    }

    #[test]
    fn bx_01_nothing_in_common_or_a_missing_name_does_not_suffice() {
        assert!(!suffices(confidence(&Signals::default())));
        assert!(!suffices(confidence(&Signals {
            known: 1.0,
            ..Signals::default()
        })));
        let nameless = Signals {
            passage_coverage: 0.5,
            total_coverage: 0.5,
            telling: 0.4,
            meaning: 0.5,
            names_missing: 1.0,
            ..Signals::default()
        };
        assert!(!suffices(confidence(&nameless)));
        assert!(!suffices(confidence(&Signals {
            known: 1.0,
            ..nameless
        })));
    }
}
