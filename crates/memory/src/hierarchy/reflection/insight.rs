//! Insights from recalled memories.

use super::super::entry::{Importance, MemoryId, MemoryLayer, MemoryType, bounded, mentions_user};
use super::super::excerpt::{Excerpt, greatest_importance, labels_of, newest_of};
use super::super::observation::NewMemory;
use super::super::recall::Recollection;
use super::super::settings::ReflectionSettings;
use super::questions::ReflectionQuery;
use crate::retrieval::analyze;
use crate::text::{is_blank, sentences};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Characters of an insight.
const MAX_INSIGHT_CHARS: usize = 2_000;

/// Sentences that an insight without a model quotes.
const QUOTED_SENTENCES: usize = 3;

/// To an engine: what do these memories say to the question?
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct InsightRequest {
    /// The question.
    pub question: String,
    /// True if the answer may be about the user.
    pub may_speak_of_user: bool,
    /// The memories, the best first; each is named by its id.
    pub evidence: Vec<Excerpt>,
}

/// An engine's answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InsightReply {
    /// The insight; none where nothing follows.
    pub insight: Option<String>,
    /// The memories it rests on.
    pub source_ids: Vec<MemoryId>,
}

/// An insight that is not kept, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum RefusedInsight {
    /// The engine found none.
    Nothing,
    /// It speaks of the user, and was made of others' words.
    AboutUserFromOthersWords,
    /// It only repeats the question.
    RepeatsQuestion,
}

/// Result of a reply.
#[derive(Debug, Clone, PartialEq)]
pub enum Insight {
    /// To be remembered.
    New(Box<NewMemory>),
    /// Not kept.
    Refused(RefusedInsight),
}

/// Asks for an insight; none where fewer than two memories were recalled, of which nothing new
/// follows. For a question about the user, first-hand memories alone are shown, whatever the
/// recollection holds.
#[must_use]
pub fn insight_request(
    query: &ReflectionQuery,
    recollection: &Recollection,
    settings: &ReflectionSettings,
) -> Option<InsightRequest> {
    let recalled = recollection.memories.iter();
    let excerpts = recalled.map(|recalled| Excerpt::of(&recalled.entry));
    let admitted = excerpts.filter(|shown| !query.is_about_user || shown.is_first_hand());
    let evidence: Vec<Excerpt> = admitted.take(settings.evidence).collect();
    (evidence.len() >= 2).then(|| InsightRequest {
        question: query.question.clone(),
        may_speak_of_user: evidence.iter().all(Excerpt::is_first_hand),
        evidence,
    })
}

/// The insight without a model: the first sentence of the best memory, and of two more that are about the same: whose
/// sentence shares a term with it. What has nothing to do with each other stays apart, or whoever asks for the one would
/// be told the other. Others' sentences that speak of the user are left out, and insights are not quoted again.
#[must_use]
pub fn quoted_insight(request: &InsightRequest) -> InsightReply {
    let mut quotes: Vec<String> = Vec::new();
    let mut source_ids = Vec::new();
    let observed = |excerpt: &&Excerpt| excerpt.memory_type != MemoryType::Reflection;
    for excerpt in request.evidence.iter().filter(observed) {
        let sentence = sentences(&excerpt.content).into_iter().next();
        let Some(sentence) = sentence.map(|span| span.of(&excerpt.content).trim().to_owned())
        else {
            continue;
        };
        let is_allowed = request.may_speak_of_user || !mentions_user(&sentence);
        let is_akin = quotes
            .first()
            .is_none_or(|first| share_a_term(first, &sentence));
        if quotes.len() < QUOTED_SENTENCES && is_allowed && is_akin && !quotes.contains(&sentence) {
            quotes.push(sentence);
            source_ids.push(excerpt.id.clone());
        }
    }
    let quoted: Vec<String> = quotes.iter().map(|quote| format!("“{quote}”")).collect();
    InsightReply {
        insight: (quotes.len() >= 2).then(|| quoted.join(" ")),
        source_ids,
    }
}

fn share_a_term(one: &str, other: &str) -> bool {
    let terms = analyze(one);
    analyze(other).iter().any(|term| terms.contains(term))
}

/// The insight as something to remember: semantic, with its sources and as old as the newest of them, the least trust of all that its
/// writer was shown, and the greatest importance among that. Of the sources a reply names, those
/// that it was shown count; if it names none of them, all do.
#[must_use]
pub fn insight_memory(request: &InsightRequest, reply: &InsightReply) -> Insight {
    let text = bounded(
        reply.insight.as_deref().unwrap_or_default(),
        MAX_INSIGHT_CHARS,
    );
    if is_blank(&text) {
        return Insight::Refused(RefusedInsight::Nothing);
    }
    if text == request.question {
        return Insight::Refused(RefusedInsight::RepeatsQuestion);
    }
    if mentions_user(&text) && !request.may_speak_of_user {
        return Insight::Refused(RefusedInsight::AboutUserFromOthersWords);
    }
    let shown: BTreeSet<&MemoryId> = request.evidence.iter().map(|shown| &shown.id).collect();
    let named = reply.source_ids.iter().filter(|id| shown.contains(id));
    let mut source_ids: BTreeSet<MemoryId> = named.cloned().collect();
    if source_ids.is_empty() {
        source_ids = shown.into_iter().cloned().collect();
    }
    let (speaker, trust) = labels_of(&request.evidence);
    let mut sources = request.evidence.clone();
    sources.retain(|shown| source_ids.contains(&shown.id));
    let at = newest_of(&sources);
    Insight::New(Box::new(NewMemory {
        layer: MemoryLayer::Semantic,
        importance: Importance::Given(greatest_importance(&request.evidence)),
        source_ids,
        ..NewMemory::observed(&text, MemoryType::Reflection, speaker, trust, at)
    }))
}
