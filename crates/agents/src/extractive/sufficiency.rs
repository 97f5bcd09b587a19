//! Whether the evidence holds an answer at all.

use super::evidence_sentences::Candidate;
use super::expectation::Fit;
use super::question::{Question, Told};
use super::quotations::NEARLY_AS_GOOD;
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
    /// Share of it that the best sentence tells of, company counted in part.
    pub(super) sentence_coverage: f32,
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
    /// Whether no sentence that may be quoted and speaks of the same can be of the kind asked for.
    pub(super) lacking: bool,
    /// How far the rarest thing that the question speaks of is told of in any passage.
    pub(super) rarest: f32,
    /// The share of the question that the best sentence tells of by itself.
    pub(super) own: f32,
    /// The share that it tells of with the sentence it leans on and its titles.
    pub(super) near: f32,
    /// How many words as rare as the rarest the question amounts to.
    pub(super) size: f32,
    /// Whether a value or a name was asked for.
    pub(super) value: bool,
}

impl Signals {
    /// Reads the signals off the evidence.
    pub(super) fn of(
        question: &Question,
        input: &AnswerInput,
        candidates: &[Candidate<'_>],
    ) -> Self {
        let best = candidates
            .iter()
            .max_by(|left, right| left.score.total_cmp(&right.score));
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
            sentence_coverage: best.map_or(0.0, |best| best.coverage),
            meaning: candidates
                .iter()
                .map(|candidate| candidate.meaning)
                .fold(0.0, f32::max),
            names_missing: ratio(missing, question.named.len()),
            known: input.question_coverage,
            chinese: question.chinese,
            fit: best.map_or(Fit::Unsure, |best| best.fit),
            lacking: candidates
                .iter()
                .filter(|one| best.is_some_and(|best| one.score >= NEARLY_AS_GOOD * best.score))
                .all(|one| one.fit == Fit::No || speaks_of_something_else(one)),
            rarest: question.rarest_told(|subject| {
                let tells = passages.iter().map(|passage| passage.tells(subject));
                tells.fold(0.0, f32::max)
            }),
            own: best.map_or(0.0, |best| best.own),
            near: best.map_or(0.0, |best| best.near),
            size: question.size(),
            value: question.expectation.is_value(),
        }
    }
}

/// Whether a sentence shares next to nothing with the question; the items of a list speak of what it
/// is a list of.
fn speaks_of_something_else(candidate: &Candidate<'_>) -> bool {
    let is_item = candidate
        .text
        .trim_start()
        .starts_with(['-', '*', '•', '|']);
    candidate.own < OF_SOMETHING_ELSE && !is_item
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

/// What each signal weighs.
struct Weights {
    base: f32,
    passage: f32,
    total: f32,
    sentence: f32,
    telling: f32,
    meaning: f32,
    names_missing: f32,
    fits: f32,
    unfit: f32,
}

/// Where the model knows the question's words.
const BY_MEANING: Weights = Weights {
    base: -3.4,
    passage: 3.2,
    total: -1.6,
    sentence: 0.9,
    telling: 0.0,
    meaning: 5.4,
    names_missing: -4.0,
    fits: -1.0,
    unfit: -4.0,
};

/// Without a model, or where it does not know the language.
const BY_WORDS: Weights = Weights {
    base: -1.0,
    passage: 3.3,
    total: -1.7,
    sentence: 1.6,
    telling: 0.4,
    meaning: 0.0,
    names_missing: -4.5,
    fits: -1.0,
    unfit: -4.4,
};

/// The same in Chinese, where a word has fewer neighbours that share its characters by chance.
const BY_CHARACTERS: Weights = Weights {
    base: -2.1,
    passage: 0.8,
    total: -0.1,
    sentence: 1.1,
    telling: 3.6,
    meaning: 0.0,
    names_missing: -1.9,
    fits: -0.7,
    unfit: -1.3,
};

impl Weights {
    fn support(&self, signals: &Signals) -> f32 {
        let form = match signals.fit {
            Fit::Yes => self.fits,
            Fit::Unsure => 0.0,
            Fit::No => self.unfit,
        };
        self.base
            + self.passage * signals.passage_coverage
            + self.total * signals.total_coverage
            + self.sentence * signals.sentence_coverage
            + self.telling * signals.telling
            + self.meaning * signals.meaning
            + self.names_missing * signals.names_missing
            + form
    }
}

/// Below this likeness in meaning, a value of something that no passage names is not told.
const NAMES_IT_OTHERWISE: f32 = 0.6;

/// A sentence that tells less than this of a question speaks of something else.
const OF_SOMETHING_ELSE: f32 = 0.08;

/// A question of fewer words than this says hardly anything where one of them is not told of.
const FEW_WORDS: f32 = 1.7;

/// What weighs beside the sum of the signals.
fn exceptions(signals: &Signals, known: f32) -> f32 {
    let stated = signals.fit == Fit::Yes && signals.own > 0.99 && signals.size >= 1.5;
    let unnamed = signals.value && signals.rarest < 0.2 && signals.meaning < NAMES_IT_OTHERWISE;
    let hardly = signals.size < FEW_WORDS && signals.passage_coverage < 0.9;
    let elsewhere = signals.value && signals.fit == Fit::Yes && signals.near < 0.15;
    let led = signals.value && signals.fit == Fit::Yes && signals.near > 0.75 && !stated;
    let lacking = signals.chinese && signals.lacking;
    let weighs = |holds: bool, weight: f32| if holds { weight } else { 0.0 };
    let by_meaning = weighs(unnamed, -4.0) + weighs(hardly, -2.5);
    let doubts = if signals.chinese {
        0.0
    } else {
        known * by_meaning
    };
    weighs(lacking, -2.5)
        + weighs(stated, 1.5)
        + weighs(led, 1.0)
        + weighs(elsewhere, -2.0)
        + doubts
}

/// How sure it is that the evidence holds the answer, 0 to 1: logistic functions of the signals,
/// with and without meaning, fitted on the development questions of `benches/recall`.
pub(super) fn confidence(signals: &Signals) -> f32 {
    let by_words = if signals.chinese {
        BY_CHARACTERS
    } else {
        BY_WORDS
    };
    let known = ((signals.known - 0.7) / 0.2).clamp(0.0, 1.0);
    let support = known * BY_MEANING.support(signals)
        + (1.0 - known) * by_words.support(signals)
        + exceptions(signals, known);
    1.0 / (1.0 + (-support).exp())
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
            size: 3.0,
            rarest: 1.0,
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
    fn bx_01_a_value_of_something_that_is_never_named_is_refused() {
        let named = Signals {
            passage_coverage: 0.8,
            total_coverage: 0.8,
            sentence_coverage: 0.8,
            near: 0.8,
            meaning: 0.58,
            known: 1.0,
            size: 3.0,
            rarest: 1.0,
            value: true,
            fit: Fit::Yes,
            ..Signals::default()
        };
        assert!(suffices(confidence(&named)));
        assert!(!suffices(confidence(&Signals {
            rarest: 0.0,
            ..named
        })));
    }

    #[test]
    fn bx_01_half_of_a_question_of_two_words_does_not_suffice() {
        let pancakes = Signals {
            passage_coverage: 0.73,
            total_coverage: 0.73,
            sentence_coverage: 0.73,
            meaning: 0.63,
            known: 1.0,
            size: 1.4,
            rarest: 1.0,
            ..Signals::default()
        };
        assert!(!suffices(confidence(&pancakes)));
        assert!(suffices(confidence(&Signals {
            size: 3.0,
            ..pancakes
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
