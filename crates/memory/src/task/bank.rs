//! The three layers and the evidence index as one memory.

use super::conflict::{Dissent, QuotePlace};
use super::entry::InteractionEntry;
use super::error::TaskError;
use super::evidence::{EvidenceIndex, EvidencePassage, PassageId, indexed_text};
use super::ids::{ConflictId, EntryId, NodeId};
use super::insight_doc::InsightDoc;
use super::interaction_tree::{InteractionTree, MergeEvent};
use super::node::{NodeUpdate, QueryGraphNode};
use super::query_graph::QueryGraph;
use crate::text::Span;

/// A node to be added together with what it was made from.
#[derive(Debug, Clone, PartialEq)]
pub struct NewNode {
    /// The node.
    pub node: QueryGraphNode,
    /// Its first entry.
    pub entry: InteractionEntry,
}

/// The memory of one task (seed 000 §2.1). Every operation keeps the layers consistent with each
/// other, and one that is refused changes nothing: each entry is reachable from a node of the
/// graph, whatever was merged, and an id that named a merged node names no other.
#[derive(Debug, Clone)]
pub struct TaskBank {
    pub(super) dimensions: usize,
    pub(super) insight_doc: InsightDoc,
    pub(super) query_graph: QueryGraph,
    pub(super) interaction_tree: InteractionTree,
    pub(super) evidence: EvidenceIndex,
}

impl TaskBank {
    /// A memory that knows only its task; vectors have `dimensions` numbers (MiniLM: 384).
    #[must_use]
    pub fn new(insight_doc: InsightDoc, dimensions: usize) -> Self {
        Self {
            dimensions,
            insight_doc,
            query_graph: QueryGraph::new(dimensions),
            interaction_tree: InteractionTree::new(),
            evidence: EvidenceIndex::new(dimensions),
        }
    }

    /// Numbers per vector.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The first layer.
    #[must_use]
    pub fn insight_doc(&self) -> &InsightDoc {
        &self.insight_doc
    }

    /// The first layer, to be changed: it depends on no other.
    pub fn insight_doc_mut(&mut self) -> &mut InsightDoc {
        &mut self.insight_doc
    }

    /// The second layer.
    #[must_use]
    pub fn query_graph(&self) -> &QueryGraph {
        &self.query_graph
    }

    /// The third layer.
    #[must_use]
    pub fn interaction_tree(&self) -> &InteractionTree {
        &self.interaction_tree
    }

    /// The passages of the third layer.
    #[must_use]
    pub fn evidence(&self) -> &EvidenceIndex {
        &self.evidence
    }

    /// Adds a node with its first entry, which bounds its label and may flag it.
    ///
    /// # Errors
    /// As [`QueryGraph::add_node`] and [`InteractionTree::add_entry`]; [`TaskError::DuplicateNode`]
    /// also for the id of a merged node.
    pub fn add_node_with_entry(&mut self, new: NewNode) -> Result<(), TaskError> {
        let id = new.node.id.clone();
        self.add_node(new.node)?;
        let added = self.add_entry(&id, new.entry);
        if added.is_err() {
            self.query_graph.remove_node(&id)?;
        }
        added
    }

    /// Adds a node that has no entry yet.
    ///
    /// # Errors
    /// As [`QueryGraph::add_node`]; [`TaskError::DuplicateNode`] also for the id of a merged node.
    pub fn add_node(&mut self, node: QueryGraphNode) -> Result<(), TaskError> {
        if self.interaction_tree.knows(&node.id) {
            return Err(TaskError::DuplicateNode(node.id));
        }
        self.query_graph.add_node(node)
    }

    /// Adds an entry to a node, whose label it bounds and which it may flag.
    ///
    /// # Errors
    /// [`TaskError::UnknownNode`], and as [`InteractionTree::add_entry`].
    pub fn add_entry(&mut self, node: &NodeId, entry: InteractionEntry) -> Result<(), TaskError> {
        self.query_graph.require(node)?;
        let id = entry.entry_id.clone();
        self.interaction_tree.add_entry(node, entry)?;
        self.bound(node, &id);
        Ok(())
    }

    /// Lets an entry belong to a further node, whose label it bounds and which it may flag.
    ///
    /// # Errors
    /// [`TaskError::UnknownNode`], [`TaskError::UnknownEntry`].
    pub fn attach_entry(&mut self, node: &NodeId, entry: &EntryId) -> Result<(), TaskError> {
        self.query_graph.require(node)?;
        self.interaction_tree.attach_entry(node, entry)?;
        self.bound(node, entry);
        Ok(())
    }

    /// Labels a node by an entry of it.
    fn bound(&mut self, node: &NodeId, entry: &EntryId) {
        if let Some(entry) = self.interaction_tree.entry(entry) {
            self.query_graph.bound_by(node, entry.metadata.trust);
        }
    }

    /// Removes a node that has no entries.
    ///
    /// # Errors
    /// [`TaskError::UnknownNode`]; [`TaskError::NodeHasEntries`], because its entries could not be
    /// reached any more: such a node goes by [`Self::merge`]. A node made by a merge stays too.
    pub fn remove_node(&mut self, id: &NodeId) -> Result<QueryGraphNode, TaskError> {
        self.query_graph.require(id)?;
        if self.interaction_tree.knows(id) {
            return Err(TaskError::NodeHasEntries(id.clone()));
        }
        self.query_graph.remove_node(id)
    }

    /// As [`QueryGraph::link`].
    ///
    /// # Errors
    /// [`TaskError::UnknownNode`], [`TaskError::SelfLink`].
    pub fn link(&mut self, one: &NodeId, other: &NodeId) -> Result<bool, TaskError> {
        self.query_graph.link(one, other)
    }

    /// As [`QueryGraph::unlink`].
    ///
    /// # Errors
    /// [`TaskError::UnknownNode`], [`TaskError::SelfLink`].
    pub fn unlink(&mut self, one: &NodeId, other: &NodeId) -> Result<bool, TaskError> {
        self.query_graph.unlink(one, other)
    }

    /// As [`QueryGraph::dispute`].
    ///
    /// # Errors
    /// [`TaskError::UnknownNode`], [`TaskError::SelfLink`].
    pub fn dispute(
        &mut self,
        about: [&NodeId; 2],
        dissent: Dissent,
    ) -> Result<ConflictId, TaskError> {
        self.query_graph.dispute(about, dissent)
    }

    /// As [`QueryGraph::leave_undecided`].
    ///
    /// # Errors
    /// [`TaskError::UnknownConflict`].
    pub fn leave_undecided(&mut self, id: &ConflictId, grounds: &str) -> Result<(), TaskError> {
        self.query_graph.leave_undecided(id, grounds)
    }

    /// As [`QueryGraph::settle`].
    ///
    /// # Errors
    /// [`TaskError::UnknownConflict`].
    pub fn settle(&mut self, id: &ConflictId, grounds: &str) -> Result<bool, TaskError> {
        self.query_graph.settle(id, grounds)
    }

    /// Words of a node's entries, with the place where they stand, if they do.
    #[must_use]
    pub fn place_of(&self, node: &NodeId, words: &str) -> Option<QuotePlace> {
        let entries = self.interaction_tree.entries_of(node).into_iter();
        entries.filter(|_| !words.is_empty()).find_map(|entry| {
            let start = entry.text.find(words)?;
            Some(QuotePlace {
                entry: entry.entry_id.clone(),
                span: Span::new(start, start + words.len()),
            })
        })
    }

    /// As [`QueryGraph::update`].
    ///
    /// # Errors
    /// [`TaskError::UnknownNode`], [`TaskError::Retrieval`].
    pub fn update_node(&mut self, id: &NodeId, update: NodeUpdate) -> Result<(), TaskError> {
        self.query_graph.update(id, update)
    }

    /// As [`QueryGraph::embed`].
    ///
    /// # Errors
    /// [`TaskError::UnknownNode`], [`TaskError::Retrieval`].
    pub fn embed_node(
        &mut self,
        id: &NodeId,
        embedding: Vec<f32>,
        model: impl Into<String>,
    ) -> Result<(), TaskError> {
        self.query_graph.embed(id, embedding, model)
    }

    /// As [`EvidenceIndex::embed`].
    ///
    /// # Errors
    /// [`TaskError::UnknownPassage`], [`TaskError::Retrieval`].
    pub fn embed_passage(&mut self, id: &PassageId, vector: &[f32]) -> Result<(), TaskError> {
        self.evidence.embed(id, vector)
    }

    /// The text that a passage is indexed and embedded under; `None` for an unknown passage.
    #[must_use]
    pub fn indexed_text_of(&self, id: &PassageId) -> Option<String> {
        let entry = self.interaction_tree.entry(&id.entry)?;
        let words = entry
            .structure()
            .passage_words(&entry.text, self.evidence.span(id)?);
        Some(indexed_text(self.evidence.context(id)?, &words))
    }

    /// Replaces the nodes that `event` tells of by `new` in the graph, records the event and attaches
    /// the old nodes' entries to the new one (seed 000 §4.4).
    ///
    /// # Errors
    /// As [`QueryGraph::merge`] and [`InteractionTree::check_merge`]; [`TaskError::UnknownConflict`] for one of its ruling;
    /// [`TaskError::MergeEventMismatch`] if the event tells of another new node.
    pub fn merge(&mut self, new: QueryGraphNode, event: MergeEvent) -> Result<(), TaskError> {
        if event.new_node_id != new.id {
            return Err(TaskError::MergeEventMismatch(event.event_id));
        }
        if self.interaction_tree.knows(&new.id) {
            return Err(TaskError::DuplicateNode(new.id));
        }
        self.interaction_tree.check_merge(&event)?;
        let ruling = event.ruling.as_ref();
        for conflict in ruling.iter().flat_map(|ruling| &ruling.conflicts) {
            if self.query_graph.conflict(conflict).is_none() {
                return Err(TaskError::UnknownConflict(conflict.clone()));
            }
        }
        self.query_graph.merge(&event.merged_node_ids, new)?;
        if let Some(ruling) = ruling {
            for conflict in &ruling.conflicts {
                self.query_graph
                    .close(conflict, Some(&ruling.upheld), &ruling.grounds);
            }
        }
        self.interaction_tree.record_merge(event)
    }

    /// Indexes passages of an entry, in place of those it had.
    ///
    /// # Errors
    /// [`TaskError::UnknownEntry`], and as [`EvidenceIndex::add_entry_passages`].
    pub fn add_evidence(
        &mut self,
        entry: &EntryId,
        passages: Vec<EvidencePassage>,
    ) -> Result<(), TaskError> {
        let unknown = || TaskError::UnknownEntry(entry.clone());
        let told = self.interaction_tree.entry(entry).ok_or_else(unknown)?;
        let structure = told.structure();
        self.evidence
            .add_entry_passages(entry, &told.text, &structure, passages)
    }

    /// The nodes of the graph that an entry belongs to, in order of their ids.
    pub fn nodes_of_entry(&self, entry: &EntryId) -> impl Iterator<Item = &QueryGraphNode> {
        self.interaction_tree
            .nodes_of(entry)
            .filter_map(|node| self.query_graph.node(node))
    }
}
