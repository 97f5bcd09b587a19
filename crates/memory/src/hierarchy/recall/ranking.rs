//! From ranked lists to what is recalled.

use super::super::change_set::{Change, ChangeSet};
use super::super::entry::{MemoryEntry, MemoryId};
use super::super::error::HierarchyError;
use super::super::settings::RecallSettings;
use super::channel::{ChannelQuery, Ranking, RecallChannel, RecallStrategy};
use super::plan::{RecallNote, RecallPlan};
use super::score::{RecallScore, recency};
use super::succession::{Newer, later_queries, newer_first};
use crate::retrieval::{DocumentTerms, reciprocal_rank_fusion};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// A place in a channel's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ChannelRank {
    /// The list.
    pub channel: RecallChannel,
    /// The place, from 1.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub rank: usize,
}

/// A memory that was recalled, and why.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RecalledMemory {
    /// The memory.
    pub entry: MemoryEntry,
    /// Its score and what that is made of.
    pub score: RecallScore,
    /// The lists that found it.
    pub ranks: Vec<ChannelRank>,
    /// Its reciprocal ranks in these lists, summed.
    pub fused: f32,
    /// The cosine to the query; none where the two cannot be compared.
    pub cosine: Option<f32>,
    /// The terms of the query that it holds.
    pub matched_terms: Vec<String>,
    /// True if the memory was made in the time that the query names; `None` if the query names no time.
    pub in_time: Option<bool>,
    /// Bearing on the query, from 0 on; see [`Self::bears_on_query`].
    pub bearing: f32,
    /// The newest memory of the same matter, if that was recalled, too, and is newer.
    pub newer: Option<Newer>,
}

/// Recalled memories, the best first.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Recollection {
    /// Strategy of the recall.
    pub strategy: RecallStrategy,
    /// The memories.
    pub memories: Vec<RecalledMemory>,
    /// Deviations from the request.
    pub notes: Vec<RecallNote>,
}

impl RecalledMemory {
    /// Returns true if the memory bears on the query: by its words, its time or its meaning, or as what was told later of
    /// the same matter.
    #[must_use]
    pub fn bears_on_query(&self, settings: &RecallSettings) -> bool {
        let is_later = |place: &ChannelRank| place.channel == RecallChannel::Later;
        self.bearing >= settings.least_relevance || self.ranks.iter().any(is_later)
    }
}

impl Recollection {
    /// Returns the searches for what was told later of the matter of the best of these memories.
    #[must_use]
    pub fn later_queries(&self, plan: &RecallPlan, settings: &RecallSettings) -> Vec<ChannelQuery> {
        later_queries(plan, &self.memories, settings)
    }

    /// Returns these memories with newer ones of the same matter before older ones. `rankings` and `entries` are a store's
    /// answers to [`Self::later_queries`].
    #[must_use]
    pub fn newer_first(
        self,
        plan: &RecallPlan,
        rankings: &[Ranking],
        entries: Vec<MemoryEntry>,
        settings: &RecallSettings,
    ) -> Self {
        let known: BTreeSet<&MemoryId> = self.memories.iter().map(|it| &it.entry.id).collect();
        let rank_of = |id: &MemoryId| {
            let mut ranks = rankings.iter().filter_map(|found| {
                let place = found.ids.iter().position(|it| it == id)?;
                Some(ChannelRank {
                    channel: RecallChannel::Later,
                    rank: place + 1,
                })
            });
            ranks.next()
        };
        let new = entries
            .into_iter()
            .filter(|entry| !known.contains(&entry.id));
        let later = new.map(|entry| {
            let ranks = rank_of(&entry.id).into_iter().collect();
            recalled(plan, entry, 0.0, ranks, settings)
        });
        let later = later.collect();
        Self {
            memories: newer_first(plan, self.memories, later, settings),
            ..self
        }
    }

    /// Counts an access of each of these memories, and of no other: of those that were used.
    #[must_use]
    pub fn touch(&self, used: &[MemoryId], at: i64) -> ChangeSet {
        let used: BTreeSet<&MemoryId> = used.iter().collect();
        let ids = self.memories.iter().map(|recalled| &recalled.entry.id);
        let touches = ids
            .filter(|id| used.contains(id))
            .map(|id| Change::touch(id.clone(), at));
        ChangeSet::from(touches.collect::<Vec<_>>())
    }
}

/// Joins the store's answers, one for each of the plan's queries and in their order, with the
/// entries that they name.
///
/// Hybrid: reciprocal rank fusion of the lists (AF-10), the best of it ordered by score (AF-07),
/// ties by fusion; of what ties in both the newest first, of one time the greater id. Every other
/// strategy keeps its list's order. The result depends on the rankings and entries alone, not on
/// their order in `entries`.
///
/// # Errors
/// Not as many rankings as queries.
pub fn rank(
    plan: &RecallPlan,
    rankings: &[Ranking],
    entries: Vec<MemoryEntry>,
    settings: &RecallSettings,
) -> Result<Recollection, HierarchyError> {
    if rankings.len() != plan.queries.len() {
        return Err(HierarchyError::RepliesMismatch {
            expected: plan.queries.len(),
            actual: rankings.len(),
        });
    }
    let mut entries: BTreeMap<MemoryId, MemoryEntry> = entries
        .into_iter()
        .map(|entry| (entry.id.clone(), entry))
        .collect();
    let lists: Vec<_> = rankings.iter().map(|ranking| ranking.ids.clone()).collect();
    let mut fused = reciprocal_rank_fusion(&lists, settings.rank_constant);
    // Before the rest is cut off: by recency the newest would have had the best score of equals.
    let made_at = |id: &MemoryId| entries.get(id).map(|entry| entry.created_at);
    fused.sort_by(|(one, a), (other, b)| {
        let by_time = || made_at(other).cmp(&made_at(one));
        let by_fusion = b.total_cmp(a);
        by_fusion.then_with(by_time).then_with(|| other.cmp(one))
    });
    let pool = match plan.strategy {
        RecallStrategy::Hybrid => plan.limit.saturating_mul(settings.pool_factor),
        _ => plan.limit,
    };
    let mut ranks = ranks(plan, rankings);
    let mut memories: Vec<RecalledMemory> = Vec::new();
    let mut vanished = 0;
    for (id, fused) in fused {
        if memories.len() == pool {
            break;
        }
        match entries.remove(&id) {
            None => vanished += 1,
            Some(entry) => {
                let ranks = ranks.remove(&id).unwrap_or_default();
                memories.push(recalled(plan, entry, fused, ranks, settings));
            }
        }
    }
    if plan.strategy == RecallStrategy::Hybrid {
        memories.sort_by(best_first);
        memories.truncate(plan.limit);
    }
    Ok(Recollection {
        strategy: plan.strategy,
        memories,
        notes: notes(plan, rankings, vanished),
    })
}

fn best_first(a: &RecalledMemory, b: &RecalledMemory) -> Ordering {
    let by_score = b.score.total.total_cmp(&a.score.total);
    by_score
        .then_with(|| b.fused.total_cmp(&a.fused))
        .then_with(|| b.entry.created_at.cmp(&a.entry.created_at))
        .then_with(|| b.entry.id.cmp(&a.entry.id))
}

/// The places of each entry, its first in each list.
fn ranks(plan: &RecallPlan, rankings: &[Ranking]) -> BTreeMap<MemoryId, Vec<ChannelRank>> {
    let mut ranks: BTreeMap<MemoryId, Vec<ChannelRank>> = BTreeMap::new();
    for (query, ranking) in plan.queries.iter().zip(rankings) {
        for (id, rank) in ranking.ids.iter().zip(1..) {
            let channel = query.channel;
            let places = ranks.entry(id.clone()).or_default();
            if places.iter().all(|place| place.channel != channel) {
                places.push(ChannelRank { channel, rank });
            }
        }
    }
    ranks
}

fn recalled(
    plan: &RecallPlan,
    entry: MemoryEntry,
    fused: f32,
    ranks: Vec<ChannelRank>,
    settings: &RecallSettings,
) -> RecalledMemory {
    let cosine = plan
        .embedding
        .as_ref()
        .zip(entry.embedding.as_ref())
        .and_then(|(query, own)| query.cosine(own));
    let own = entry.terms();
    let matched_terms = matched_terms(&plan.terms, &own);
    let coverage = if plan.terms.is_empty() {
        0.0
    } else {
        matched_terms.len() as f32 / plan.terms.len() as f32
    };
    let relevance = cosine.unwrap_or_default().max(coverage);
    let recency = recency(entry.created_at, plan.asked, settings.decay);
    let time = plan.analysis.time.as_ref();
    let in_time = time.map(|time| time.range.contains(entry.created_at));
    RecalledMemory {
        score: RecallScore::new(recency, entry.importance, relevance, settings),
        ranks,
        fused,
        cosine,
        matched_terms,
        bearing: plan
            .question
            .bearing(&entry, &own, (cosine, relevance), in_time == Some(true)),
        in_time,
        newer: None,
        entry,
    }
}

fn matched_terms(terms: &[String], own: &DocumentTerms) -> Vec<String> {
    if terms.is_empty() {
        return Vec::new();
    }
    let own: BTreeSet<&String> = own.counted.iter().chain(&own.uncounted).collect();
    let matched = terms.iter().filter(|term| own.contains(term));
    matched.cloned().collect()
}

fn notes(plan: &RecallPlan, rankings: &[Ranking], vanished: usize) -> Vec<RecallNote> {
    let mut notes = plan.notes.clone();
    let not_comparable: usize = rankings.iter().map(|ranking| ranking.not_comparable).sum();
    if not_comparable > 0 {
        notes.push(RecallNote::NotComparable {
            entries: not_comparable,
        });
    }
    if vanished > 0 {
        notes.push(RecallNote::Vanished { entries: vanished });
    }
    notes
}
