//! Questions that recent memories raise.

use super::super::entry::{MemoryEntry, MemoryType, bounded, mentions_user};
use super::super::excerpt::{Excerpt, language_of};
use super::super::recall::{MemoryScope, RecallRequest, RecallStrategy};
use super::super::settings::ReflectionSettings;
use crate::retrieval::{analyze, jaccard};
use crate::text::{Language, is_blank, sentences};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Characters of a question.
const MAX_QUESTION_CHARS: usize = 300;

/// Two memories that share more of their terms (Jaccard) make one ask the same.
const SAME_TOPIC: f32 = 0.5;

/// To an engine: what do these memories make one ask?
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct QuestionsRequest {
    /// The memories, the most important first: all first-hand, or none.
    pub memories: Vec<Excerpt>,
    /// Most questions to return.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub count: usize,
    /// The language of most of their words.
    pub language: Language,
    /// True if a question may be about the user: all memories are first-hand.
    pub may_speak_of_user: bool,
}

/// An engine's answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct QuestionsReply {
    /// The questions.
    pub questions: Vec<Question>,
}

/// One of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    /// The question.
    pub question: String,
    /// Query for the question's memories, if it is not the question itself; empty for all that is new and important.
    #[serde(default)]
    pub query: Option<String>,
}

/// A question, and what to recall for it.
#[derive(Debug, Clone, PartialEq)]
pub struct ReflectionQuery {
    /// The question.
    pub question: String,
    /// True if the question is about the user; then only first-hand memories are recalled.
    pub is_about_user: bool,
    /// Recall for the question; the driver adds the question's vector.
    pub recall: RecallRequest,
}

/// Asks about the most important of the recent memories, of equally important ones the newest, as stores rank them:
/// first-hand ones apart from others' words, so that no page can put a question about the user. None
/// for fewer than two, of which nothing can be concluded.
#[must_use]
pub fn questions_requests(
    mut recent: Vec<MemoryEntry>,
    settings: &ReflectionSettings,
) -> Vec<QuestionsRequest> {
    recent.sort_by(|a, b| {
        let by_importance = b.importance.total_cmp(&a.importance);
        by_importance
            .then_with(|| b.created_at.cmp(&a.created_at))
            .then_with(|| b.id.cmp(&a.id))
    });
    recent.truncate(settings.memories);
    let shown = recent.iter().map(Excerpt::of);
    let (own, others): (Vec<Excerpt>, Vec<Excerpt>) = shown.partition(Excerpt::is_first_hand);
    let groups = [(own, true), (others, false)].into_iter();
    groups
        .filter(|(memories, _)| memories.len() >= 2)
        .map(|(memories, may_speak_of_user)| QuestionsRequest {
            language: language_of(&memories),
            count: settings.questions,
            memories,
            may_speak_of_user,
        })
        .collect()
}

/// The questions without a model: what the user has said, if any memory is first-hand, and what
/// else is known of the most important memories, by their first sentences; one for each topic.
/// Insights make none: without a model they are quotations.
#[must_use]
pub fn template_questions(request: &QuestionsRequest) -> QuestionsReply {
    let mut questions = Vec::new();
    if request.may_speak_of_user {
        let question = match request.language {
            Language::English => "What is known about the user?",
            Language::Chinese => "关于用户知道什么？",
        };
        // The words of this question stand in no memory.
        questions.push(Question {
            question: question.to_owned(),
            query: Some(String::new()),
        });
    }
    let mut topics: Vec<BTreeSet<String>> = Vec::new();
    let observed = |memory: &&Excerpt| memory.memory_type != MemoryType::Reflection;
    for memory in request.memories.iter().filter(observed) {
        let terms: BTreeSet<String> = analyze(&memory.content).into_iter().collect();
        let is_new = topics
            .iter()
            .all(|topic| jaccard(topic, &terms) <= SAME_TOPIC);
        if !terms.is_empty() && is_new {
            let sentence = first_sentence(&memory.content);
            let question = match request.language {
                Language::English => format!("What else is known about this: {sentence}"),
                Language::Chinese => format!("关于这一点还知道什么：{sentence}"),
            };
            questions.push(Question {
                question,
                query: Some(sentence),
            });
            topics.push(terms);
        }
    }
    questions.truncate(request.count);
    QuestionsReply { questions }
}

fn first_sentence(content: &str) -> String {
    let first = sentences(content).into_iter().next();
    let sentence = first.map_or(content, |span| span.of(content));
    bounded(sentence, MAX_QUESTION_CHARS / 2)
}

/// Returns the recall for each question of a reply: at most `count`, without duplicates and empty ones, long ones cut.
/// A question about the user is looked up in first-hand memories, and dropped if others' words raised it.
#[must_use]
pub fn reflection_queries(
    request: &QuestionsRequest,
    reply: &QuestionsReply,
    settings: &ReflectionSettings,
    now: i64,
) -> Vec<ReflectionQuery> {
    let mut queries: Vec<ReflectionQuery> = Vec::new();
    for Question { question, query } in &reply.questions {
        let query = query.as_ref().unwrap_or(question);
        let query = bounded(query, MAX_QUESTION_CHARS);
        let question = bounded(question, MAX_QUESTION_CHARS);
        let is_known = queries.iter().any(|query| query.question == question);
        if is_blank(&question) || is_known || queries.len() == request.count {
            continue;
        }
        let is_about_user = mentions_user(&question);
        if is_about_user && !request.may_speak_of_user {
            continue;
        }
        let scope = MemoryScope {
            first_hand: is_about_user,
            ..MemoryScope::default()
        };
        queries.push(ReflectionQuery {
            recall: RecallRequest {
                strategy: Some(RecallStrategy::Hybrid),
                limit: Some(settings.evidence),
                scope,
                ..RecallRequest::new(&query, now)
            },
            is_about_user,
            question,
        });
    }
    queries
}
