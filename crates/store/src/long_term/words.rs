//! Long-term memory's requests to a language model.

use amb_memory::hierarchy::{
    FactsReply, FactsRequest, InsightReply, InsightRequest, QuestionsReply, QuestionsRequest,
    SummaryReply, SummaryRequest,
};
use amb_memory::trajectory::consolidator::{Abstraction, AbstractionRequest};
use serde::{Deserialize, Serialize};

/// A request to a language model. All text in it is untrusted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WordsRequest {
    /// Rates the importance of each of these texts.
    Importance(Vec<String>),
    /// Asks questions that memories raise.
    Questions(QuestionsRequest),
    /// Answers a question from memories.
    Insight(InsightRequest),
    /// Summarises old memories.
    Summary(SummaryRequest),
    /// Extracts the facts that memories state.
    Facts(FactsRequest),
    /// Abstracts a lesson from cases of one kind.
    Abstraction(AbstractionRequest),
}

/// The words: of the request's own kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WordsReply {
    /// One share from 0 to 1 for each text.
    Importance(Vec<f32>),
    /// The questions.
    Questions(QuestionsReply),
    /// The insight.
    Insight(InsightReply),
    /// The summary.
    Summary(SummaryReply),
    /// The facts.
    Facts(FactsReply),
    /// The methodology in words.
    Abstraction(Abstraction),
}
