//! The second layer: summaries and how they relate (seed 000 §3.2).

use super::conflict::Conflict;
use super::error::TaskError;
use super::ids::{ConflictId, NodeId};
use super::node::{NodeUpdate, QueryGraphNode};
use super::trust::Trust;
use crate::retrieval::HybridIndex;
use std::collections::{BTreeMap, BTreeSet};

/// Nodes in an adjacency list with undirected `related` links, and a hybrid index over them.
///
/// After every operation, also a refused one: each link goes both ways, between two different nodes
/// that exist; the index holds every node's present text and vector.
#[derive(Debug, Clone)]
pub struct QueryGraph {
    pub(super) nodes: BTreeMap<NodeId, QueryGraphNode>,
    pub(super) conflicts: BTreeMap<ConflictId, Conflict>,
    pub(super) index: HybridIndex<NodeId>,
}

impl QueryGraph {
    /// An empty graph for vectors of `dimensions` numbers (MiniLM: 384).
    #[must_use]
    pub fn new(dimensions: usize) -> Self {
        Self {
            nodes: BTreeMap::new(),
            conflicts: BTreeMap::new(),
            index: HybridIndex::new(dimensions),
        }
    }

    /// The node with this id.
    #[must_use]
    pub fn node(&self, id: &NodeId) -> Option<&QueryGraphNode> {
        self.nodes.get(id)
    }

    /// Returns true if a node has this id.
    #[must_use]
    pub fn contains(&self, id: &NodeId) -> bool {
        self.nodes.contains_key(id)
    }

    /// All nodes, in order of their ids.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = &QueryGraphNode> {
        self.nodes.values()
    }

    /// Number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns true if there is no node.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The index over the nodes, for the single channels and other rankings.
    #[must_use]
    pub fn index(&self) -> &HybridIndex<NodeId> {
        &self.index
    }

    /// The nodes linked to `id`, in order of their ids.
    ///
    /// # Errors
    /// [`TaskError::UnknownNode`].
    pub fn neighbours(&self, id: &NodeId) -> Result<Vec<&QueryGraphNode>, TaskError> {
        let node = self.require(id)?;
        Ok(node
            .links
            .iter()
            .filter_map(|link| self.nodes.get(link))
            .collect())
    }

    /// Adds a node, which is not disputed yet; what it links to links back.
    ///
    /// # Errors
    /// [`TaskError::DuplicateNode`]; [`TaskError::UnknownNode`] or [`TaskError::SelfLink`] for a link;
    /// [`TaskError::UnknownConflict`] for a conflict; [`TaskError::Retrieval`] for a vector that does not fit.
    pub fn add_node(&mut self, node: QueryGraphNode) -> Result<(), TaskError> {
        if self.contains(&node.id) {
            return Err(TaskError::DuplicateNode(node.id));
        }
        self.check_references(&node, &BTreeSet::new())?;
        self.insert(node)
    }

    /// Removes a node with its links and the open conflicts with it.
    ///
    /// # Errors
    /// [`TaskError::UnknownNode`].
    pub fn remove_node(&mut self, id: &NodeId) -> Result<QueryGraphNode, TaskError> {
        let node = self
            .nodes
            .remove(id)
            .ok_or_else(|| TaskError::UnknownNode(id.clone()))?;
        self.index.remove(id);
        for link in &node.links {
            if let Some(neighbour) = self.nodes.get_mut(link) {
                neighbour.links.remove(id);
            }
        }
        self.forget_conflicts(&node);
        Ok(node)
    }

    /// Links two nodes; `false` if they were linked.
    ///
    /// # Errors
    /// [`TaskError::UnknownNode`], [`TaskError::SelfLink`].
    pub fn link(&mut self, one: &NodeId, other: &NodeId) -> Result<bool, TaskError> {
        self.require_pair(one, other)?;
        for (from, to) in [(one, other), (other, one)] {
            if let Some(node) = self.nodes.get_mut(from)
                && !node.links.insert(to.clone())
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Unlinks two nodes; `false` if they were not linked.
    ///
    /// # Errors
    /// [`TaskError::UnknownNode`], [`TaskError::SelfLink`].
    pub fn unlink(&mut self, one: &NodeId, other: &NodeId) -> Result<bool, TaskError> {
        self.require_pair(one, other)?;
        let mut were_linked = false;
        for (from, to) in [(one, other), (other, one)] {
            if let Some(node) = self.nodes.get_mut(from) {
                were_linked |= node.links.remove(to);
            }
        }
        Ok(were_linked)
    }

    /// Gives a node a new context, keywords and vector, and indexes it anew (MB-07).
    ///
    /// # Errors
    /// [`TaskError::UnknownNode`]; [`TaskError::Retrieval`] for a vector that does not fit.
    pub fn update(&mut self, id: &NodeId, update: NodeUpdate) -> Result<(), TaskError> {
        let mut node = self.require(id)?.clone();
        node.context = update.context;
        node.keywords = update.keywords;
        node.embedding = update.embedding;
        node.embedding_model = update.embedding_model;
        node.trust = node.trust.min(update.trust);
        self.insert(node)
    }

    /// Lowers a node's label to that of a text that it is made of.
    pub(super) fn bound_by(&mut self, id: &NodeId, trust: Trust) {
        if let Some(node) = self.nodes.get_mut(id) {
            node.trust = node.trust.min(trust);
        }
    }

    /// Gives a node another vector for the same text, as when the model changes (MB-05).
    ///
    /// # Errors
    /// [`TaskError::UnknownNode`]; [`TaskError::Retrieval`] for a vector that does not fit.
    pub fn embed(
        &mut self,
        id: &NodeId,
        embedding: Vec<f32>,
        model: impl Into<String>,
    ) -> Result<(), TaskError> {
        let mut node = self.require(id)?.clone();
        node.embedding = Some(embedding);
        node.embedding_model = Some(model.into());
        self.insert(node)
    }

    /// Replaces the nodes `old` by `new`, which inherits their links and their conflicts with others
    /// (seed 000 §4.4), and is trusted no more than any of them.
    ///
    /// # Errors
    /// As [`Self::add_node`] for `new`, where a link to one of `old` is dropped, not refused;
    /// [`TaskError::UnknownNode`] and [`TaskError::NothingToMerge`] for `old`.
    pub fn merge(&mut self, old: &[NodeId], mut new: QueryGraphNode) -> Result<(), TaskError> {
        let merged: BTreeSet<NodeId> = old.iter().cloned().collect();
        if merged.is_empty() || merged.len() < old.len() {
            return Err(TaskError::NothingToMerge);
        }
        if self.contains(&new.id) {
            return Err(TaskError::DuplicateNode(new.id));
        }
        for id in &merged {
            let node = self.require(id)?;
            new.links.extend(node.links.iter().cloned());
            new.trust = new.trust.min(node.trust);
        }
        new.links.retain(|link| !merged.contains(link));
        self.check_references(&new, &merged)?;
        let into = new.id.clone();
        self.insert(new)?;
        self.inherit_conflicts(&merged, &into);
        for id in &merged {
            self.remove_node(id)?;
        }
        Ok(())
    }

    pub(super) fn require(&self, id: &NodeId) -> Result<&QueryGraphNode, TaskError> {
        self.nodes
            .get(id)
            .ok_or_else(|| TaskError::UnknownNode(id.clone()))
    }

    pub(super) fn require_pair(&self, one: &NodeId, other: &NodeId) -> Result<(), TaskError> {
        if one == other {
            return Err(TaskError::SelfLink(one.clone()));
        }
        self.require(one)?;
        self.require(other)?;
        Ok(())
    }

    /// Checks that the links of a node lead to other nodes that exist and stay, and that the node lists no conflicts.
    fn check_references(
        &self,
        node: &QueryGraphNode,
        going: &BTreeSet<NodeId>,
    ) -> Result<(), TaskError> {
        for reference in &node.links {
            if *reference == node.id {
                return Err(TaskError::SelfLink(node.id.clone()));
            }
            if going.contains(reference) || !self.contains(reference) {
                return Err(TaskError::UnknownNode(reference.clone()));
            }
        }
        match node.disputed.first() {
            Some(conflict) => Err(TaskError::UnknownConflict(conflict.clone())),
            None => Ok(()),
        }
    }

    /// Stores and indexes a node whose references exist, and makes them mutual.
    fn insert(&mut self, mut node: QueryGraphNode) -> Result<(), TaskError> {
        self.index.upsert(
            node.id.clone(),
            &node.embedding_text(),
            node.embedding.as_deref(),
        )?;
        node.embedding = self.index.vector(&node.id).map(<[f32]>::to_vec);
        for link in &node.links {
            if let Some(neighbour) = self.nodes.get_mut(link) {
                neighbour.links.insert(node.id.clone());
            }
        }
        self.nodes.insert(node.id.clone(), node);
        Ok(())
    }
}
