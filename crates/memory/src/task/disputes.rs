//! Conflicts in the graph: between two nodes that exist, listed by both, kept when they are over.

use super::conflict::{Conflict, ConflictStatus, Dissent};
use super::error::TaskError;
use super::ids::{ConflictId, NodeId};
use super::node::QueryGraphNode;
use super::query_graph::QueryGraph;
use std::collections::BTreeSet;

impl QueryGraph {
    /// The conflict with this id.
    #[must_use]
    pub fn conflict(&self, id: &ConflictId) -> Option<&Conflict> {
        self.conflicts.get(id)
    }

    /// All conflicts, those that are over included, in order of their ids.
    pub fn conflicts(&self) -> impl Iterator<Item = &Conflict> {
        self.conflicts.values()
    }

    /// The open conflicts that a node stands in, in order of their ids.
    pub fn conflicts_of<'g>(
        &'g self,
        node: &'g QueryGraphNode,
    ) -> impl Iterator<Item = &'g Conflict> {
        node.disputed.iter().filter_map(|id| self.conflicts.get(id))
    }

    /// Notes that two nodes contradict each other; the sides are in their order. One that is known between the two is open
    /// again.
    ///
    /// # Errors
    /// [`TaskError::UnknownNode`], [`TaskError::SelfLink`].
    pub fn dispute(
        &mut self,
        [one, other]: [&NodeId; 2],
        dissent: Dissent,
    ) -> Result<ConflictId, TaskError> {
        self.require_pair(one, other)?;
        let mut known = self.conflicts.values();
        let known =
            known.find(|known| known.is_between(one, other) && known.dissent.is_same(&dissent));
        let id = known.map_or_else(|| self.next_conflict(), |known| known.id.clone());
        let conflict = self
            .conflicts
            .entry(id.clone())
            .or_insert_with(|| Conflict {
                id: id.clone(),
                about: [one.clone(), other.clone()],
                dissent,
                status: ConflictStatus::Open,
                upheld: None,
                grounds: String::new(),
            });
        conflict.status = ConflictStatus::Open;
        conflict.upheld = None;
        for node in [one, other] {
            if let Some(node) = self.nodes.get_mut(node) {
                node.disputed.insert(id.clone());
            }
        }
        Ok(id)
    }

    fn next_conflict(&self) -> ConflictId {
        let mut number = self.conflicts.len() + 1;
        loop {
            let id = ConflictId::from(format!("c{number}"));
            if !self.conflicts.contains_key(&id) {
                return id;
            }
            number += 1;
        }
    }

    /// Leaves a conflict open that was validated and could not be decided, on these grounds.
    ///
    /// # Errors
    /// [`TaskError::UnknownConflict`].
    pub fn leave_undecided(&mut self, id: &ConflictId, grounds: &str) -> Result<(), TaskError> {
        let conflict = self.conflicts.get_mut(id);
        let conflict = conflict.ok_or_else(|| TaskError::UnknownConflict(id.clone()))?;
        if conflict.status.is_open() {
            conflict.status = ConflictStatus::Undecided;
            grounds.clone_into(&mut conflict.grounds);
        }
        Ok(())
    }

    /// Ends a conflict that is none; `false` if it was over.
    ///
    /// # Errors
    /// [`TaskError::UnknownConflict`].
    pub fn settle(&mut self, id: &ConflictId, grounds: &str) -> Result<bool, TaskError> {
        let conflict = self.conflict(id);
        let conflict = conflict.ok_or_else(|| TaskError::UnknownConflict(id.clone()))?;
        let was_open = conflict.status.is_open();
        if was_open {
            self.close(id, None, grounds);
        }
        Ok(was_open)
    }

    /// Ends a conflict: the side of a node holds, or nobody's is refuted.
    pub(super) fn close(&mut self, id: &ConflictId, upheld: Option<&NodeId>, grounds: &str) {
        let Some(conflict) = self.conflicts.get_mut(id) else {
            return;
        };
        let upheld = upheld.filter(|upheld| conflict.about.contains(upheld));
        conflict.upheld = upheld.cloned();
        conflict.status = match upheld {
            Some(_) => ConflictStatus::Refuted,
            None => ConflictStatus::Settled,
        };
        grounds.clone_into(&mut conflict.grounds);
        for node in &conflict.about {
            if let Some(node) = self.nodes.get_mut(node) {
                node.disputed.remove(id);
            }
        }
    }

    /// The nodes that stand in an open conflict, in order of their ids.
    pub fn disputed_nodes(&self) -> impl Iterator<Item = &QueryGraphNode> {
        self.nodes().filter(|node| !node.disputed.is_empty())
    }

    /// Takes out the open conflicts with a node that is gone.
    pub(super) fn forget_conflicts(&mut self, gone: &QueryGraphNode) {
        for id in &gone.disputed {
            let conflict = self.conflicts.remove(id);
            for node in conflict.iter().flat_map(|conflict| &conflict.about) {
                if let Some(node) = self.nodes.get_mut(node) {
                    node.disputed.remove(id);
                }
            }
        }
    }

    /// Lets a node take over the open conflicts of those that it replaces; one between two of these is settled. What it
    /// would have twice with the same node it has once.
    pub(super) fn inherit_conflicts(&mut self, merged: &BTreeSet<NodeId>, into: &NodeId) {
        let taken = merged.iter().filter_map(|id| self.nodes.get(id));
        let taken: BTreeSet<ConflictId> = taken.flat_map(|node| node.disputed.clone()).collect();
        let mut seen: BTreeSet<(NodeId, [String; 2])> = BTreeSet::new();
        for id in taken {
            let Some(conflict) = self.conflicts.get_mut(&id) else {
                continue;
            };
            if conflict.about.iter().all(|node| merged.contains(node)) {
                self.close(&id, None, "");
                continue;
            }
            for node in &mut conflict.about {
                if merged.contains(node) {
                    into.clone_into(node);
                }
            }
            let partner = conflict
                .other(into)
                .cloned()
                .unwrap_or_else(|| into.clone());
            let is_new = seen.insert((partner.clone(), conflict.dissent.key().map(str::to_owned)));
            if is_new {
                self.nodes.entry(into.clone()).and_modify(|node| {
                    node.disputed.insert(id.clone());
                });
            } else {
                self.conflicts.remove(&id);
                self.nodes.entry(partner).and_modify(|node| {
                    node.disputed.remove(&id);
                });
            }
            for old in merged {
                self.nodes.entry(old.clone()).and_modify(|node| {
                    node.disputed.remove(&id);
                });
            }
        }
    }
}
