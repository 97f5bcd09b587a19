//! Invariants between and within the layers.

use super::bank::TaskBank;
use super::conflict::{Conflict, ConflictStatus, Quote};
use super::entry::{Attachment, InteractionEntry};
use super::error::TaskError;
use super::evidence::EvidenceIndex;
use super::ids::{ConflictId, EntryId, NodeId};
use super::interaction_tree::{InteractionTree, MergeEvent};
use super::node::QueryGraphNode;
use std::collections::{BTreeMap, BTreeSet};
use thiserror::Error;

/// Violated invariant of a memory that was built from parts.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum Inconsistency {
    /// A map's key is not the id of what stands under it.
    #[error("{id} stands under the key {key}")]
    WrongKey {
        /// The key.
        key: String,
        /// The id.
        id: String,
    },
    /// An id is no single word: models are shown ids, and it could speak to them.
    #[error("an id is empty, longer than 200 bytes, or holds white space or hidden characters")]
    UnfitId,
    /// A node links to or disputes itself.
    #[error("node {0} refers to itself")]
    SelfReference(NodeId),
    /// A node links to or disputes a node that is not there.
    #[error("node {from} refers to node {to}, which does not exist")]
    DanglingReference {
        /// The node.
        from: NodeId,
        /// Target of the reference.
        to: NodeId,
    },
    /// A link or dispute goes one way only.
    #[error("node {from} refers to node {to}, which does not refer back")]
    OneWayReference {
        /// The node.
        from: NodeId,
        /// Target of the reference.
        to: NodeId,
    },
    /// A node does not list the open conflicts that it stands in, or lists others.
    #[error("node {0} does not list its open conflicts")]
    MalformedDispute(NodeId),
    /// A conflict's words do not stand where they are told to, or its sentence is not that of its sides.
    #[error("conflict {0} does not quote what it names")]
    Misquoted(ConflictId),
    /// A node is told to have an entry that is not there.
    #[error("node {node} is told to have entry {entry}, which does not exist")]
    MissingEntry {
        /// The node.
        node: NodeId,
        /// The entry.
        entry: EntryId,
    },
    /// A node is told to have an entry twice, or an empty list of entries.
    #[error("the entries of node {0} are not listed once each")]
    MalformedEntryList(NodeId),
    /// No node of the graph leads to an entry.
    #[error("no node leads to entry {0}")]
    UnreachableEntry(EntryId),
    /// Entries belong to a node that neither is in the graph nor was merged.
    #[error("entries belong to node {0}, which never existed")]
    UnknownOwner(NodeId),
    /// A merge event contradicts the graph, an earlier event, or itself.
    #[error("merge event {0} contradicts what is there")]
    ImpossibleMerge(String),
    /// A merge did not attach an entry of a merged node to the new node.
    #[error("merge event {event} left entry {entry} behind")]
    EntryLeftBehind {
        /// The event's id.
        event: String,
        /// The entry.
        entry: EntryId,
    },
    /// A node is trusted more than one of its entries.
    #[error("node {node} is trusted more than its entry {entry}")]
    Overtrusted {
        /// The node.
        node: NodeId,
        /// The entry.
        entry: EntryId,
    },
    /// A vector is not of length 1.
    #[error("a vector of {0} is not of length 1")]
    NotUnit(String),
    /// The Insight Doc has no identifier.
    #[error("the Insight Doc has no identifier")]
    NoDocId,
    /// Passages belong to an entry that is not there.
    #[error("passages belong to entry {0}, which does not exist")]
    PassagesOfUnknownEntry(EntryId),
    /// A part is refused as it would be when added.
    #[error(transparent)]
    Refused(#[from] TaskError),
}

impl TaskBank {
    /// Checks everything that operations on this type keep true. It fails only for a defect of this
    /// crate; importing uses the same checks for what it reads.
    ///
    /// # Errors
    /// The first [`Inconsistency`] found.
    pub fn verify(&self) -> Result<(), Inconsistency> {
        check_graph(&self.query_graph.nodes, &self.query_graph.conflicts)?;
        check_quotes(&self.query_graph.conflicts, &self.interaction_tree)?;
        check_tree(&self.interaction_tree, &self.query_graph.nodes)?;
        check_evidence(&self.evidence, &self.interaction_tree)
    }
}

type Nodes = BTreeMap<NodeId, QueryGraphNode>;
type Conflicts = BTreeMap<ConflictId, Conflict>;

/// MB-02: every reference is mutual and between two nodes that exist.
pub(super) fn check_graph(nodes: &Nodes, conflicts: &Conflicts) -> Result<(), Inconsistency> {
    for (key, node) in nodes {
        if *key != node.id {
            return Err(Inconsistency::WrongKey {
                key: key.to_string(),
                id: node.id.to_string(),
            });
        }
        for link in &node.links {
            check_reference(nodes, node, link, |other| other.links.contains(key))?;
        }
        let stands_in = |id: &ConflictId| {
            let conflict = conflicts.get(id);
            conflict.is_some_and(|one| one.status.is_open() && one.about.contains(key))
        };
        if !node.disputed.iter().all(stands_in) {
            return Err(Inconsistency::MalformedDispute(key.clone()));
        }
    }
    conflicts
        .iter()
        .try_for_each(|(key, conflict)| check_conflict(nodes, key, conflict))
}

/// An open conflict is between two nodes that list it.
fn check_conflict(
    nodes: &Nodes,
    key: &ConflictId,
    conflict: &Conflict,
) -> Result<(), Inconsistency> {
    if *key != conflict.id {
        return Err(Inconsistency::WrongKey {
            key: key.to_string(),
            id: conflict.id.to_string(),
        });
    }
    let [one, other] = &conflict.about;
    if one == other {
        return Err(Inconsistency::SelfReference(one.clone()));
    }
    let is_refuted = conflict.status == ConflictStatus::Refuted;
    let upheld = conflict.upheld.as_ref();
    if upheld.is_some() != is_refuted
        || upheld.is_some_and(|upheld| !conflict.about.contains(upheld))
    {
        return Err(Inconsistency::Misquoted(key.clone()));
    }
    if !conflict.status.is_open() {
        return Ok(());
    }
    for (from, to) in [(one, other), (other, one)] {
        let Some(node) = nodes.get(to) else {
            return Err(Inconsistency::DanglingReference {
                from: from.clone(),
                to: to.clone(),
            });
        };
        if !node.disputed.contains(key) {
            return Err(Inconsistency::MalformedDispute(to.clone()));
        }
    }
    Ok(())
}

/// Every side stands where it is told to, and every sentence tells its sides.
pub(super) fn check_quotes(
    conflicts: &Conflicts,
    tree: &InteractionTree,
) -> Result<(), Inconsistency> {
    let stands = |quote: &Quote| {
        quote.place.as_ref().is_none_or(|place| {
            let entry = tree.entry(&place.entry);
            entry.is_some_and(|entry| {
                let told = entry.text.get(place.span.start..place.span.end);
                told == Some(quote.text.as_str())
            })
        })
    };
    let is_sound = |conflict: &Conflict| {
        let sides = conflict.dissent.sides.iter().flatten();
        sides.clone().all(stands) && conflict.dissent.tells_its_sides()
    };
    match conflicts.values().find(|conflict| !is_sound(conflict)) {
        Some(conflict) => Err(Inconsistency::Misquoted(conflict.id.clone())),
        None => Ok(()),
    }
}

fn check_reference(
    nodes: &Nodes,
    node: &QueryGraphNode,
    to: &NodeId,
    refers_back: impl Fn(&QueryGraphNode) -> bool,
) -> Result<(), Inconsistency> {
    let (from, to) = (node.id.clone(), to.clone());
    if from == to {
        return Err(Inconsistency::SelfReference(from));
    }
    match nodes.get(&to) {
        None => Err(Inconsistency::DanglingReference { from, to }),
        Some(other) if !refers_back(other) => Err(Inconsistency::OneWayReference { from, to }),
        Some(_) => Ok(()),
    }
}

/// MB-03: every entry is reachable from a node of the graph, every merge is one that could happen.
pub(super) fn check_tree(tree: &InteractionTree, nodes: &Nodes) -> Result<(), Inconsistency> {
    check_entries(&tree.entries)?;
    check_merges(tree, nodes)?;
    let merged: BTreeSet<&NodeId> = merged_nodes(&tree.merge_events).collect();
    let mut reachable: BTreeSet<&EntryId> = BTreeSet::new();
    for (node, entries) in &tree.node_to_entries {
        let live = nodes.contains_key(node);
        if !live && !merged.contains(node) {
            return Err(Inconsistency::UnknownOwner(node.clone()));
        }
        let mut listed = BTreeSet::new();
        for entry in entries {
            if !tree.entries.contains_key(entry) {
                return Err(Inconsistency::MissingEntry {
                    node: node.clone(),
                    entry: entry.clone(),
                });
            }
            if !listed.insert(entry) {
                return Err(Inconsistency::MalformedEntryList(node.clone()));
            }
        }
        if listed.is_empty() {
            return Err(Inconsistency::MalformedEntryList(node.clone()));
        }
        if let Some(live) = nodes.get(node) {
            check_trust(tree, live, entries)?;
            reachable.append(&mut listed);
        }
    }
    match tree.entries.keys().find(|entry| !reachable.contains(entry)) {
        Some(entry) => Err(Inconsistency::UnreachableEntry(entry.clone())),
        None => Ok(()),
    }
}

/// BX-05: a node is trusted no more than any of its entries.
fn check_trust(
    tree: &InteractionTree,
    node: &QueryGraphNode,
    entries: &[EntryId],
) -> Result<(), Inconsistency> {
    let mut of_node = entries.iter().filter_map(|id| tree.entry(id));
    match of_node.find(|entry| entry.metadata.trust < node.trust) {
        Some(entry) => Err(Inconsistency::Overtrusted {
            node: node.id.clone(),
            entry: entry.entry_id.clone(),
        }),
        None => Ok(()),
    }
}

/// MB-04: attachments are kept by reference.
fn check_entries(entries: &BTreeMap<EntryId, InteractionEntry>) -> Result<(), Inconsistency> {
    for (key, entry) in entries {
        if *key != entry.entry_id {
            return Err(Inconsistency::WrongKey {
                key: key.to_string(),
                id: entry.entry_id.to_string(),
            });
        }
        entry.attachments.iter().try_for_each(Attachment::check)?;
        entry.check_place()?;
    }
    Ok(())
}

/// Returns true if a vector has length 1, within the precision of 32-bit numbers.
pub(super) fn is_unit(vector: &[f32]) -> bool {
    let square: f32 = vector.iter().map(|number| number * number).sum();
    (square - 1.0).abs() < 0.01
}

/// Replays the merges: each takes nodes that were not merged before into one that was not either.
fn check_merges(tree: &InteractionTree, nodes: &Nodes) -> Result<(), Inconsistency> {
    let mut replayed = InteractionTree::new();
    for event in &tree.merge_events {
        let impossible = || Inconsistency::ImpossibleMerge(event.event_id.clone());
        replayed
            .record_merge(event.clone())
            .map_err(|_| impossible())?;
        check_attached(tree, event)?;
    }
    let merged: BTreeSet<&NodeId> = merged_nodes(&tree.merge_events).collect();
    for event in &tree.merge_events {
        let new_exists =
            nodes.contains_key(&event.new_node_id) != merged.contains(&event.new_node_id);
        let old_exist = event
            .merged_node_ids
            .iter()
            .any(|old| nodes.contains_key(old));
        if !new_exists || old_exist {
            return Err(Inconsistency::ImpossibleMerge(event.event_id.clone()));
        }
    }
    Ok(())
}

fn check_attached(tree: &InteractionTree, event: &MergeEvent) -> Result<(), Inconsistency> {
    let attached: BTreeSet<&EntryId> = tree.entry_ids(&event.new_node_id).iter().collect();
    let mut of_merged = event
        .merged_node_ids
        .iter()
        .flat_map(|old| tree.entry_ids(old));
    match of_merged.find(|entry| !attached.contains(entry)) {
        Some(entry) => Err(Inconsistency::EntryLeftBehind {
            event: event.event_id.clone(),
            entry: entry.clone(),
        }),
        None => Ok(()),
    }
}

fn merged_nodes(events: &[MergeEvent]) -> impl Iterator<Item = &NodeId> {
    events.iter().flat_map(|event| &event.merged_node_ids)
}

fn check_evidence(evidence: &EvidenceIndex, tree: &InteractionTree) -> Result<(), Inconsistency> {
    for (entry, passages) in &evidence.passages {
        let Some(InteractionEntry { text, .. }) = tree.entry(entry) else {
            return Err(Inconsistency::PassagesOfUnknownEntry(entry.clone()));
        };
        if let Some(index) = passages.iter().position(|passage| !passage.span.fits(text)) {
            return Err(TaskError::PassageOutsideEntry {
                entry: entry.clone(),
                index,
            }
            .into());
        }
    }
    Ok(())
}
