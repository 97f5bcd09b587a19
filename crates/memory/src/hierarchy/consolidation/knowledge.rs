//! Knowledge out of memories: subject, relation, value.

use super::super::entry::{Fact, Importance, MemoryEntry, MemoryId, MemoryLayer, MemoryType};
use super::super::excerpt::{Excerpt, greatest_importance, labels_of};
use super::super::observation::NewMemory;
use super::draft::RefusedFact;
use crate::retrieval::analyze;
use crate::task::Trust;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

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
/// that were shown count. A model's fact has the labels of all that the model was shown; where its value is not in the
/// words of its sources, it is the model's own ([`Trust::Model`]), and nobody's first-hand.
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
    let (speaker, mut trust) = labels_of(&request.memories);
    if !is_said(&fact.value, &sources) {
        trust = Trust::Model;
    }
    let sentence = fact.sentence();
    Ok(NewMemory {
        layer: MemoryLayer::Semantic,
        importance: Importance::Given(greatest_importance(&sources)),
        source_ids: sources.into_iter().map(|source| source.id).collect(),
        fact: Some(fact),
        ..NewMemory::observed(&sentence, MemoryType::Reflection, speaker, trust, at)
    })
}

/// Whether every word of a value is in what these memories say.
fn is_said(value: &str, sources: &[Excerpt]) -> bool {
    let said: BTreeSet<String> = sources
        .iter()
        .flat_map(|source| analyze(&source.content))
        .collect();
    let words = analyze(value);
    let is_verbatim = || sources.iter().any(|source| source.content.contains(value));
    match words.is_empty() {
        true => is_verbatim(),
        false => words.iter().all(|word| said.contains(word)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::Speaker;

    fn told(content: &str, value: &str) -> (Speaker, Trust) {
        let shown = Excerpt {
            id: "m".into(),
            content: content.to_owned(),
            created_at: 0,
            importance: 0.5,
            memory_type: MemoryType::Conversation,
            speaker: Speaker::User,
            trust: Trust::Given,
        };
        let request = FactsRequest {
            memories: vec![shown],
            may_speak_of_user: true,
        };
        let reply = FactReply {
            subject: "user".to_owned(),
            relation: "lives in".to_owned(),
            value: value.to_owned(),
            source_ids: vec!["m".into()],
        };
        let memory = fact_memory(&request, &reply, 1).unwrap();
        (memory.speaker, memory.trust)
    }

    #[test]
    fn bx_05_a_fact_that_no_source_says_is_the_models_own() {
        for (content, value) in [
            ("I have lived in Oslo since May.", "Oslo"),
            ("I prefer short answers.", "short answer"),
            ("我住在奥斯陆。", "奥斯陆"),
        ] {
            assert_eq!(told(content, value).1, Trust::Given, "{value}");
        }
        for value in ["Moscow", "莫斯科", "#"] {
            let (speaker, trust) = told("I prefer short answers.", value);
            assert_eq!(trust, Trust::Model, "{value}");
            assert!(!speaker.is_first_hand(trust));
        }
    }
}
