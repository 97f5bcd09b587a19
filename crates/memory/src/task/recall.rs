//! Retrieval from the graph (seed 000 §6.1, MB-06).

use super::error::TaskError;
use super::ids::NodeId;
use super::node::QueryGraphNode;
use super::query_graph::QueryGraph;
use crate::retrieval::Query;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A node that retrieval found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RecalledNode<'g> {
    /// The node.
    pub node: &'g QueryGraphNode,
    /// Its fused score; none if only its link to a hit brought it.
    pub score: Option<f32>,
    /// True if only a link to a hit brought the node.
    pub is_neighbour: bool,
}

impl QueryGraph {
    /// The `k` best nodes by fused score and the nodes linked to them, newest first, of equal ones the higher id. The
    /// query's excluded nodes are not found, not as neighbours either. An empty graph has nothing to
    /// find.
    ///
    /// # Errors
    /// [`TaskError::Retrieval`] for a vector or α that does not fit.
    pub fn retrieve(&self, query: &Query<'_, NodeId>) -> Result<Vec<RecalledNode<'_>>, TaskError> {
        let hits = self.index.search(query)?;
        let excluded = |id: &NodeId| query.exclude.is_some_and(|exclude| exclude.contains(id));
        let mut scores: BTreeMap<&NodeId, Option<f32>> =
            hits.iter().map(|hit| (&hit.key, Some(hit.score))).collect();
        for node in hits.iter().filter_map(|hit| self.node(&hit.key)) {
            for link in node.links.iter().filter(|link| !excluded(link)) {
                scores.entry(link).or_insert(None);
            }
        }
        let mut recalled: Vec<RecalledNode<'_>> = scores
            .into_iter()
            .filter_map(|(id, score)| {
                let node = self.node(id)?;
                Some(RecalledNode {
                    node,
                    score,
                    is_neighbour: score.is_none(),
                })
            })
            .collect();
        recalled.sort_by_key(|found| Reverse((found.node.timestamp, &found.node.id)));
        Ok(recalled)
    }
}
