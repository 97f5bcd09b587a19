//! Contradictions between nodes: mutual, between nodes that exist, gone when nothing is contradicted.

use super::error::TaskError;
use super::ids::NodeId;
use super::node::{Dispute, QueryGraphNode, Resolution};
use super::query_graph::QueryGraph;
use std::collections::{BTreeMap, BTreeSet};

impl QueryGraph {
    /// Marks two nodes as contradicting each other. A node in several disputes keeps all partners,
    /// every description, a line each, and the latest resolution.
    ///
    /// # Errors
    /// [`TaskError::UnknownNode`], [`TaskError::SelfLink`].
    pub fn dispute(
        &mut self,
        one: &NodeId,
        other: &NodeId,
        description: &str,
        resolution: Resolution,
    ) -> Result<(), TaskError> {
        self.require_pair(one, other)?;
        for (node, with) in [(one, other), (other, one)] {
            if let Some(node) = self.nodes.get_mut(node) {
                let disputed = with_partner(node, with, description, resolution);
                add_description(&mut disputed.description, description);
                disputed.resolution = resolution;
            }
        }
        Ok(())
    }

    /// Leaves two nodes in a dispute that was validated and could not be decided, on these grounds.
    ///
    /// # Errors
    /// [`TaskError::UnknownNode`], [`TaskError::SelfLink`].
    pub fn leave_undecided(
        &mut self,
        one: &NodeId,
        other: &NodeId,
        description: &str,
        grounds: &str,
    ) -> Result<(), TaskError> {
        self.dispute(one, other, description, Resolution::Inconclusive)?;
        for node in [one, other] {
            let node = self.nodes.get_mut(node);
            if let Some(dispute) = node.and_then(|node| node.disputed.as_mut()) {
                grounds.clone_into(&mut dispute.grounds);
            }
        }
        Ok(())
    }

    /// Ends the dispute between two nodes; `false` if there was none.
    ///
    /// # Errors
    /// [`TaskError::UnknownNode`], [`TaskError::SelfLink`].
    pub fn settle(&mut self, one: &NodeId, other: &NodeId) -> Result<bool, TaskError> {
        self.require_pair(one, other)?;
        let mut were_disputed = false;
        for (node, with) in [(one, other), (other, one)] {
            if let Some(node) = self.nodes.get_mut(node) {
                were_disputed |= node
                    .disputed
                    .as_ref()
                    .is_some_and(|dispute| dispute.with.contains(with));
                drop_references(node, &BTreeSet::from([with.clone()]));
            }
        }
        for node in [one, other] {
            drop_settled(&mut self.nodes, node);
        }
        Ok(were_disputed)
    }

    /// The nodes that stand in a dispute, in order of their ids.
    pub fn disputed_nodes(&self) -> impl Iterator<Item = &QueryGraphNode> {
        self.nodes().filter(|node| node.disputed.is_some())
    }
}

/// Whether two descriptions of a dispute quote the same sides, whichever stands first.
#[must_use]
pub fn same_sides(one: &str, other: &str) -> bool {
    sides(one) == sides(other)
}

/// The parts of a description in an order that does not depend on which side stands first.
fn sides(description: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = description.split(['“', '”']).collect();
    parts.sort_unstable();
    parts
}

/// Keeps what a node is disputed for besides, a line each.
fn add_description(known: &mut String, description: &str) {
    for line in description.lines() {
        if known.lines().any(|told| same_sides(told, line)) {
            continue;
        }
        if !known.is_empty() {
            known.push('\n');
        }
        known.push_str(line);
    }
}

/// The node's dispute, with `partner` in it.
fn with_partner<'n>(
    node: &'n mut QueryGraphNode,
    partner: &NodeId,
    description: &str,
    resolution: Resolution,
) -> &'n mut Dispute {
    let dispute = node.disputed.get_or_insert_with(|| Dispute {
        with: Vec::new(),
        description: description.to_owned(),
        resolution,
        grounds: String::new(),
    });
    if let Err(place) = dispute.with.binary_search(partner) {
        dispute.with.insert(place, partner.clone());
    }
    dispute
}

/// Partners in order and once; a dispute with nobody is none.
pub(super) fn normalise(node: &mut QueryGraphNode) {
    if let Some(dispute) = &mut node.disputed {
        dispute.with.sort();
        dispute.with.dedup();
    }
    node.disputed.take_if(|dispute| dispute.with.is_empty());
}

/// Lets every partner of `node` dispute back.
pub(super) fn make_mutual(nodes: &mut BTreeMap<NodeId, QueryGraphNode>, node: &QueryGraphNode) {
    let Some(dispute) = &node.disputed else {
        return;
    };
    for partner in &dispute.with {
        if let Some(partner) = nodes.get_mut(partner) {
            with_partner(partner, &node.id, &dispute.description, dispute.resolution);
        }
    }
}

/// Ends the disputes of others with a node that is gone.
pub(super) fn forget(nodes: &mut BTreeMap<NodeId, QueryGraphNode>, gone: &QueryGraphNode) {
    let references = BTreeSet::from([gone.id.clone()]);
    for partner in gone.disputed.iter().flat_map(|dispute| &dispute.with) {
        if let Some(partner) = nodes.get_mut(partner) {
            drop_references(partner, &references);
        }
        drop_settled(nodes, partner);
    }
}

/// Takes `gone` out of a node's dispute.
pub(super) fn drop_references(node: &mut QueryGraphNode, gone: &BTreeSet<NodeId>) {
    if let Some(dispute) = &mut node.disputed {
        dispute.with.retain(|partner| !gone.contains(partner));
    }
    node.disputed.take_if(|dispute| dispute.with.is_empty());
}

/// Of what a node is disputed for, keeps the lines that a partner is disputed for, too: a line that none has was settled.
pub(super) fn drop_settled(nodes: &mut BTreeMap<NodeId, QueryGraphNode>, id: &NodeId) {
    let Some(dispute) = nodes.get(id).and_then(|node| node.disputed.as_ref()) else {
        return;
    };
    let partners = dispute.with.iter().filter_map(|id| nodes.get(id));
    let theirs = partners.filter_map(|node| node.disputed.as_ref());
    let theirs: Vec<&str> = theirs.flat_map(|one| one.description.lines()).collect();
    let is_open = |line: &&str| theirs.iter().any(|told| same_sides(told, line));
    let open: Vec<&str> = dispute.description.lines().filter(is_open).collect();
    let open = open.join("\n");
    let dispute = nodes.get_mut(id).and_then(|node| node.disputed.as_mut());
    if let Some(dispute) = dispute.filter(|_| !open.is_empty()) {
        dispute.description = open;
    }
}

/// Adds the partners of `old`, and what it is disputed for, to those of the node it is merged into; unresolved stays
/// unresolved.
pub(super) fn inherit(new: &mut QueryGraphNode, old: &QueryGraphNode) {
    let Some(inherited) = &old.disputed else {
        return;
    };
    let dispute = new.disputed.get_or_insert_with(|| Dispute {
        with: Vec::new(),
        ..inherited.clone()
    });
    dispute.with.extend(inherited.with.iter().cloned());
    add_description(&mut dispute.description, &inherited.description);
    if inherited.resolution == Resolution::Unresolved {
        dispute.resolution = Resolution::Unresolved;
    }
}
