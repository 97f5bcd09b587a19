//! Ways to find memories, and what a store is asked for.

use super::super::entry::{MemoryEntry, MemoryId, MemoryLayer, MemoryType, Speaker};
use super::super::query::TimeRange;
use crate::retrieval::Embedding;
use serde::{Deserialize, Serialize};

/// Strategy of a recall (seed 004, 支持的策略; AF-11).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum RecallStrategy {
    /// By meaning: the order of the cosines.
    Semantic,
    /// By words: the order of the keyword search.
    Keyword,
    /// By time: the newest first, of the time that the query names if it names one.
    Temporal,
    /// By importance.
    Importance,
    /// By all that the query gives reason for: fused by ranks, then ordered by score.
    #[default]
    Hybrid,
}

/// A ranked list that takes part in recall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum RecallChannel {
    /// Nearest in meaning.
    Semantic,
    /// Holding the query's words.
    Keyword,
    /// Newest, of the time that the query names.
    Temporal,
    /// Most important.
    Importance,
    /// The user's own words that hold the query's: for personal queries.
    Personal,
    /// Actions and plans that hold the query's words: for procedural queries.
    Procedural,
    /// Told later than what was recalled, in its words.
    Later,
}

/// Search of a store.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Search {
    /// Entries that hold any of the terms, the best by BM25 first; none for no terms. A store with
    /// an analyzer of its own choice indexes [`MemoryEntry::terms`] and looks for `terms`, each as
    /// a whole; the text is for one that analyses itself as we do.
    Keyword {
        /// The query.
        text: String,
        /// Its distinct terms, by [`analyze`](crate::retrieval::analyze).
        terms: Vec<String>,
    },
    /// Entries with a comparable vector, the greatest cosine first.
    Semantic {
        /// The query's vector.
        embedding: Embedding,
    },
    /// The newest first, of one time the greater id.
    Newest,
    /// The oldest first, of one time the lesser id.
    Oldest,
    /// The most important first, of equal ones the newest.
    MostImportant,
}

/// Among which entries is looked. The default: all that are remembered.
///
/// An entry that a remembered summary stands for is found by its words, by its meaning and in a range of time, for a summary
/// does not say all and is of its last day; lists by time and by importance without a range have the summary in its place.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct MemoryScope {
    /// Only this layer.
    pub layer: Option<MemoryLayer>,
    /// Only these types; of all types, if none is named.
    pub types: Vec<MemoryType>,
    /// Only the words of this speaker.
    pub speaker: Option<Speaker>,
    /// Only first-hand entries ([`MemoryEntry::is_first_hand`]).
    pub first_hand: bool,
    /// Only entries made in this range.
    pub range: Option<TimeRange>,
    /// Only entries in which facts were looked for, or were not.
    pub facts_taken: Option<bool>,
}

impl MemoryScope {
    /// Returns true if lists by time and by importance include the originals of a summary: for a day, its events.
    #[must_use]
    pub fn reaches_originals(&self) -> bool {
        self.range.is_some()
    }

    /// Returns true if the scope includes a remembered entry.
    #[must_use]
    pub fn admits(&self, entry: &MemoryEntry) -> bool {
        self.layer.is_none_or(|layer| layer == entry.layer)
            && (self.types.is_empty() || self.types.contains(&entry.memory_type))
            && self.speaker.is_none_or(|speaker| speaker == entry.speaker)
            && (!self.first_hand || entry.is_first_hand())
            && self
                .range
                .is_none_or(|range| range.contains(entry.created_at))
            && self
                .facts_taken
                .is_none_or(|taken| taken == entry.facts_taken)
    }
}

/// One ranked list that is asked of a store.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChannelQuery {
    /// Channel of the list.
    pub channel: RecallChannel,
    /// Search that makes the list.
    pub search: Search,
    /// Among which entries.
    pub scope: MemoryScope,
    /// Most entries of the list.
    pub limit: usize,
}

/// A store's answer, each id once: the best first; of equal ones the newest, of one time the greater id. What is cut off by a
/// limit is thus never newer than an equal of it that is kept. Only a list of the oldest has both the other way round.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ranking {
    /// The entries found.
    pub ids: Vec<MemoryId>,
    /// Entries of the scope that a semantic search left out, because they have no vector, or one of
    /// another model or length.
    pub not_comparable: usize,
}
