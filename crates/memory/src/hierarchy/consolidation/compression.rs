//! Old memories into summaries.

use super::super::entry::{
    Importance, MAX_CONTENT_CHARS, MAX_SOURCES, MemoryEntry, MemoryType, Speaker, bounded,
};
use super::super::excerpt::{Excerpt, greatest_importance, labels_of, language_of, newest_of};
use super::super::observation::NewMemory;
use super::super::settings::ConsolidationSettings;
use crate::task::Trust;
use crate::text::{Language, estimate_tokens, is_blank, sentences};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// To an engine: what do these memories say together?
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SummaryRequest {
    /// The memories, the oldest first: all of one speaker and one trust.
    pub memories: Vec<Excerpt>,
    /// Tokens that the summary may take.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub max_tokens: usize,
    /// The language of most of their words.
    pub language: Language,
}

/// An engine's answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SummaryReply {
    /// The summary.
    pub summary: String,
}

/// Old memories in groups to be summarised: of one speaker and one trust, so that no summary mixes a
/// page's words with the user's, in the order of time. What would be alone in its group stays as it is. What is important
/// does not: its words stay beside the summary, and memories that no summary may take would make consolidation due for ever.
pub(super) fn groups(old: &[MemoryEntry], settings: &ConsolidationSettings) -> Vec<SummaryRequest> {
    let mut by_origin: BTreeMap<(Speaker, Trust), Vec<&MemoryEntry>> = BTreeMap::new();
    for entry in old {
        let origin = (entry.speaker, entry.trust);
        by_origin.entry(origin).or_default().push(entry);
    }
    let mut groups = Vec::new();
    for mut entries in by_origin.into_values() {
        entries.sort_by(|a, b| (a.created_at, &a.id).cmp(&(b.created_at, &b.id)));
        let size = settings.group.min(MAX_SOURCES);
        let chunks = entries.chunks(size.max(2));
        groups.extend(chunks.filter(|chunk| chunk.len() >= 2).map(|chunk| {
            let memories: Vec<Excerpt> = chunk.iter().map(|entry| Excerpt::of(entry)).collect();
            SummaryRequest {
                language: language_of(&memories),
                max_tokens: settings.summary_tokens,
                memories,
            }
        }));
    }
    groups
}

/// The summary without a model: the first sentences of the most important memories that fit, in the
/// order of time.
#[must_use]
pub fn quoted_summary(request: &SummaryRequest) -> SummaryReply {
    let mut by_importance: Vec<(usize, &Excerpt)> = request.memories.iter().enumerate().collect();
    by_importance.sort_by(|(_, a), (_, b)| b.importance.total_cmp(&a.importance));
    let mut room = request.max_tokens;
    let mut quotes: Vec<(usize, &str)> = Vec::new();
    for (at, excerpt) in by_importance {
        let content = excerpt.content.as_str();
        let first = sentences(content).into_iter().next();
        let sentence = first.map_or(content, |span| span.of(content)).trim();
        let tokens = estimate_tokens(sentence) + 1;
        if tokens <= room && quotes.iter().all(|(_, quote)| *quote != sentence) {
            room -= tokens;
            quotes.push((at, sentence));
        }
    }
    quotes.sort_by_key(|(at, _)| *at);
    let quotes: Vec<&str> = quotes.into_iter().map(|(_, quote)| quote).collect();
    SummaryReply {
        summary: quotes.join("\n"),
    }
}

/// The summary as something to remember: episodic, as old as the newest of its sources, with the
/// least of their trust and the greatest of their importance. None for an empty reply.
pub(super) fn summary_memory(request: &SummaryRequest, reply: &SummaryReply) -> Option<NewMemory> {
    let text = bounded(&reply.summary, MAX_CONTENT_CHARS);
    if is_blank(&text) {
        return None;
    }
    let first = request.memories.first()?.memory_type;
    let is_uniform = request.memories.iter().all(|m| m.memory_type == first);
    let memory_type = if is_uniform {
        first
    } else {
        MemoryType::Observation
    };
    let (speaker, trust) = labels_of(&request.memories);
    let newest = newest_of(&request.memories);
    Some(NewMemory {
        importance: Importance::Given(greatest_importance(&request.memories)),
        source_ids: request.memories.iter().map(|m| m.id.clone()).collect(),
        ..NewMemory::observed(&text, memory_type, speaker, trust, newest)
    })
}
