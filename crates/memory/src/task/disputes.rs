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
                with_partner(node, with, description, resolution).resolution = resolution;
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

/// The node's dispute, with `partner` in it, about this, too.
fn with_partner<'n>(
    node: &'n mut QueryGraphNode,
    partner: &NodeId,
    about: &str,
    resolution: Resolution,
) -> &'n mut Dispute {
    let dispute = node.disputed.get_or_insert_with(|| Dispute {
        with: Vec::new(),
        description: String::new(),
        about: Vec::new(),
        resolution,
        grounds: String::new(),
    });
    let place = dispute.with.binary_search(partner).unwrap_or_else(|place| {
        dispute.with.insert(place, partner.clone());
        dispute.about.insert(place, String::new());
        place
    });
    if let Some(known) = dispute.about.get_mut(place) {
        add_description(known, about);
    }
    describe(dispute);
    dispute
}

/// Describes a dispute by what it is about with each partner.
fn describe(dispute: &mut Dispute) {
    dispute.description.clear();
    for about in &dispute.about {
        add_description(&mut dispute.description, about);
    }
}

/// Each partner of a dispute, and what it is about with that one.
fn partners(dispute: &Dispute) -> impl Iterator<Item = (&NodeId, &String)> {
    dispute.with.iter().zip(&dispute.about)
}

/// Partners in order and once, and for each what it is about; a dispute with nobody is none.
pub(super) fn normalise(node: &mut QueryGraphNode) {
    if let Some(dispute) = &mut node.disputed {
        if dispute.about.len() != dispute.with.len() {
            dispute.about = vec![dispute.description.clone(); dispute.with.len()];
        }
        let about: BTreeMap<NodeId, String> = dispute
            .with
            .drain(..)
            .zip(dispute.about.drain(..))
            .collect();
        (dispute.with, dispute.about) = about.into_iter().unzip();
        describe(dispute);
    }
    node.disputed.take_if(|dispute| dispute.with.is_empty());
}

/// Lets every partner of `node` dispute back.
pub(super) fn make_mutual(nodes: &mut BTreeMap<NodeId, QueryGraphNode>, node: &QueryGraphNode) {
    let Some(dispute) = &node.disputed else {
        return;
    };
    for (partner, about) in partners(dispute) {
        if let Some(partner) = nodes.get_mut(partner) {
            with_partner(partner, &node.id, about, dispute.resolution);
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
    }
}

/// Takes `gone` out of a node's dispute, with all that it was about with them.
pub(super) fn drop_references(node: &mut QueryGraphNode, gone: &BTreeSet<NodeId>) {
    if let Some(dispute) = &mut node.disputed {
        let left = partners(dispute).filter(|(partner, _)| !gone.contains(partner));
        (dispute.with, dispute.about) = left.map(|(id, about)| (id.clone(), about.clone())).unzip();
        describe(dispute);
    }
    node.disputed.take_if(|dispute| dispute.with.is_empty());
}

/// Adds the partners of `old`, and what it is disputed for with each, to those of the node it is merged into;
/// unresolved stays unresolved.
pub(super) fn inherit(new: &mut QueryGraphNode, old: &QueryGraphNode) {
    let Some(inherited) = &old.disputed else {
        return;
    };
    let is_first = new.disputed.is_none();
    for (partner, about) in partners(inherited) {
        let dispute = with_partner(new, partner, about, inherited.resolution);
        if is_first {
            dispute.grounds.clone_from(&inherited.grounds);
        }
        if inherited.resolution == Resolution::Unresolved {
            dispute.resolution = Resolution::Unresolved;
        }
    }
}
