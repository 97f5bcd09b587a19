//! Accesses by recall, which wait for the next write: a write for each recall would be most of what memory writes.

use amb_memory::hierarchy::{Change, ChangeSet, EntryVitals, MemoryEntry, MemoryId};
use std::cell::{Cell, RefCell};
use std::mem;

/// Recalls after which their accesses are written, though nothing else is.
const RECALLS: usize = 32;

/// Accesses of one entry.
#[derive(Debug, Clone)]
struct Access {
    id: MemoryId,
    /// The last time, in milliseconds since 1970.
    at: i64,
    times: u32,
}

impl From<Access> for Change {
    fn from(Access { id, at, times }: Access) -> Self {
        Self::Touch { id, at, times }
    }
}

/// Accesses that are not written yet. Whoever reads an entry is shown them with it.
#[derive(Debug, Default)]
pub(super) struct WaitingAccesses {
    /// Accesses, one for each entry, sorted by id: a map would be several kilobytes of code.
    accesses: RefCell<Vec<Access>>,
    /// Recalls since accesses were last taken to be written.
    recalls: Cell<usize>,
}

impl WaitingAccesses {
    /// Adds the accesses of one recall.
    pub fn add(&self, touches: &ChangeSet) {
        for change in touches.changes() {
            if let Change::Touch { id, at, times } = change {
                let (at, times) = (*at, *times);
                let id = id.clone();
                self.join(Access { id, at, times });
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
            accesses: self.accesses.take(),
        }
    }

    /// Adds the accesses that wait to entries.
    pub fn show_in(&self, entries: &mut [MemoryEntry]) {
        let accesses = self.accesses.borrow();
        for entry in entries {
            if let Some(access) = of(&accesses, &entry.id) {
                entry.touch(access.at, access.times);
            }
        }
    }

    /// Adds the accesses that wait to vitals.
    pub fn show_in_vitals(&self, vitals: &mut [EntryVitals]) {
        let accesses = self.accesses.borrow();
        for entry in vitals {
            if let Some(access) = of(&accesses, &entry.id) {
                entry.touch(access.at, access.times);
            }
        }
    }

    fn join(&self, access: Access) {
        let mut accesses = self.accesses.borrow_mut();
        match place(&accesses, &access.id) {
            Ok(place) => {
                if let Some(known) = accesses.get_mut(place) {
                    known.at = known.at.max(access.at);
                    known.times = known.times.saturating_add(access.times);
                }
            }
            Err(place) => accesses.insert(place, access),
        }
    }
}

/// Accesses that are being written. Dropped before they are, they wait again.
pub(super) struct Taken<'w> {
    waiting: &'w WaitingAccesses,
    accesses: Vec<Access>,
}

impl Taken<'_> {
    /// Returns these changes and the accesses as one set. An entry that is forgotten takes its accesses along; those of
    /// a purged one are dropped. All others stand behind what replaces entries.
    pub fn beside(&self, changes: &ChangeSet) -> ChangeSet {
        let mut left = self.accesses.clone();
        let mut all = Vec::with_capacity(changes.changes().len() + left.len());
        for change in changes.changes() {
            if let Change::Forget { id, .. } | Change::Purge { id } = change
                && let Ok(place) = place(&left, id)
            {
                let access = left.remove(place);
                if matches!(change, Change::Forget { .. }) {
                    all.push(access.into());
                }
            }
            all.push(change.clone());
        }
        all.extend(left.into_iter().map(Change::from));
        ChangeSet::from(all)
    }

    /// Returns true if there are accesses of this entry.
    pub fn hold(&self, id: &MemoryId) -> bool {
        place(&self.accesses, id).is_ok()
    }

    /// Returns the entries.
    pub fn ids(&self) -> Vec<MemoryId> {
        self.accesses.iter().map(|one| one.id.clone()).collect()
    }

    /// Drops the accesses of all but these entries.
    pub fn keep(&mut self, there: &[MemoryEntry]) {
        let is_there = |one: &Access| there.iter().any(|entry| entry.id == one.id);
        self.accesses.retain(is_there);
    }

    /// Ends their waiting.
    pub fn written(mut self) {
        self.accesses.clear();
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        for access in mem::take(&mut self.accesses) {
            self.waiting.join(access);
        }
    }
}

fn of<'a>(accesses: &'a [Access], id: &MemoryId) -> Option<&'a Access> {
    accesses.get(place(accesses, id).ok()?)
}

/// Returns the index of an entry's accesses, or the index to insert them at.
fn place(accesses: &[Access], id: &MemoryId) -> Result<usize, usize> {
    accesses.binary_search_by(|one| one.id.cmp(id))
}
