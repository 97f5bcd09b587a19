//! Sums of counts.

/// The sum of counts of occurrences. An import may name any number for each: the sum stops at the most.
pub(crate) fn sum_of(counts: impl IntoIterator<Item = u32>) -> u32 {
    counts.into_iter().fold(0, u32::saturating_add)
}
