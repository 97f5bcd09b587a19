//! Classification agent (MB-08): long text into topics.

use amb_memory::text::{Outline, Span, Structure, passages};
use serde::{Deserialize, Serialize};

/// One window of text to classify.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ClassificationInput {
    /// The text; at most the agent's window.
    pub context: String,
    /// The structure of the text.
    #[serde(default)]
    pub structure: Structure,
    /// The passages of the text, in order, as memory will index them.
    pub passages: Vec<WindowPassage>,
    /// The user's question, for orientation.
    pub task_goal: Option<String>,
}

/// A passage of a window.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WindowPassage {
    /// Its position in the window, in bytes.
    pub span: Span,
    /// Titles above it in the whole document, outermost first.
    pub headings: Vec<String>,
    /// Its words, as memory will index them.
    #[serde(default)]
    pub words: String,
}

impl WindowPassage {
    /// Returns the passages of the part of a document at `window`, by their bytes in that part.
    #[must_use]
    pub fn of(document: &str, structure: &Structure, outline: &Outline, window: Span) -> Vec<Self> {
        let passage = |place: Span| {
            let titles = outline.path_at(place.start).into_iter();
            Self {
                span: Span::new(place.start - window.start, place.end - window.start),
                headings: titles.map(str::to_owned).collect(),
                words: structure.passage_words(document, place),
            }
        };
        let passages = passages(document, structure, window).into_iter();
        passages.map(passage).collect()
    }
}

/// Topics of the text, in its order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ClassificationOutput {
    /// True if the text held more than one topic.
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
    /// Positions of the content in the input, in bytes, one part after another; empty if the input does not contain it.
    pub spans: Vec<Span>,
}
