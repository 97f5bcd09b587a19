use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The `k0` of Cormack, Clarke and Büttcher (SIGIR 2009), who introduced reciprocal rank fusion.
pub const RECIPROCAL_RANK_K0: f32 = 60.0;

/// Joins rankings into one by the sum of `1 / (k0 + rank)`, ranks counted from 1 (AF-10).
///
/// Needs no scores, so rankings of any origin can be joined. A key counts once per ranking, at its
/// best place. Best first; ties in key order.
#[must_use]
pub fn reciprocal_rank_fusion<K: Ord + Clone>(rankings: &[Vec<K>], k0: f32) -> Vec<(K, f32)> {
    let mut scores: BTreeMap<&K, f32> = BTreeMap::new();
    for ranking in rankings {
        let mut best_rank: BTreeMap<&K, f32> = BTreeMap::new();
        for (place, key) in ranking.iter().enumerate() {
            best_rank.entry(key).or_insert(place as f32 + 1.0);
        }
        for (key, rank) in best_rank {
            *scores.entry(key).or_default() += 1.0 / (k0 + rank);
        }
    }
    let mut fused: Vec<_> = scores
        .into_iter()
        .map(|(key, score)| (key.clone(), score))
        .collect();
    // The sort is stable and the map was in key order, which leaves ties in key order.
    fused.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    fused
}

/// Picks up to `k` of the candidates so that they are relevant and yet unlike each other: each pick
/// has the greatest `lambda · relevance − (1 − lambda) · (greatest similarity to a pick so far)`
/// (Carbonell and Goldstein, SIGIR 1998).
///
/// `lambda` 1 ranks by relevance alone. Relevance and similarity should share a scale, such as
/// cosine. Ties go to the earlier candidate. Calls `similarity` at most `k` times per candidate.
#[must_use]
pub fn maximal_marginal_relevance<K: Clone>(
    candidates: &[(K, f32)],
    similarity: impl Fn(&K, &K) -> f32,
    lambda: f32,
    k: usize,
) -> Vec<K> {
    let mut waiting: Vec<Waiting<'_, K>> = candidates
        .iter()
        .map(|(key, relevance)| Waiting {
            key,
            relevance: *relevance,
            nearest: None,
        })
        .collect();
    let mut picked = Vec::with_capacity(k.min(waiting.len()));
    while picked.len() < k {
        let Some(best) = position_of_best(&waiting, lambda) else {
            break;
        };
        let pick = waiting.remove(best).key;
        for other in &mut waiting {
            let likeness = similarity(pick, other.key);
            other.nearest = Some(
                other
                    .nearest
                    .map_or(likeness, |nearest| nearest.max(likeness)),
            );
        }
        picked.push(pick.clone());
    }
    picked
}

struct Waiting<'a, K> {
    key: &'a K,
    relevance: f32,
    /// Similarity to the most similar pick; none before the first pick.
    nearest: Option<f32>,
}

impl<K> Waiting<'_, K> {
    fn marginal_relevance(&self, lambda: f32) -> f32 {
        lambda * self.relevance - (1.0 - lambda) * self.nearest.unwrap_or(0.0)
    }
}

fn position_of_best<K>(waiting: &[Waiting<'_, K>], lambda: f32) -> Option<usize> {
    let mut best: Option<(usize, f32)> = None;
    for (position, candidate) in waiting.iter().enumerate() {
        let score = candidate.marginal_relevance(lambda);
        if best.is_none_or(|(_, leader)| score.total_cmp(&leader) == Ordering::Greater) {
            best = Some((position, score));
        }
    }
    best.map(|(position, _)| position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn af_10_rank_fusion_sums_reciprocal_ranks() {
        let fused = reciprocal_rank_fusion(&[vec!["a", "b"], vec!["b", "c"]], RECIPROCAL_RANK_K0);
        let expected = [
            ("b", 1.0 / 62.0 + 1.0 / 61.0),
            ("a", 1.0 / 61.0),
            ("c", 1.0 / 62.0),
        ];
        assert_eq!(fused, expected);
    }

    #[test]
    fn af_10_rank_fusion_counts_a_key_once_per_ranking_and_keeps_ties_in_key_order() {
        let fused = reciprocal_rank_fusion(&[vec!["b", "b"], vec!["a"]], 1.0);
        assert_eq!(fused, [("a", 0.5), ("b", 0.5)]);
        assert!(reciprocal_rank_fusion::<u8>(&[], 60.0).is_empty());
    }

    /// Two similar candidates, and a different one.
    const CANDIDATES: [(u8, f32); 3] = [(1, 0.9), (2, 0.8), (7, 0.5)];

    fn likeness(a: &u8, b: &u8) -> f32 {
        if a.abs_diff(*b) <= 1 { 1.0 } else { 0.0 }
    }

    #[test]
    fn marginal_relevance_prefers_what_is_new() {
        let picked = maximal_marginal_relevance(&CANDIDATES, likeness, 0.5, 2);
        assert_eq!(picked, [1, 7]);
    }

    #[test]
    fn marginal_relevance_of_lambda_one_is_relevance() {
        let picked = maximal_marginal_relevance(&CANDIDATES, likeness, 1.0, 9);
        assert_eq!(picked, [1, 2, 7]);
        assert!(maximal_marginal_relevance(&CANDIDATES, likeness, 1.0, 0).is_empty());
    }

    #[test]
    fn marginal_relevance_rewards_opposites_by_their_negative_similarity() {
        let candidates = [("start", 0.9), ("unlike", 0.5), ("opposite", 0.4)];
        let similarity = |_: &&str, other: &&str| if *other == "opposite" { -1.0 } else { 0.0 };
        let picked = maximal_marginal_relevance(&candidates, similarity, 0.5, 2);
        assert_eq!(picked, ["start", "opposite"]);
    }
}
