//! Entries, remembered and forgotten.

use super::super::change_set::{Forgotten, MemoryState};
use super::super::consolidation::EntryVitals;
use super::super::entry::{ContentHash, MemoryEntry, MemoryId, MemoryLayer};
use super::super::observation::Known;
use super::super::recall::MemoryScope;
use crate::ListCursor;
use crate::retrieval::HybridIndex;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// A place among entries of equal score: the newest comes first, of one time the greater id.
pub(super) type NewestFirst = Reverse<(i64, MemoryId)>;

/// The place of an entry among its equals.
pub(super) fn newest_first(entry: &MemoryEntry) -> NewestFirst {
    Reverse((entry.created_at, entry.id.clone()))
}

/// All memories of one user, in memory.
///
/// Always holds: no id is both remembered and forgotten; a content hash occurs once in a layer, both
/// counted; every entry passes [`MemoryEntry::check`].
#[derive(Debug, Clone)]
pub struct EntryTable {
    pub(super) entries: BTreeMap<MemoryId, MemoryEntry>,
    pub(super) forgotten: BTreeMap<MemoryId, Forgotten>,
    /// Ids by content, remembered and forgotten.
    pub(super) by_content: BTreeMap<(MemoryLayer, ContentHash), MemoryId>,
    /// Index of the remembered entries by their words. The index breaks ties by its keys.
    pub(super) words: HybridIndex<NewestFirst>,
    pub(super) state: MemoryState,
}

impl Default for EntryTable {
    fn default() -> Self {
        Self {
            entries: BTreeMap::new(),
            forgotten: BTreeMap::new(),
            by_content: BTreeMap::new(),
            words: HybridIndex::new(0),
            state: MemoryState::default(),
        }
    }
}

impl EntryTable {
    /// A remembered entry.
    #[must_use]
    pub fn get(&self, id: &MemoryId) -> Option<&MemoryEntry> {
        self.entries.get(id)
    }

    /// The remembered ones of these entries, in this order.
    #[must_use]
    pub fn entries(&self, ids: &[MemoryId]) -> Vec<MemoryEntry> {
        ids.iter().filter_map(|id| self.get(id).cloned()).collect()
    }

    /// At most `limit` remembered entries after this place, the newest first.
    #[must_use]
    pub fn remembered_after(&self, after: Option<&ListCursor>, limit: usize) -> Vec<&MemoryEntry> {
        ListCursor::page(self.entries.values(), after, limit)
    }

    /// At most `limit` forgotten entries after this place, what was forgotten last first.
    #[must_use]
    pub fn forgotten_after(&self, after: Option<&ListCursor>, limit: usize) -> Vec<&Forgotten> {
        ListCursor::page(self.forgotten.values(), after, limit)
    }

    /// The entry of a layer with this content, remembered or forgotten.
    #[must_use]
    pub fn known(&self, layer: MemoryLayer, hash: &ContentHash) -> Option<Known> {
        let id = self.by_content.get(&(layer, hash.clone()))?;
        if let Some(forgotten) = self.forgotten.get(id) {
            return Some(Known {
                entry: forgotten.entry.clone(),
                forgotten: Some(forgotten.reason),
            });
        }
        Some(Known {
            entry: self.get(id)?.clone(),
            forgotten: None,
        })
    }

    /// The forgotten entries, in the order of their ids.
    pub fn forgotten(&self) -> impl ExactSizeIterator<Item = &Forgotten> {
        self.forgotten.values()
    }

    /// Returns the state of the memory beside its entries.
    #[must_use]
    pub fn state(&self) -> &MemoryState {
        &self.state
    }

    /// Returns the number of entries of a scope that no summary stands for.
    #[must_use]
    pub fn count(&self, scope: &MemoryScope) -> usize {
        self.in_scope(scope).count()
    }

    /// The vitals of all entries of a scope, in the order of their ids.
    #[must_use]
    pub fn vitals(&self, scope: &MemoryScope) -> Vec<EntryVitals> {
        let sources: BTreeSet<&MemoryId> = self
            .entries
            .values()
            .flat_map(|entry| &entry.source_ids)
            .collect();
        self.in_scope(scope)
            .map(|entry| EntryVitals::of(entry, sources.contains(&entry.id)))
            .collect()
    }

    /// The remembered facts of a subject and relation, in the order of their ids.
    #[must_use]
    pub fn facts(&self, subject: &str, relation: &str) -> Vec<MemoryEntry> {
        let states = |entry: &&MemoryEntry| {
            let fact = entry.fact.as_ref();
            fact.is_some_and(|fact| fact.subject == subject && fact.relation == relation)
        };
        self.entries.values().filter(states).cloned().collect()
    }

    /// Returns the remembered summaries, insights and facts that derive from these entries, directly or indirectly, in
    /// the order of their ids. A caller that forgets an entry for good receives these.
    #[must_use]
    pub fn derived_from(&self, ids: &[MemoryId]) -> Vec<MemoryId> {
        let mut sources: BTreeSet<MemoryId> = ids.iter().cloned().collect();
        let mut derived = BTreeSet::new();
        while !sources.is_empty() {
            let is_new = |entry: &&MemoryEntry| {
                !derived.contains(&entry.id) && !entry.source_ids.is_disjoint(&sources)
            };
            let next: BTreeSet<MemoryId> = self
                .entries
                .values()
                .filter(is_new)
                .map(|entry| entry.id.clone())
                .collect();
            derived.extend(next.iter().cloned());
            sources = next;
        }
        derived.into_iter().collect()
    }

    /// The entries of a scope that are listed, in the order of their ids.
    pub(super) fn in_scope(&self, scope: &MemoryScope) -> impl Iterator<Item = &MemoryEntry> {
        let is_listed =
            |entry: &&MemoryEntry| scope.reaches_originals() || self.stands_for_itself(entry);
        let all = self.entries.values().filter(|entry| scope.admits(entry));
        all.filter(is_listed)
    }

    /// Returns true if no remembered summary stands for the entry.
    pub(super) fn stands_for_itself(&self, entry: &MemoryEntry) -> bool {
        let summary = entry.summary_id.as_ref();
        summary.is_none_or(|summary| !self.entries.contains_key(summary))
    }
}
