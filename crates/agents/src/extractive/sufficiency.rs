//! Scores of units, and the probability that the best of them answers: logistic functions with fitted weights.

use super::signals::{EVIDENCE, Signals, UNIT};
use super::weights::{BY_KEYWORDS, BY_MEANING};

/// The weights of one way to retrieve.
#[derive(Debug)]
pub(super) struct Weights {
    /// Weights of the signals of a unit, in the order of [`UNIT`].
    pub(super) unit: [f32; UNIT.len()],
    /// Weights of the signals by which the best unit is judged to answer, in the order of [`EVIDENCE`].
    pub(super) evidence: [f32; EVIDENCE.len()],
    /// Constant term.
    pub(super) bias: f32,
}

/// From this share of the question's tokens on that the embedding model knows, its cosines count.
const KNOWN: f32 = 0.8;

impl Weights {
    /// Returns the weights for a question of which the embedding model knows this share.
    pub(super) fn of(coverage: f32) -> &'static Self {
        if coverage >= KNOWN {
            &BY_MEANING
        } else {
            &BY_KEYWORDS
        }
    }

    /// Returns the score by which a unit is ranked.
    pub(super) fn score(&self, signals: &Signals) -> f32 {
        weighed(&self.unit, &signals.unit)
    }

    /// Returns the probability that the unit with these signals, the best of all, answers.
    pub(super) fn confidence(&self, signals: &Signals) -> f32 {
        let support = self.bias + weighed(&self.evidence, &signals.evidence);
        1.0 / (1.0 + (-support).exp())
    }
}

fn weighed(weights: &[f32], signals: &[f32]) -> f32 {
    let products = weights.iter().zip(signals);
    products.map(|(weight, signal)| weight * signal).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bx_01_what_is_all_there_suffices_and_what_has_nothing_in_common_does_not() {
        let all = Signals {
            unit: [1.0, 1.0, 1.0, 1.0, 4.5, 0.0, 0.7],
            evidence: [1.0, 1.0, 0.0, 0.0, 0.7, 0.7],
        };
        let nothing = Signals {
            unit: [0.0, 0.0, -1.0, 1.0, 4.5, 1.0, 0.0],
            evidence: [0.0, 1.0, 1.0, 1.0, 0.0, 0.0],
        };
        for coverage in [0.0, 1.0] {
            let weights = Weights::of(coverage);
            assert!(weights.confidence(&all) >= 0.5, "{coverage}");
            assert!(weights.confidence(&nothing) < 0.5, "{coverage}");
        }
    }
}
