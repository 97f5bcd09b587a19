//! A node of the Query Graph (seed 000 §3.2).

use super::ids::NodeId;
use super::trust::Trust;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// How the validation of a conflict ended, where it did not end in a merge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Resolution {
    /// Not validated yet.
    Unresolved,
    /// Validated, and it could not be decided.
    Inconclusive,
}

/// A contradiction that a node stands in, kept visible until a merge resolves it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Dispute {
    /// The nodes it contradicts, in order of their ids; each stands in a dispute with this one.
    pub with: Vec<NodeId>,
    /// What they disagree about, a line for each contradiction.
    pub description: String,
    /// What it disagrees about with each partner, in the order of `with`. An older export has none of it: what
    /// is described may then be between any two.
    #[serde(default)]
    pub about: Vec<String>,
    /// How far it got.
    pub resolution: Resolution,
    /// Why the latest validation could not decide it: both sides may be wrong. Empty where none was tried.
    #[serde(default)]
    pub grounds: String,
}

/// One topic: its summary and how to find it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct QueryGraphNode {
    /// Its id.
    pub id: NodeId,
    /// The structured summary with its evidence.
    pub summary: String,
    /// The topic in one line.
    pub context: String,
    /// What to find it by.
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
    /// Whether its words, or a text that it was made of, give orders to whatever model reads them. Memory sees to it,
    /// and nothing takes it back.
    #[serde(default)]
    pub gives_orders: bool,
    /// The related nodes.
    pub links: BTreeSet<NodeId>,
    /// The contradiction it stands in.
    pub disputed: Option<Dispute>,
}

impl QueryGraphNode {
    /// What is embedded and indexed: summary, context and keywords (seed 000 §4.1).
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

/// What may change about a node (seed 000 §2.2, `ContextUpdateModule`).
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
