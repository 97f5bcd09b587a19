//! The third layer: what was read and said, word for word (seed 000 §3.3).

use super::entry::{Attachment, InteractionEntry};
use super::error::TaskError;
use super::ids::{ConflictId, EntryId, NodeId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Record of a merge of nodes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct MergeEvent {
    /// Its id.
    pub event_id: String,
    /// The nodes that are gone.
    pub merged_node_ids: Vec<NodeId>,
    /// The node in their place.
    pub new_node_id: NodeId,
    /// When, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub timestamp: i64,
    /// Why and how.
    pub description: String,
    /// Ruling of the validation on the nodes; `None` if it did not take a side.
    #[serde(default)]
    pub ruling: Option<Ruling>,
}

/// A conflict that validation decided: the statement of one node holds, that of the others is refuted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Ruling {
    /// The merged node whose statement holds.
    pub upheld: NodeId,
    /// The conflicts that it decided; the graph has them.
    pub conflicts: Vec<ConflictId>,
    /// On what grounds it was decided.
    pub grounds: String,
}

/// Entries, which nodes they belong to, and which nodes were merged. It only grows: entries never
/// change, and a merge attaches the old nodes' entries to the new node without forgetting whose
/// they were.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InteractionTree {
    pub(super) entries: BTreeMap<EntryId, InteractionEntry>,
    pub(super) node_to_entries: BTreeMap<NodeId, Vec<EntryId>>,
    pub(super) merge_events: Vec<MergeEvent>,
    /// End of the known text of each document: bytes and characters.
    document_ends: BTreeMap<String, (usize, usize)>,
}

impl InteractionTree {
    /// An empty tree.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The tree of these parts, which are taken as they are.
    pub(super) fn of_parts(
        entries: BTreeMap<EntryId, InteractionEntry>,
        node_to_entries: BTreeMap<NodeId, Vec<EntryId>>,
        merge_events: Vec<MergeEvent>,
    ) -> Self {
        let mut tree = Self {
            node_to_entries,
            merge_events,
            ..Self::default()
        };
        entries.values().for_each(|entry| tree.note_end(entry));
        tree.entries = entries;
        tree
    }

    /// Returns the end of the entries' text of a document, in bytes and in characters; 0 without an entry. The value is
    /// stored, not searched for: a run asks for it with every text that it finds.
    #[must_use]
    pub fn end_of(&self, document: &str) -> (usize, usize) {
        self.document_ends
            .get(document)
            .copied()
            .unwrap_or_default()
    }

    fn note_end(&mut self, entry: &InteractionEntry) {
        let Some(source) = &entry.metadata.source else {
            return;
        };
        // An import is judged after this: its numbers may be any.
        let chars = source
            .chars_before
            .saturating_add(entry.text.chars().count());
        let end = (source.span.end, chars).max(self.end_of(&source.document));
        self.document_ends.insert(source.document.clone(), end);
    }

    /// The entry with this id.
    #[must_use]
    pub fn entry(&self, id: &EntryId) -> Option<&InteractionEntry> {
        self.entries.get(id)
    }

    /// All entries, in order of their ids.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = &InteractionEntry> {
        self.entries.values()
    }

    /// The merges, oldest first.
    #[must_use]
    pub fn merge_events(&self) -> &[MergeEvent] {
        &self.merge_events
    }

    /// The entries of a node, by time, ties by id; none for a node without. A merged node's entries
    /// are still told.
    #[must_use]
    pub fn entries_of(&self, node: &NodeId) -> Vec<&InteractionEntry> {
        let mut entries: Vec<_> = self
            .entry_ids(node)
            .iter()
            .filter_map(|id| self.entries.get(id))
            .collect();
        entries.sort_by(|a, b| (a.timestamp, &a.entry_id).cmp(&(b.timestamp, &b.entry_id)));
        entries
    }

    /// The nodes an entry belongs to or belonged to before merges, in order of their ids.
    pub fn nodes_of(&self, entry: &EntryId) -> impl Iterator<Item = &NodeId> {
        let holds = move |ids: &Vec<EntryId>| ids.contains(entry);
        self.node_to_entries
            .iter()
            .filter(move |(_, ids)| holds(ids))
            .map(|(node, _)| node)
    }

    /// Returns the current node: the node itself, or the result of its merges.
    #[must_use]
    pub fn current_node<'t>(&'t self, node: &'t NodeId) -> &'t NodeId {
        // Events are in order of time, so that one pass follows a chain.
        self.merge_events.iter().fold(node, |current, event| {
            if event.merged_node_ids.contains(current) {
                &event.new_node_id
            } else {
                current
            }
        })
    }

    /// The rulings against a statement of this entry's node, oldest first: what the entry says of the conflict
    /// was refuted, unless the upheld node had the entry too.
    pub fn rulings_against(&self, entry: &EntryId) -> impl Iterator<Item = &Ruling> {
        let holds = move |node: &NodeId| self.entry_ids(node).contains(entry);
        self.merge_events.iter().filter_map(move |event| {
            let ruling = event.ruling.as_ref()?;
            let lost = event.merged_node_ids.iter().any(holds) && !holds(&ruling.upheld);
            lost.then_some(ruling)
        })
    }

    /// Returns the length of the longest chain of merges that led to the node; 0 for a node that no merge made.
    #[must_use]
    pub fn merge_depth(&self, node: &NodeId) -> usize {
        let mut depths: BTreeMap<&NodeId, usize> = BTreeMap::new();
        for event in &self.merge_events {
            let merged = event.merged_node_ids.iter();
            let deepest = merged.filter_map(|old| depths.get(old)).max().copied();
            depths.insert(&event.new_node_id, deepest.unwrap_or(0) + 1);
        }
        depths.get(node).copied().unwrap_or(0)
    }

    /// Returns true if a node of this id has entries or took part in a merge.
    #[must_use]
    pub fn knows(&self, node: &NodeId) -> bool {
        let took_part =
            |event: &MergeEvent| event.new_node_id == *node || event.merged_node_ids.contains(node);
        !self.entry_ids(node).is_empty() || self.merge_events.iter().any(took_part)
    }

    /// Adds an entry to a node.
    ///
    /// # Errors
    /// [`TaskError::DuplicateEntry`], [`TaskError::AttachmentByContent`], [`TaskError::MisplacedEntry`],
    /// [`TaskError::UnfitStructure`].
    pub fn add_entry(&mut self, node: &NodeId, entry: InteractionEntry) -> Result<(), TaskError> {
        if self.entries.contains_key(&entry.entry_id) {
            return Err(TaskError::DuplicateEntry(entry.entry_id));
        }
        entry.attachments.iter().try_for_each(Attachment::check)?;
        entry.check_place()?;
        self.attach(node, &entry.entry_id);
        self.note_end(&entry);
        self.entries.insert(entry.entry_id.clone(), entry);
        Ok(())
    }

    /// Lets an entry belong to a further node, as when one text is told by several nodes.
    ///
    /// # Errors
    /// [`TaskError::UnknownEntry`].
    pub fn attach_entry(&mut self, node: &NodeId, entry: &EntryId) -> Result<(), TaskError> {
        if !self.entries.contains_key(entry) {
            return Err(TaskError::UnknownEntry(entry.clone()));
        }
        self.attach(node, entry);
        Ok(())
    }

    /// Records a merge and attaches the merged nodes' entries to the new node.
    ///
    /// # Errors
    /// As [`Self::check_merge`].
    pub fn record_merge(&mut self, event: MergeEvent) -> Result<(), TaskError> {
        self.check_merge(&event)?;
        let inherited: Vec<EntryId> = event
            .merged_node_ids
            .iter()
            .flat_map(|node| self.entry_ids(node))
            .cloned()
            .collect();
        self.attach_all(&event.new_node_id, inherited);
        self.merge_events.push(event);
        Ok(())
    }

    /// Checks that a merge may be recorded.
    ///
    /// # Errors
    /// [`TaskError::DuplicateMergeEvent`]; [`TaskError::NothingToMerge`] without nodes or with one named twice;
    /// [`TaskError::DuplicateNode`] if the new node is one of the old, or one that was merged;
    /// [`TaskError::MergeEventMismatch`] if the ruling upholds a node that is not merged.
    pub fn check_merge(&self, event: &MergeEvent) -> Result<(), TaskError> {
        let merged: BTreeSet<&NodeId> = event.merged_node_ids.iter().collect();
        let was_merged = |node: &NodeId| {
            self.merge_events
                .iter()
                .any(|earlier| earlier.merged_node_ids.contains(node))
        };
        if self
            .merge_events
            .iter()
            .any(|earlier| earlier.event_id == event.event_id)
        {
            return Err(TaskError::DuplicateMergeEvent(event.event_id.clone()));
        }
        if merged.is_empty() || merged.len() < event.merged_node_ids.len() {
            return Err(TaskError::NothingToMerge);
        }
        if merged.contains(&event.new_node_id) || was_merged(&event.new_node_id) {
            return Err(TaskError::DuplicateNode(event.new_node_id.clone()));
        }
        if let Some(ruling) = &event.ruling
            && !merged.contains(&ruling.upheld)
        {
            return Err(TaskError::MergeEventMismatch(event.event_id.clone()));
        }
        if let Some(gone) = event.merged_node_ids.iter().find(|node| was_merged(node)) {
            return Err(TaskError::UnknownNode(gone.clone()));
        }
        Ok(())
    }

    pub(super) fn entry_ids(&self, node: &NodeId) -> &[EntryId] {
        self.node_to_entries.get(node).map_or(&[], Vec::as_slice)
    }

    fn attach(&mut self, node: &NodeId, entry: &EntryId) {
        self.attach_all(node, vec![entry.clone()]);
    }

    /// Appends what the node does not have yet.
    fn attach_all(&mut self, node: &NodeId, added: Vec<EntryId>) {
        if added.is_empty() {
            return;
        }
        let ids = self.node_to_entries.entry(node.clone()).or_default();
        let mut known: BTreeSet<EntryId> = ids.iter().cloned().collect();
        ids.extend(
            added
                .into_iter()
                .filter(|entry| known.insert(entry.clone())),
        );
    }
}
