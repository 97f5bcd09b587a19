//! Which passages fit a question best: two channels on one scale, and the company a passage keeps.
//!
//! BM25 falls off steeply from the best passage and cosine hardly at all, so each channel is spread
//! over 0 to 1 between its best and its hundredth passage before the two are weighed. α then means
//! what it says.

use std::collections::BTreeMap;

use amb_memory::retrieval::Hit;
use amb_memory::task::{PassageHit, PassageId, TaskBank, TaskError};

use crate::extractive::{content_of, is_about_the_whole};
use crate::host::Embedding;

use super::standing::standing_for_all;

/// Passages of a channel that are ranked; the rest count 0 in it.
const DEPTH: usize = 100;

/// Weight of a neighbouring passage that fits: an answer often stands beside the words of its question.
const NEIGHBOUR: f32 = 0.1;

/// The best `k` passages for a question, best first; scores from 0 to 1.
///
/// Keywords are searched without the words of asking. Meaning weighs `1 − α` times the square of
/// the share of the question that the model knows: the vector of a half-known question says less
/// than half.
pub(super) fn rank(
    bank: &TaskBank,
    question: &str,
    embedding: Option<&Embedding>,
    alpha: f32,
    k: usize,
) -> Result<Vec<PassageHit>, TaskError> {
    if is_about_the_whole(question) {
        return Ok(standing_for_all(bank, k));
    }
    let index = bank.evidence().index();
    let keywords = Channel::of(index.keyword_search(&content_of(question), DEPTH + 1));
    let meaning = match embedding {
        Some(embedding) => Channel::of(index.semantic_search(&embedding.vector, DEPTH + 1)?),
        None => Channel::default(),
    };
    let known = embedding.map_or(0.0, |embedding| embedding.coverage);
    let weight = if keywords.is_empty() {
        1.0
    } else {
        (1.0 - alpha) * known * known
    };
    let scores = fused(&keywords, &meaning, weight);
    let mut ranking: Vec<(&PassageId, f32)> = scores
        .iter()
        .map(|(id, score)| (*id, supported(id, *score, &scores)))
        .collect();
    ranking.sort_by(|(left, score), (right, its)| {
        let by_score = its.total_cmp(score);
        by_score.then_with(|| place(bank, left).cmp(&place(bank, right)))
    });
    let hit = |(id, score): (&PassageId, f32)| {
        let asked = embedding.zip(bank.evidence().vector(id));
        Some(PassageHit {
            id: id.clone(),
            span: bank.evidence().span(id)?,
            score,
            keyword: keywords.raw(id),
            semantic: asked.map_or(0.0, |(embedding, vector)| dot(&embedding.vector, vector)),
        })
    };
    Ok(ranking.into_iter().filter_map(hit).take(k).collect())
}

/// Returns a key that orders passages of equal fit: by document, then by position. Ids are random, and the same texts
/// must give the same answer.
pub(super) fn place<'b>(bank: &'b TaskBank, id: &'b PassageId) -> impl Ord + use<'b> {
    let entry = bank.interaction_tree().entry(&id.entry);
    let source = entry.and_then(|entry| entry.metadata.source.as_ref());
    let stands = source.map(|source| (source.document.as_str(), source.span.start));
    let came = entry.map(|entry| entry.timestamp);
    (stands, came, id.index, &id.entry)
}

/// Weighed scores of every passage that either channel ranks.
fn fused<'c>(
    keywords: &'c Channel,
    meaning: &'c Channel,
    weight: f32,
) -> BTreeMap<&'c PassageId, f32> {
    let ranked = keywords.scores.keys().chain(meaning.scores.keys());
    ranked
        .map(|id| {
            (
                id,
                (1.0 - weight) * keywords.spread(id) + weight * meaning.spread(id),
            )
        })
        .filter(|(_, score)| *score > 0.0)
        .collect()
}

/// A score with what the better of the two neighbours in the same entry adds, at most 1.
fn supported(id: &PassageId, score: f32, scores: &BTreeMap<&PassageId, f32>) -> f32 {
    let beside = |index: Option<u32>| {
        let neighbour = PassageId {
            entry: id.entry.clone(),
            index: index?,
        };
        scores.get(&neighbour).copied()
    };
    let before = beside(id.index.checked_sub(1)).unwrap_or(0.0);
    let after = beside(id.index.checked_add(1)).unwrap_or(0.0);
    (score + NEIGHBOUR * before.max(after)) / (1.0 + NEIGHBOUR)
}

/// One way to rank passages.
#[derive(Default)]
struct Channel {
    scores: BTreeMap<PassageId, f32>,
    best: f32,
    /// The score that counts as 0.
    floor: f32,
}

impl Channel {
    fn of(hits: Vec<Hit<PassageId>>) -> Self {
        let best = hits.first().map_or(0.0, |hit| hit.score);
        let floor = hits.get(DEPTH).map_or(0.0, |hit| hit.score).min(best);
        let scores = hits
            .into_iter()
            .take(DEPTH)
            .map(|hit| (hit.key, hit.score))
            .collect();
        Self {
            scores,
            best,
            floor,
        }
    }

    fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }

    /// The score between floor and best, 0 to 1.
    fn spread(&self, id: &PassageId) -> f32 {
        let range = self.best - self.floor;
        match self.scores.get(id) {
            Some(_) if range <= f32::EPSILON => 1.0,
            Some(score) => ((score - self.floor) / range).clamp(0.0, 1.0),
            None => 0.0,
        }
    }

    /// The score as a share of the best.
    fn raw(&self, id: &PassageId) -> f32 {
        let score = self.scores.get(id).copied().unwrap_or(0.0);
        if self.best > 0.0 {
            score / self.best
        } else {
            0.0
        }
    }
}

pub(super) fn dot(left: &[f32], right: &[f32]) -> f32 {
    left.iter().zip(right).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use amb_memory::task::EntryId;

    use super::*;

    fn id(index: u32) -> PassageId {
        PassageId {
            entry: EntryId::from("e"),
            index,
        }
    }

    fn channel(scores: &[(u32, f32)]) -> Channel {
        let hit = |&(index, score): &(u32, f32)| Hit {
            key: id(index),
            score,
            keyword: 0.0,
            semantic: 0.0,
        };
        Channel::of(scores.iter().map(hit).collect())
    }

    #[test]
    fn a_channel_is_spread_between_its_best_and_its_floor() {
        let few = channel(&[(0, 8.0), (1, 4.0)]);
        assert!((few.spread(&id(0)) - 1.0).abs() < 1e-6);
        assert!((few.spread(&id(1)) - 0.5).abs() < 1e-6);
        assert!(few.spread(&id(2)).abs() < 1e-6);
        let many: Vec<(u32, f32)> = (0..=100).map(|at| (at, 0.9 - 0.005 * at as f32)).collect();
        let many = channel(&many);
        assert!((many.spread(&id(50)) - 0.5).abs() < 1e-3);
        assert!(many.spread(&id(100)).abs() < 1e-6);
    }

    #[test]
    fn meaning_counts_only_as_far_as_it_weighs() {
        let (keywords, meaning) = (channel(&[(0, 5.0)]), channel(&[(1, 0.9)]));
        assert_eq!(
            fused(&keywords, &meaning, 0.0)
                .keys()
                .map(|id| id.index)
                .collect::<Vec<_>>(),
            [0]
        );
        let both = fused(&keywords, &meaning, 0.25);
        assert!(both[&id(0)] > both[&id(1)] && both[&id(1)] > 0.0);
    }

    #[test]
    fn a_fitting_neighbour_lifts_a_passage() {
        let keywords = channel(&[(0, 5.0), (1, 4.0), (7, 4.0)]);
        let meaning = Channel::default();
        let scores = fused(&keywords, &meaning, 0.0);
        let lifted = |index: u32| supported(&id(index), scores[&id(index)], &scores);
        assert!(lifted(1) > lifted(7));
        assert!(lifted(0) <= 1.0);
    }
}
