use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// A scored key. Greater is better: a higher score, or the smaller key at the same score.
struct Candidate<'a, K> {
    score: f32,
    key: &'a K,
    slot: usize,
}

impl<K: Ord> Ord for Candidate<'_, K> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.score
            .total_cmp(&other.score)
            .then_with(|| other.key.cmp(self.key))
    }
}

impl<K: Ord> PartialOrd for Candidate<'_, K> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<K: Ord> PartialEq for Candidate<'_, K> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<K: Ord> Eq for Candidate<'_, K> {}

/// The best `k` of a stream of scored keys, in a heap of `k` whose root is the worst kept.
pub(super) struct TopK<'a, K> {
    k: usize,
    kept: BinaryHeap<Reverse<Candidate<'a, K>>>,
}

impl<'a, K: Ord> TopK<'a, K> {
    /// Keeps the best `k` of at most `candidates`.
    pub(super) fn new(k: usize, candidates: usize) -> Self {
        let k = k.min(candidates);
        Self {
            k,
            kept: BinaryHeap::with_capacity(k),
        }
    }

    /// Offers a key. `admits` is called only if the score would be kept, which is rare.
    pub(super) fn offer(
        &mut self,
        score: f32,
        key: &'a K,
        slot: usize,
        admits: impl FnOnce(&K) -> bool,
    ) {
        // Adding zero turns −0 into 0, which must tie with it.
        let score = score + 0.0;
        let candidate = Candidate { score, key, slot };
        if self.kept.len() < self.k {
            if admits(key) {
                self.kept.push(Reverse(candidate));
            }
            return;
        }
        if let Some(mut worst) = self.kept.peek_mut()
            && candidate > worst.0
            && admits(key)
        {
            *worst = Reverse(candidate);
        }
    }

    /// Scores, keys and slots, best first.
    pub(super) fn into_ranking(self) -> impl Iterator<Item = (f32, &'a K, usize)> {
        self.kept
            .into_sorted_vec()
            .into_iter()
            .map(|Reverse(candidate)| (candidate.score, candidate.key, candidate.slot))
    }
}
