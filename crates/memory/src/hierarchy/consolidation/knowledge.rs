//! Knowledge out of memories: subject, relation, value.

use super::super::entry::{Fact, Importance, MemoryEntry, MemoryId, MemoryLayer, MemoryType};
use super::super::excerpt::{Excerpt, greatest_importance, labels_of};
use super::super::observation::NewMemory;
use super::draft::RefusedFact;
use serde::{Deserialize, Serialize};

/// Facts that one reply may hold.
pub(super) const MAX_FACTS: usize = 100;

/// To an engine: which facts do these memories state?
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FactsRequest {
    /// The memories: all first-hand, or none.
    pub memories: Vec<Excerpt>,
    /// Whether a fact may be about the user.
    pub may_speak_of_user: bool,
}

/// An engine's answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FactsReply {
    /// The facts.
    pub facts: Vec<FactReply>,
}

/// One of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FactReply {
    /// What it is about; "user" for the user.
    pub subject: String,
    /// What is said of it.
    pub relation: String,
    /// The value.
    pub value: String,
    /// The memories that state it.
    pub source_ids: Vec<MemoryId>,
}

/// Requests for the facts of these memories: first-hand ones apart from others' words, so that
/// whoever writes facts about the user has read nothing else.
pub(super) fn requests(entries: &[MemoryEntry], batch: usize) -> Vec<FactsRequest> {
    let (own, others): (Vec<&MemoryEntry>, Vec<&MemoryEntry>) =
        entries.iter().partition(|entry| entry.is_first_hand());
    let mut requests = Vec::new();
    for (entries, may_speak_of_user) in [(own, true), (others, false)] {
        requests.extend(entries.chunks(batch.max(1)).map(|chunk| FactsRequest {
            memories: chunk.iter().map(|entry| Excerpt::of(entry)).collect(),
            may_speak_of_user,
        }));
    }
    requests
}

/// A fact as something to remember: semantic, with its sources. Of the sources a reply names, those
/// that were shown count. A model's fact has the labels of all that the model was shown.
pub(super) fn fact_memory(
    request: &FactsRequest,
    reply: &FactReply,
    at: i64,
) -> Result<NewMemory, RefusedFact> {
    let fact = Fact::new(&reply.subject, &reply.relation, &reply.value)
        .map_err(|_| RefusedFact::Malformed)?;
    if fact.is_about_user() && !request.may_speak_of_user {
        return Err(RefusedFact::AboutUserFromOthersWords);
    }
    let shown = request.memories.iter();
    let sources: Vec<Excerpt> = shown
        .filter(|shown| reply.source_ids.contains(&shown.id))
        .cloned()
        .collect();
    if sources.is_empty() {
        return Err(RefusedFact::WithoutSource);
    }
    let (speaker, trust) = labels_of(&request.memories);
    let sentence = fact.sentence();
    Ok(NewMemory {
        layer: MemoryLayer::Semantic,
        importance: Importance::Given(greatest_importance(&sources)),
        source_ids: sources.into_iter().map(|source| source.id).collect(),
        fact: Some(fact),
        ..NewMemory::observed(&sentence, MemoryType::Reflection, speaker, trust, at)
    })
}
