//! Integration agent (MB-11): conflicting nodes into one.

use std::collections::BTreeMap;

use amb_memory::task::NodeId;
use serde::{Deserialize, Serialize};

use super::{NodeInfo, ValidationOutput};

/// A node to merge, with the neighbours that the merged node will inherit.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct NodeWithNeighbours {
    /// The node.
    pub node: NodeInfo,
    /// When it was made, in milliseconds: the later of two facts is preferred.
    pub timestamp: i64,
    /// Its neighbours, other than those to merge, the newest first.
    pub neighbours: Vec<NodeInfo>,
}

/// Nodes to merge and what validation found.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct IntegrationInput {
    /// Two or more nodes.
    pub nodes_to_merge: Vec<NodeWithNeighbours>,
    /// The authority on which side holds.
    pub validation: ValidationOutput,
}

/// The merged node and what changes around it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct IntegrationOutput {
    /// Content of the new node.
    pub merged_node: MergedNode,
    /// New context and keywords of inherited neighbours; those not named stay as they are.
    pub neighbour_updates: BTreeMap<NodeId, NeighbourUpdate>,
    /// The merge, told for the Interaction Tree.
    pub interaction_tree_description: String,
}

/// Content of a merged node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MergedNode {
    /// Combined summary, validated statements first.
    pub summary: String,
    /// Topic in one sentence.
    pub context: String,
    /// Keywords of all, without duplicates.
    pub keywords: Vec<String>,
}

/// New topic sentence and keywords of a neighbour.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NeighbourUpdate {
    /// New topic sentence.
    pub context: String,
    /// New keywords.
    pub keywords: Vec<String>,
}
