//! Applying a change set: all of it, or nothing.

use super::super::change_set::{Change, ChangeSet, Forgotten, MemoryState};
use super::super::entry::{MemoryEntry, MemoryId};
use super::super::error::HierarchyError;
use super::table::{EntryTable, newest_first};
use std::collections::BTreeMap;

/// State of an id before a change set: remembered, forgotten, or absent.
type Before = (Option<MemoryEntry>, Option<Forgotten>);

impl EntryTable {
    /// Applies the changes in their order.
    ///
    /// # Errors
    /// Names the first that is refused; then nothing changed.
    pub fn apply(&mut self, changes: &ChangeSet) -> Result<(), HierarchyError> {
        let before = self.before(changes);
        let state = self.state.clone();
        for change in changes.changes() {
            if let Err(error) = self.apply_one(change) {
                self.roll_back(before, state);
                return Err(error);
            }
        }
        Ok(())
    }

    fn before(&self, changes: &ChangeSet) -> BTreeMap<MemoryId, Before> {
        let ids = changes.changes().iter().filter_map(changed_id);
        ids.map(|id| {
            let before = (
                self.entries.get(id).cloned(),
                self.forgotten.get(id).cloned(),
            );
            (id.clone(), before)
        })
        .collect()
    }

    fn roll_back(&mut self, before: BTreeMap<MemoryId, Before>, state: MemoryState) {
        for id in before.keys() {
            self.take(id);
            self.take_forgotten(id);
        }
        for (entry, forgotten) in before.into_values() {
            if let Some(entry) = entry {
                self.put(entry);
            }
            if let Some(forgotten) = forgotten {
                self.put_forgotten(forgotten);
            }
        }
        self.state = state;
    }

    fn apply_one(&mut self, change: &Change) -> Result<(), HierarchyError> {
        match change {
            Change::Insert(entry) => self.insert(entry),
            Change::Replace(entry) => self.replace(entry),
            Change::Touch { id, at, times } => self.change(id, |entry| entry.touch(*at, *times)),
            Change::Compress { id, summary_id } => self.compress(id, summary_id),
            Change::TakeFacts { id } => self.change(id, |entry| entry.facts_taken = true),
            Change::Forget { id, at, reason } => {
                let entry = self.take(id).ok_or_else(|| unknown(id))?;
                self.put_forgotten(Forgotten {
                    entry,
                    forgotten_at: *at,
                    reason: *reason,
                });
                Ok(())
            }
            Change::Restore { id } => {
                let forgotten = self.take_forgotten(id).ok_or_else(|| not_forgotten(id))?;
                self.put(forgotten.entry);
                Ok(())
            }
            Change::Purge { id } => match self.take_forgotten(id) {
                Some(_) => Ok(()),
                None => Err(not_forgotten(id)),
            },
            Change::Require { id } => {
                let entry = self.entries.get(id);
                entry.map(drop).ok_or_else(|| unknown(id))
            }
            Change::Accumulate { .. }
            | Change::Reflect { .. }
            | Change::Consolidate { .. }
            | Change::SetCore(_) => {
                self.state.apply(change);
                Ok(())
            }
        }
    }

    fn insert(&mut self, entry: &MemoryEntry) -> Result<(), HierarchyError> {
        entry.check()?;
        if self.entries.contains_key(&entry.id) || self.forgotten.contains_key(&entry.id) {
            return Err(HierarchyError::DuplicateId(entry.id.clone()));
        }
        self.check_content(entry)?;
        self.put(entry.clone());
        Ok(())
    }

    fn replace(&mut self, entry: &MemoryEntry) -> Result<(), HierarchyError> {
        entry.check()?;
        self.check_content(entry)?;
        self.take(&entry.id).ok_or_else(|| unknown(&entry.id))?;
        self.put(entry.clone());
        Ok(())
    }

    /// Checks that no other entry has this content.
    fn check_content(&self, entry: &MemoryEntry) -> Result<(), HierarchyError> {
        let key = (entry.layer, entry.content_hash.clone());
        match self.by_content.get(&key) {
            Some(existing) if *existing != entry.id => Err(HierarchyError::DuplicateContent {
                existing: existing.clone(),
            }),
            _ => Ok(()),
        }
    }

    fn compress(&mut self, id: &MemoryId, summary_id: &MemoryId) -> Result<(), HierarchyError> {
        if id == summary_id {
            return Err(HierarchyError::SelfReference(id.clone()));
        }
        if !self.entries.contains_key(summary_id) {
            return Err(unknown(summary_id));
        }
        self.change(id, |entry| entry.summary_id = Some(summary_id.clone()))
    }

    /// Changes what is not indexed.
    fn change(
        &mut self,
        id: &MemoryId,
        change: impl FnOnce(&mut MemoryEntry),
    ) -> Result<(), HierarchyError> {
        let entry = self.entries.get_mut(id).ok_or_else(|| unknown(id))?;
        change(entry);
        Ok(())
    }

    fn put(&mut self, entry: MemoryEntry) {
        let key = (entry.layer, entry.content_hash.clone());
        self.by_content.insert(key, entry.id.clone());
        let place = newest_first(&entry);
        // Without a vector the index refuses nothing but its four thousand millionth entry.
        let _ = self.words.upsert(place, &entry.content, None);
        self.entries.insert(entry.id.clone(), entry);
    }

    fn take(&mut self, id: &MemoryId) -> Option<MemoryEntry> {
        let entry = self.entries.remove(id)?;
        self.words.remove(&newest_first(&entry));
        self.by_content
            .remove(&(entry.layer, entry.content_hash.clone()));
        Some(entry)
    }

    fn put_forgotten(&mut self, forgotten: Forgotten) {
        let entry = &forgotten.entry;
        let key = (entry.layer, entry.content_hash.clone());
        self.by_content.insert(key, entry.id.clone());
        self.forgotten.insert(entry.id.clone(), forgotten);
    }

    fn take_forgotten(&mut self, id: &MemoryId) -> Option<Forgotten> {
        let forgotten = self.forgotten.remove(id)?;
        let entry = &forgotten.entry;
        self.by_content
            .remove(&(entry.layer, entry.content_hash.clone()));
        Some(forgotten)
    }
}

/// The entry that a change is about.
fn changed_id(change: &Change) -> Option<&MemoryId> {
    match change {
        Change::Insert(entry) | Change::Replace(entry) => Some(&entry.id),
        Change::Touch { id, .. }
        | Change::Compress { id, .. }
        | Change::TakeFacts { id }
        | Change::Forget { id, .. }
        | Change::Restore { id }
        | Change::Purge { id } => Some(id),
        Change::Require { .. }
        | Change::Accumulate { .. }
        | Change::Reflect { .. }
        | Change::Consolidate { .. }
        | Change::SetCore(_) => None,
    }
}

fn unknown(id: &MemoryId) -> HierarchyError {
    HierarchyError::UnknownEntry(id.clone())
}

fn not_forgotten(id: &MemoryId) -> HierarchyError {
    HierarchyError::NotForgotten(id.clone())
}
