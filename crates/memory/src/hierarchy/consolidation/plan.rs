//! Plan of a consolidation.

use super::super::entry::{MemoryEntry, MemoryId, MemoryLayer};
use super::super::recall::{ChannelQuery, MemoryScope, RecallChannel, Search};
use super::super::settings::ConsolidationSettings;
use super::compression::{SummaryRequest, groups};
use super::forgetting::{EntryVitals, Fading, faded};
use super::knowledge::{FactsRequest, requests};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Old memories that one consolidation compresses; the next takes further ones.
const MAX_OLD: usize = 500;

/// Memories that one consolidation looks for facts in.
const MAX_UNREAD: usize = 100;

/// Returns true if compression is due: more episodic memories without a summary than the threshold.
#[must_use]
pub fn is_compression_due(episodic: usize, settings: &ConsolidationSettings) -> bool {
    episodic > settings.compression_threshold
}

/// Returns true if enough memories for one batch of facts are unread. Such a consolidation forgets faded memories too,
/// so neither has to wait until there is something to compress.
#[must_use]
pub fn is_knowledge_due(unread: usize, settings: &ConsolidationSettings) -> bool {
    unread >= settings.knowledge_batch
}

/// The episodic memories.
#[must_use]
pub fn episodic_memories() -> MemoryScope {
    MemoryScope {
        layer: Some(MemoryLayer::Episodic),
        ..MemoryScope::default()
    }
}

/// The episodic memories that facts have not been looked for in.
#[must_use]
pub fn unread_memories() -> MemoryScope {
    MemoryScope {
        facts_taken: Some(false),
        ..episodic_memories()
    }
}

/// Queries for the memories that a consolidation reads.
#[derive(Debug, Clone, PartialEq)]
pub struct ConsolidationQueries {
    /// The memories to be compressed; none while there are not too many.
    pub old: Option<ChannelQuery>,
    /// The memories that facts have not been looked for in.
    pub unread: ChannelQuery,
}

/// Returns the queries of a consolidation, given the number of episodic memories without a summary.
#[must_use]
pub fn consolidation_queries(
    episodic: usize,
    settings: &ConsolidationSettings,
) -> ConsolidationQueries {
    let oldest = |scope, limit| ChannelQuery {
        channel: RecallChannel::Temporal,
        search: Search::Oldest,
        scope,
        limit,
    };
    let too_many = episodic.saturating_sub(settings.keep_recent).min(MAX_OLD);
    ConsolidationQueries {
        old: is_compression_due(episodic, settings).then(|| oldest(episodic_memories(), too_many)),
        unread: oldest(unread_memories(), MAX_UNREAD),
    }
}

/// Memories that were read for a consolidation.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ConsolidationMaterial {
    /// The answer to [`ConsolidationQueries::old`].
    pub old: Vec<MemoryEntry>,
    /// The answer to [`ConsolidationQueries::unread`].
    pub unread: Vec<MemoryEntry>,
    /// The vitals of all episodic memories that stand for themselves.
    pub vitals: Vec<EntryVitals>,
}

/// Requests of a consolidation to an engine, and the memories that it forgets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ConsolidationPlan {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Requests for summaries.
    pub summaries: Vec<SummaryRequest>,
    /// Requests for facts.
    pub facts: Vec<FactsRequest>,
    /// Faded memories. Memories that the same consolidation summarises, or that no consolidation has seen yet, are not
    /// among them.
    pub fading: Vec<Fading>,
    /// Memories that would have faded before any consolidation saw them, because none ran or because a wrong clock
    /// wrote their time. A consolidation counts as an access to them.
    pub unseen: BTreeSet<MemoryId>,
}

/// Plans a consolidation.
#[must_use]
pub fn plan_consolidation(
    material: &ConsolidationMaterial,
    now: i64,
    settings: &ConsolidationSettings,
) -> ConsolidationPlan {
    let summaries = groups(&material.old, settings);
    let grouped = summaries.iter().flat_map(|group| &group.memories);
    let summarised: BTreeSet<&MemoryId> = grouped.map(|memory| &memory.id).collect();
    let (seen, unseen): (Vec<&EntryVitals>, Vec<&EntryVitals>) = material
        .vitals
        .iter()
        .partition(|vitals| vitals.facts_taken);
    let mut fading = faded(seen.into_iter(), now, settings);
    fading.retain(|fading| !summarised.contains(&fading.id));
    let unseen = faded(unseen.into_iter(), now, settings);
    ConsolidationPlan {
        at: now,
        facts: requests(&material.unread, settings.knowledge_batch),
        summaries,
        fading,
        unseen: unseen.into_iter().map(|fading| fading.id).collect(),
    }
}
