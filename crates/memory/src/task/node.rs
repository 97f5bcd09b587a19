//! A node of the Query Graph (seed 000 §3.2).

use super::ids::{ConflictId, NodeId};
use super::trust::Trust;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// One topic: its summary and how to find it.
///
/// Unknown fields are ignored: exports up to version 4 say `gives_orders` here.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct QueryGraphNode {
    /// Its id.
    pub id: NodeId,
    /// The structured summary with its evidence.
    pub summary: String,
    /// The topic in one line.
    pub context: String,
    /// Keywords to find the node by.
    pub keywords: Vec<String>,
    /// The unit vector of [`Self::embedding_text`]; none where no embedder runs. In JSON base64 of
    /// little-endian `f32`.
    #[serde(with = "crate::retrieval::embedding_json")]
    #[cfg_attr(feature = "ts", ts(as = "Option<String>"))]
    pub embedding: Option<Vec<f32>>,
    /// Name and build of the model that made the vector.
    pub embedding_model: Option<String>,
    /// When it was made, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub timestamp: i64,
    /// At most that of the least trusted text it was made of.
    #[serde(default = "Trust::unlabelled")]
    pub trust: Trust,
    /// The related nodes.
    pub links: BTreeSet<NodeId>,
    /// The open conflicts that it stands in; the graph has them.
    pub disputed: BTreeSet<ConflictId>,
}

impl QueryGraphNode {
    /// Returns the text to embed and index: summary, context and keywords (seed 000 §4.1).
    #[must_use]
    pub fn embedding_text(&self) -> String {
        format!(
            "{} {} {}",
            self.summary,
            self.context,
            self.keywords.join(" ")
        )
    }
}

/// Update of a node (seed 000 §2.2, `ContextUpdateModule`).
#[derive(Debug, Clone, PartialEq)]
pub struct NodeUpdate {
    /// The new context.
    pub context: String,
    /// The new keywords.
    pub keywords: Vec<String>,
    /// The vector of the new [`QueryGraphNode::embedding_text`]; none drops the old one, which is
    /// not this text's.
    pub embedding: Option<Vec<f32>>,
    /// The model that made the vector.
    pub embedding_model: Option<String>,
    /// That of what the update was made from; the node's own stays where it is lower.
    pub trust: Trust,
}
