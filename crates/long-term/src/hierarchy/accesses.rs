//! Accesses by recall, which wait for the next write: a write for each recall would be most of what memory writes.

use amb_memory::hierarchy::{Change, ChangeSet, EntryVitals, MemoryEntry, MemoryId};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::mem;

/// Recalls after which their accesses are written, though nothing else is.
pub(super) const RECALLS: usize = 32;

/// Accesses of one entry.
#[derive(Debug, Clone, Copy)]
struct Access {
    /// The last time, in milliseconds since 1970.
    at: i64,
    times: u32,
}

type ByEntry = BTreeMap<MemoryId, Access>;

/// Accesses that are not written yet. Whoever reads an entry is shown them with it.
#[derive(Debug, Default)]
pub(super) struct WaitingAccesses {
    by_entry: RefCell<ByEntry>,
    /// Recalls since accesses were last taken to be written.
    recalls: Cell<usize>,
}

impl WaitingAccesses {
    /// Adds the accesses of one recall.
    pub fn add(&self, touches: &ChangeSet) {
        let mut waiting = self.by_entry.borrow_mut();
        for change in touches.changes() {
            if let Change::Touch { id, at, times } = change {
                let (at, times) = (*at, *times);
                join(&mut waiting, id.clone(), Access { at, times });
            }
        }
        self.recalls.set(self.recalls.get() + 1);
    }

    /// Returns true if they have waited for enough recalls.
    pub fn are_due(&self) -> bool {
        self.recalls.get() >= RECALLS
    }

    /// Takes them to be written. They wait again unless [`Taken::written`] is called.
    pub fn take(&self) -> Taken<'_> {
        self.recalls.set(0);
        Taken {
            waiting: self,
            by_entry: self.by_entry.take(),
        }
    }

    /// Returns an entry with the accesses that wait.
    pub fn shown(&self, mut entry: MemoryEntry) -> MemoryEntry {
        if let Some(access) = self.of(&entry.id) {
            entry.touch(access.at, access.times);
        }
        entry
    }

    /// Returns entries with the accesses that wait.
    pub fn shown_in(&self, entries: Vec<MemoryEntry>) -> Vec<MemoryEntry> {
        entries.into_iter().map(|entry| self.shown(entry)).collect()
    }

    /// Returns vitals with the accesses that wait.
    pub fn shown_in_vitals(&self, mut vitals: Vec<EntryVitals>) -> Vec<EntryVitals> {
        for entry in &mut vitals {
            if let Some(access) = self.of(&entry.id) {
                entry.touch(access.at, access.times);
            }
        }
        vitals
    }

    fn of(&self, id: &MemoryId) -> Option<Access> {
        self.by_entry.borrow().get(id).copied()
    }
}

/// Accesses that are being written. Dropped before they are, they wait again.
pub(super) struct Taken<'w> {
    waiting: &'w WaitingAccesses,
    by_entry: ByEntry,
}

impl Taken<'_> {
    /// Returns these changes and the accesses as one set. An entry that is forgotten takes its accesses along; those of
    /// a purged one are dropped. All others stand behind what replaces entries.
    pub fn beside(&self, changes: &ChangeSet) -> ChangeSet {
        let mut left = self.by_entry.clone();
        let mut all = Vec::with_capacity(changes.changes().len() + left.len());
        for change in changes.changes() {
            match change {
                Change::Forget { id, .. } => {
                    let access = left.remove(id);
                    all.extend(access.map(|access| touch(id.clone(), access)));
                }
                Change::Purge { id } => {
                    left.remove(id);
                }
                _ => {}
            }
            all.push(change.clone());
        }
        all.extend(left.into_iter().map(|(id, access)| touch(id, access)));
        ChangeSet::from(all)
    }

    /// Returns true if there are accesses of this entry.
    pub fn hold(&self, id: &MemoryId) -> bool {
        self.by_entry.contains_key(id)
    }

    /// Returns the entries.
    pub fn ids(&self) -> Vec<MemoryId> {
        self.by_entry.keys().cloned().collect()
    }

    /// Drops the accesses of all but these entries.
    pub fn keep(&mut self, there: &BTreeSet<MemoryId>) {
        self.by_entry.retain(|id, _| there.contains(id));
    }

    /// Ends their waiting.
    pub fn written(mut self) {
        self.by_entry.clear();
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        let mut waiting = self.waiting.by_entry.borrow_mut();
        for (id, access) in mem::take(&mut self.by_entry) {
            join(&mut waiting, id, access);
        }
    }
}

fn join(waiting: &mut ByEntry, id: MemoryId, access: Access) {
    let entry = waiting.entry(id).or_insert(Access {
        at: access.at,
        times: 0,
    });
    entry.at = entry.at.max(access.at);
    entry.times = entry.times.saturating_add(access.times);
}

fn touch(id: MemoryId, Access { at, times }: Access) -> Change {
    Change::Touch { id, at, times }
}
