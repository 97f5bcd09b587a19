//! Terms of texts, how rare they are, and how alike two texts are by them.

use std::collections::{BTreeMap, BTreeSet};

use amb_memory::retrieval::analyze;

/// Occurrences of each analysed term in a text.
pub(super) type TermCounts = BTreeMap<String, f32>;

/// The terms of `text` with their counts.
pub(super) fn term_counts(text: &str) -> TermCounts {
    let mut counts = TermCounts::new();
    for term in analyze(text) {
        *counts.entry(term).or_default() += 1.0;
    }
    counts
}

/// The distinct terms of `text`.
pub(crate) fn term_set(text: &str) -> BTreeSet<String> {
    analyze(text).into_iter().collect()
}

/// In how many of a text's units each term occurs.
#[derive(Debug, Default)]
pub(super) struct Rarity {
    units: usize,
    containing: BTreeMap<String, usize>,
}

impl Rarity {
    /// Counts over the units' terms.
    pub(super) fn over<'u>(units: impl IntoIterator<Item = &'u TermCounts>) -> Self {
        let mut rarity = Self::default();
        for unit in units {
            rarity.units += 1;
            for term in unit.keys() {
                *rarity.containing.entry(term.clone()).or_default() += 1;
            }
        }
        rarity
    }

    /// Inverse document frequency, above 0 even for a term of every unit.
    pub(super) fn of(&self, term: &str) -> f32 {
        let containing = self.containing.get(term).copied().unwrap_or_default();
        inverse_frequency(self.units, containing)
    }

    /// The counts weighed by rarity.
    pub(super) fn weigh(&self, counts: &TermCounts) -> TermCounts {
        counts
            .iter()
            .map(|(term, count)| (term.clone(), count.sqrt() * self.of(term)))
            .collect()
    }
}

/// `ln(1 + units / (1 + containing))`.
#[expect(
    clippy::cast_precision_loss,
    reason = "counts of units are far below 2^24"
)]
pub(super) fn inverse_frequency(units: usize, containing: usize) -> f32 {
    (1.0 + units as f32 / (1.0 + containing as f32)).ln()
}

/// Cosine of two sparse vectors with non-negative numbers; 0 if either is empty.
pub(super) fn cosine(left: &TermCounts, right: &TermCounts) -> f32 {
    let (small, large) = if left.len() <= right.len() {
        (left, right)
    } else {
        (right, left)
    };
    let dot: f32 = small
        .iter()
        .filter_map(|(term, value)| large.get(term).map(|other| value * other))
        .sum();
    let norms = norm(left) * norm(right);
    if norms > 0.0 { dot / norms } else { 0.0 }
}

fn norm(vector: &TermCounts) -> f32 {
    vector
        .values()
        .map(|value| value * value)
        .sum::<f32>()
        .sqrt()
}

/// Sum of sparse vectors.
pub(super) fn sum<'v>(vectors: impl IntoIterator<Item = &'v TermCounts>) -> TermCounts {
    let mut total = TermCounts::new();
    for vector in vectors {
        for (term, value) in vector {
            *total.entry(term.clone()).or_default() += value;
        }
    }
    total
}

/// Cosine of two dense vectors of unit length.
pub(super) fn dense_cosine(left: &[f32], right: &[f32]) -> f32 {
    left.iter().zip(right).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rare_term_weighs_more_than_a_common_one() {
        let units = ["bridge river", "bridge tower", "bridge road"].map(term_counts);
        let rarity = Rarity::over(&units);
        assert!(rarity.of("river") > rarity.of("bridg"));
        assert!(rarity.of("bridg") > 0.0);
    }

    #[test]
    fn cosine_is_one_for_the_same_and_zero_for_nothing_in_common() {
        let text = term_counts("steel bridge over a river");
        assert!((cosine(&text, &text) - 1.0).abs() < 1e-5);
        assert!(cosine(&text, &term_counts("borrow checker")) < 1e-6);
        assert!(cosine(&text, &TermCounts::new()) < 1e-6);
    }
}
