//! Vectors for what was read by its words alone, and the relations that these show.

use std::collections::BTreeSet;

use amb_memory::retrieval::Query;
use amb_memory::task::{NodeId, PassageId, QueryGraphNode, TaskBank};

use super::{Adapter, AdapterError};
use crate::engine::Embeddings;

/// So many times the nodes that a retrieval returns get their vectors for a step, and are told to the planning agent.
const NODES_FOR_A_STEP: usize = 2;

impl Adapter<'_> {
    /// Returns the nodes without a vector, oldest first, each with the bytes of its entries.
    pub(crate) fn not_understood(&self) -> Vec<(NodeId, usize)> {
        let tree = self.session.bank.interaction_tree();
        let nodes = self.session.bank.query_graph().nodes();
        let unread = nodes.filter(|node| node.embedding.is_none());
        unread
            .map(|node| {
                let entries = tree.entries_of(&node.id).into_iter();
                let bytes = entries.map(|entry| entry.text.len()).sum();
                (node.id.clone(), bytes)
            })
            .collect()
    }

    /// Gives a node and the passages of its entries their vectors, and relates the node to those that it was not
    /// compared with by its words. Passages of a text that the model does not know stay without.
    ///
    /// # Errors
    /// Errors of the embedder's host, the engine and the memory.
    pub(crate) async fn understand(&mut self, id: &NodeId) -> Result<(), AdapterError> {
        let bank = &self.session.bank;
        let Some(node) = bank.query_graph().node(id) else {
            return Ok(());
        };
        let text = node.embedding_text();
        let conflicts = bank.query_graph().conflicts();
        let mut known: BTreeSet<NodeId> = conflicts
            .filter(|one| one.about.contains(id))
            .flat_map(|one| one.about.iter().cloned())
            .collect();
        known.extend(node.links.iter().cloned());
        let embeddings = self.context.embeddings;
        let own = embeddings.embed_one(text).await?;
        let (Some(own), Some(model)) = (own, embeddings.model_id()) else {
            return Ok(());
        };
        let bank = &mut self.session.bank;
        if own.is_known() {
            let entries = bank.interaction_tree().entries_of(id).into_iter();
            let passages = entries.flat_map(|one| bank.evidence().passages_of(&one.entry_id));
            let passages: Vec<PassageId> = passages.map(|(id, _)| id).collect();
            embed_passages(bank, embeddings, passages).await?;
        }
        self.session.bank.embed_node(id, own.vector, model)?;
        self.relate(id, &known).await
    }

    /// Keeps those of the new nodes that fit the task's goal best for the planning agent. A long document has more
    /// topics than a plan needs, and no model chose them.
    ///
    /// # Errors
    /// Errors of the memory.
    pub(crate) fn tell_of_fitting_nodes(&mut self) -> Result<(), AdapterError> {
        let goal = self.session.bank.insight_doc().task_goal();
        let fitting = self.nodes_with(goal)?.into_iter();
        let fitting: BTreeSet<NodeId> = fitting.map(|node| node.id.clone()).collect();
        let most = self.nodes_for_a_step();
        let new = &mut self.session.new_nodes;
        if new.iter().any(|id| fitting.contains(id)) {
            new.retain(|id| fitting.contains(id));
        }
        new.truncate(most);
        Ok(())
    }

    /// Gives the nodes that hold most of a step's words their vectors, where they have none: a node without one would
    /// stand behind any node with one.
    ///
    /// # Errors
    /// Errors of the embedder's host and the memory.
    pub(crate) async fn embed_nodes_for(&mut self, task: &str) -> Result<(), AdapterError> {
        let unread = self.nodes_with(task)?.into_iter();
        let unread = unread.filter(|node| node.embedding.is_none());
        let (ids, texts): (Vec<NodeId>, Vec<String>) = unread
            .map(|node| (node.id.clone(), node.embedding_text()))
            .unzip();
        let embeddings = self.context.embeddings;
        let vectors = embeddings.embed(&texts).await?.unwrap_or_default();
        let Some(model) = embeddings.model_id() else {
            return Ok(());
        };
        for (id, own) in ids.iter().zip(vectors) {
            let bank = &mut self.session.bank;
            bank.embed_node(id, own.vector, model.as_str())?;
        }
        Ok(())
    }

    /// The nodes that hold most of these words.
    fn nodes_with(&self, words: &str) -> Result<Vec<&QueryGraphNode>, AdapterError> {
        let found = self.session.bank.query_graph().retrieve(&Query {
            text: words,
            vector: None,
            alpha: 1.0,
            k: self.nodes_for_a_step(),
            exclude: None,
        })?;
        let found = found.into_iter().filter(|found| !found.is_neighbour);
        Ok(found.map(|found| found.node).collect())
    }

    fn nodes_for_a_step(&self) -> usize {
        NODES_FOR_A_STEP * self.context.settings.retrieval_k
    }
}

/// Gives those of the passages that have no vector theirs.
///
/// # Errors
/// Errors of the embedder's host and the memory.
pub(crate) async fn embed_passages(
    bank: &mut TaskBank,
    embeddings: &Embeddings<'_>,
    mut passages: Vec<PassageId>,
) -> Result<(), AdapterError> {
    passages.retain(|id| bank.evidence().vector(id).is_none());
    let texts = passages.iter().filter_map(|id| bank.indexed_text_of(id));
    let texts: Vec<String> = texts.collect();
    let vectors = embeddings.embed(&texts).await?.unwrap_or_default();
    for (id, embedding) in passages.iter().zip(vectors) {
        bank.embed_passage(id, &embedding.vector)?;
    }
    Ok(())
}
