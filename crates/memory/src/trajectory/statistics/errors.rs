use std::collections::BTreeMap;

use crate::trajectory::records::ErrorPattern;

/// The types of errors of each trajectory's fragments, in their order; fragments without an error are left out.
pub type ErrorSequences = Vec<Vec<String>>;

/// To each type of error, the types that followed it in the same trajectory, with their probability.
pub type TransitionTable = BTreeMap<String, BTreeMap<String, f32>>;

/// Returns the frequency of each type of error.
pub fn error_frequency<'p>(
    patterns: impl IntoIterator<Item = &'p ErrorPattern>,
) -> BTreeMap<String, u32> {
    let mut frequency = BTreeMap::new();
    for pattern in patterns {
        let count: &mut u32 = frequency.entry(pattern.error_type.clone()).or_default();
        *count = count.saturating_add(pattern.frequency);
    }
    frequency
}

/// Which error follows which. The probabilities of what follows an error sum up to 1; an error that nothing followed
/// is left out.
#[must_use]
pub fn error_transitions(sequences: &ErrorSequences) -> TransitionTable {
    let mut counts: BTreeMap<&String, BTreeMap<&String, u32>> = BTreeMap::new();
    for sequence in sequences {
        for (from, to) in sequence.iter().zip(sequence.iter().skip(1)) {
            *counts.entry(from).or_default().entry(to).or_default() += 1;
        }
    }
    let shares = |followers: BTreeMap<&String, u32>| {
        let total: u32 = followers.values().sum();
        let share = |(to, count): (&String, u32)| (to.clone(), count as f32 / total as f32);
        followers.into_iter().map(share).collect()
    };
    counts
        .into_iter()
        .map(|(from, followers)| (from.clone(), shares(followers)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cg_07_transitions_are_shares_of_what_followed() {
        let sequences = [vec!["A", "B", "A"], vec!["A", "C"], vec!["C"], vec![]];
        let sequences: ErrorSequences = sequences
            .map(|types| types.into_iter().map(str::to_owned).collect())
            .to_vec();
        let table = error_transitions(&sequences);
        assert_eq!(table.keys().collect::<Vec<_>>(), ["A", "B"]);
        assert!((table["A"]["B"] - 0.5).abs() < f32::EPSILON);
        assert!((table["B"]["A"] - 1.0).abs() < f32::EPSILON);
    }
}
