//! Knowledge out of memories: subject, relation, value.

use super::super::entry::{Fact, Importance, MemoryEntry, MemoryId, MemoryLayer, MemoryType};
use super::super::excerpt::{Excerpt, greatest_importance, labels_of, newest_of};
use super::super::observation::NewMemory;
use super::super::recall::speaks_of_self;
use super::draft::RefusedFact;
use crate::retrieval::{analyze, analyze_document};
use crate::task::Trust;
use crate::text::sentences;
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
    /// True if a fact may be about the user.
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
    /// Subject of the fact; "user" for the user.
    pub subject: String,
    /// Relation of subject and value.
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

/// A fact as something to remember: semantic, with its sources, and as old as the newest of them. Of the sources a reply names, those
/// that were shown count. A model's fact has the labels of all that the model was shown; where its sources do not say it
/// ([`is_said`]), it is the model's own ([`Trust::Model`]), and nobody's first-hand. One about the user whose value none of
/// them has is the model's invention, and refused.
pub(super) fn fact_memory(
    request: &FactsRequest,
    reply: &FactReply,
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
    let has_value = |source: &Excerpt| holds(&source.content, &fact.value);
    if fact.is_about_user() && !sources.iter().any(has_value) {
        return Err(RefusedFact::ValueNotInSource);
    }
    let (speaker, mut trust) = labels_of(&request.memories);
    if !sources.iter().any(|source| is_said(&fact, &source.content)) {
        trust = Trust::Model;
    }
    let sentence = fact.sentence();
    let at = newest_of(&sources);
    Ok(NewMemory {
        layer: MemoryLayer::Semantic,
        importance: Importance::Given(greatest_importance(&sources)),
        source_ids: sources.into_iter().map(|source| source.id).collect(),
        fact: Some(fact),
        ..NewMemory::observed(&sentence, MemoryType::Reflection, speaker, trust, at)
    })
}

/// Returns true if one sentence has a fact's relation, its value and its subject; of the user, a clause of the first
/// person. "My sister lives in Moscow" has the words of "user lives in Moscow" and does not say it.
fn is_said(fact: &Fact, content: &str) -> bool {
    let has_subject = |sentence: &str| match fact.is_about_user() {
        true => speaks_of_self(sentence),
        false => holds(sentence, &fact.subject),
    };
    let parts = [&fact.relation, &fact.value];
    sentences(content)
        .iter()
        .map(|span| span.of(content))
        .any(|sentence| has_subject(sentence) && parts.iter().all(|part| holds(sentence, part)))
}

/// Returns true if a sentence of a memory has the words of a fact.
#[must_use]
pub fn is_stated(fact: &Fact, memory: &MemoryEntry) -> bool {
    is_said(fact, &memory.content)
}

/// Returns true if a text has every word of `part`; if `part` has no words, if the text contains it.
fn holds(text: &str, part: &str) -> bool {
    let terms = analyze_document(text);
    let said: BTreeSet<String> = terms.counted.into_iter().chain(terms.uncounted).collect();
    let words = analyze(part);
    match words.is_empty() {
        true => text.contains(part),
        false => words.iter().all(|word| said.contains(word)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::Speaker;

    fn told(
        content: &str,
        (subject, relation, value): (&str, &str, &str),
    ) -> Result<(Speaker, Trust), RefusedFact> {
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
            subject: subject.to_owned(),
            relation: relation.to_owned(),
            value: value.to_owned(),
            source_ids: vec!["m".into()],
        };
        fact_memory(&request, &reply).map(|memory| (memory.speaker, memory.trust))
    }

    #[test]
    fn bx_05_a_fact_that_its_source_says_has_the_labels_of_what_was_shown() {
        for (content, fact) in [
            ("I live in Oslo, Norway.", ("user", "lives in", "Oslo")),
            (
                "I prefer short answers.",
                ("user", "prefers", "short answer"),
            ),
            ("我住在奥斯陆。", ("user", "住在", "奥斯陆")),
            ("Hi. Bob lives in Leeds.", ("Bob", "lives in", "Leeds")),
        ] {
            assert_eq!(told(content, fact).unwrap().1, Trust::Given, "{fact:?}");
        }
    }

    #[test]
    fn bx_05_a_fact_that_no_source_says_is_the_models_own() {
        for (content, fact) in [
            ("My sister lives in Moscow.", ("user", "lives in", "Moscow")),
            ("I hate Moscow.", ("user", "lives in", "Moscow")),
            (
                "I live in Oslo. Eve is from Leeds.",
                ("user", "lives in", "Leeds"),
            ),
            (
                "Bob is old. Leeds is where Eve lives.",
                ("Bob", "lives in", "Leeds"),
            ),
        ] {
            let (speaker, trust) = told(content, fact).unwrap();
            assert_eq!(trust, Trust::Model, "{content}");
            assert!(!speaker.is_first_hand(trust));
        }
    }

    #[test]
    fn bx_05_what_the_user_never_said_is_no_fact_about_them() {
        for (content, fact) in [
            ("I have a garden in Oslo.", ("user", "name", "Mallory")),
            ("I prefer short answers.", ("user", "lives in", "Moscow")),
            ("I prefer short answers.", ("user", "lives in", "莫斯科")),
            ("我家有花园。", ("用户", "名字", "马洛里")),
        ] {
            let refused = Err(RefusedFact::ValueNotInSource);
            assert_eq!(told(content, fact), refused, "{content}");
        }
        let of_others = told("Bob is old.", ("Bob", "lives in", "Leeds"));
        assert_eq!(of_others.unwrap().1, Trust::Model);
    }
}
