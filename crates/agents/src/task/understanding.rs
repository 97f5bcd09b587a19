//! Vectors for what was read by its words alone, and the relations that these show.

use std::collections::BTreeSet;

use amb_memory::task::{NodeId, PassageId, TaskBank};

use super::{Adapter, AdapterError};
use crate::engine::Embeddings;

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
