//! Analysis agent (MB-10): how a new node stands to those already known.

use amb_memory::task::{Dissent, NodeId, Trust};
use serde::{Deserialize, Serialize};

/// A node as agents see it: without its vector.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeInfo {
    /// The node.
    pub id: NodeId,
    /// Its detailed summary.
    pub summary: String,
    /// Its topic in one sentence.
    pub context: String,
    /// Its keywords.
    pub keywords: Vec<String>,
    /// Trust of the least trusted text that the node was made of.
    pub trust: Trust,
    /// Titles that all of it stands under, outermost first; empty if its parts stand under several. Models do not see
    /// them.
    #[serde(skip)]
    pub titles: Vec<String>,
}

/// A new node and the candidates that retrieval found for it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct AnalysisInput {
    /// The node that was just made.
    pub new_node: NodeInfo,
    /// Nodes that may conflict with it or relate to it.
    pub candidate_nodes: Vec<NodeInfo>,
}

/// Relations found, in the order of the candidates. Where there are conflicts, nothing else is judged.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct AnalysisOutput {
    /// One per candidate that was judged.
    pub relationships: Vec<Relationship>,
}

/// One candidate's relation to the new node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Relationship {
    /// The candidate.
    pub existing_node_id: NodeId,
    /// Its relation to the new node.
    pub relation: Relation,
    /// Why, in one sentence.
    pub reasoning: String,
}

/// The seed's three relations; conflict goes before related, related before unrelated.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "relationship", rename_all = "snake_case")]
pub enum Relation {
    /// The two contradict each other.
    Conflict {
        /// The contradictions; in each, the new node's side comes first.
        dissents: Vec<Dissent>,
    },
    /// The two share a subject. `None` leaves a field as it is.
    Related {
        /// New topic sentence of the new node.
        context_update_new: Option<String>,
        /// New topic sentence of the candidate.
        context_update_existing: Option<String>,
        /// New keywords of the new node.
        keywords_update_new: Option<Vec<String>>,
        /// New keywords of the candidate.
        keywords_update_existing: Option<Vec<String>>,
    },
    /// Nothing in common.
    Unrelated,
}
