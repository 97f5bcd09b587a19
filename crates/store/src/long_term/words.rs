//! What long-term memory has put into words, by whoever has a language model.

use amb_memory::hierarchy::{
    FactsReply, FactsRequest, InsightReply, InsightRequest, QuestionsReply, QuestionsRequest,
    SummaryReply, SummaryRequest,
};
use amb_memory::trajectory::consolidator::{Abstraction, AbstractionRequest};
use serde::{Deserialize, Serialize};

/// What is to be put into words. All that it shows is untrusted text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WordsRequest {
    /// How important each of these texts is.
    Importance(Vec<String>),
    /// What memories make one ask.
    Questions(QuestionsRequest),
    /// What memories say to a question.
    Insight(InsightRequest),
    /// What old memories say together.
    Summary(SummaryRequest),
    /// Which facts memories state.
    Facts(FactsRequest),
    /// What cases of one kind teach.
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
