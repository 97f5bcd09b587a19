//! Classification agent (MB-08): long text into topics.

use amb_memory::text::{Outline, Span, passages};
use serde::{Deserialize, Serialize};

/// One window of text to classify.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ClassificationInput {
    /// The text; at most the agent's window.
    pub context: String,
    /// The passages of the text, in order, as memory will index them.
    pub passages: Vec<WindowPassage>,
    /// The user's question, for orientation.
    pub task_goal: Option<String>,
}

/// A passage of a window.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WindowPassage {
    /// Where it stands in the window, in bytes.
    pub span: Span,
    /// Titles above it in the whole document, outermost first.
    pub headings: Vec<String>,
}

impl WindowPassage {
    /// The passages of the part of a document at `window`.
    #[must_use]
    pub fn of(document: &str, outline: &Outline, window: Span) -> Vec<Self> {
        let passage = |span: Span| Self {
            span,
            headings: outline
                .path_at(window.start + span.start)
                .into_iter()
                .map(str::to_owned)
                .collect(),
        };
        passages(window.of(document))
            .into_iter()
            .map(passage)
            .collect()
    }
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
    /// Where the content stands in the input, in bytes: one part after another; empty where it stands
    /// nowhere in it.
    pub spans: Vec<Span>,
}
