//! Classification agent (MB-08): long text into topics.

use amb_memory::text::Span;
use serde::{Deserialize, Serialize};

/// One window of text to classify.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ClassificationInput {
    /// The text; at most the agent's window.
    pub context: String,
    /// The user's question, for orientation.
    pub task_goal: Option<String>,
}

/// Topics of the text, in its order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ClassificationOutput {
    /// Whether the text held more than one topic.
    pub should_cluster: bool,
    /// At least one cluster for any text that is not blank.
    pub clusters: Vec<Cluster>,
}

/// One topic and its original text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cluster {
    /// Unique within the output.
    pub cluster_id: String,
    /// The topic in one sentence.
    pub context: String,
    /// The original text of the topic, unchanged.
    pub content: String,
    /// Keywords, most telling first.
    pub keywords: Vec<String>,
    /// Where the content stands in the input, in bytes; `None` where an engine gathered it from
    /// several places.
    pub span: Option<Span>,
}
