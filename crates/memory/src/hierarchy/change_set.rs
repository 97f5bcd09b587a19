//! Change sets. A store applies all of one, or nothing.

use super::entry::{MemoryEntry, MemoryId};
use super::working_memory::CoreMemory;
use crate::Listed;
use serde::{Deserialize, Serialize};

/// Changes that are applied in their order as one: a store that refuses one of them, or that dies
/// among them, has applied none.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ChangeSet {
    changes: Vec<Change>,
}

impl ChangeSet {
    /// The changes in their order.
    #[must_use]
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Returns true if nothing changes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// This set, and then another, as one.
    #[must_use]
    pub fn then(mut self, next: Self) -> Self {
        self.changes.extend(next.changes);
        self
    }
}

impl From<Vec<Change>> for ChangeSet {
    fn from(changes: Vec<Change>) -> Self {
        Self { changes }
    }
}

/// One change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "change")]
pub enum Change {
    /// A new entry. Refused if its id, or its content hash in its layer, is taken by a remembered or
    /// a forgotten one, or if [`MemoryEntry::check`] refuses it.
    Insert(Box<MemoryEntry>),
    /// Another state of a remembered entry, under the same rules.
    Replace(Box<MemoryEntry>),
    /// A remembered entry was recalled or observed again: [`MemoryEntry::touch`].
    Touch {
        /// The entry.
        id: MemoryId,
        /// The last time, in milliseconds since 1970.
        at: i64,
        /// Number of recalls or observations.
        times: u32,
    },
    /// A summary stands for a remembered entry from now on.
    Compress {
        /// The entry.
        id: MemoryId,
        /// The summary, remembered too.
        summary_id: MemoryId,
    },
    /// Facts were looked for in a remembered entry.
    TakeFacts {
        /// The entry.
        id: MemoryId,
    },
    /// A remembered entry goes to the forgotten, whole.
    Forget {
        /// The entry.
        id: MemoryId,
        /// When, in milliseconds since 1970.
        at: i64,
        /// Why.
        reason: ForgetReason,
    },
    /// A forgotten entry is remembered again, exactly as it was.
    Restore {
        /// The entry.
        id: MemoryId,
    },
    /// A forgotten entry is deleted for good.
    Purge {
        /// The entry.
        id: MemoryId,
    },
    /// Changes nothing; refused if the entry is not remembered. What rests on it is then written only while it stands.
    Require {
        /// The entry.
        id: MemoryId,
    },
    /// Importance counts towards the next reflection.
    Accumulate {
        /// Importance to add; negative to correct an estimate that was too high.
        importance: f64,
    },
    /// A reflection took what had accumulated until it began; what came since then stays.
    Reflect {
        /// When, in milliseconds since 1970.
        at: i64,
        /// Importance that the reflection took.
        taken: f64,
    },
    /// A consolidation was done.
    Consolidate {
        /// When, in milliseconds since 1970.
        at: i64,
    },
    /// Core memory has this text from now on.
    SetCore(CoreMemory),
}

/// Why an entry was forgotten.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case", tag = "why")]
pub enum ForgetReason {
    /// The user asked for it.
    Asked,
    /// It faded: nobody recalled it.
    Faded {
        /// Its strength when it was forgotten.
        strength: f32,
    },
}

/// A forgotten entry, kept until it is purged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Forgotten {
    /// The entry as it was.
    pub entry: MemoryEntry,
    /// When it was forgotten, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub forgotten_at: i64,
    /// Why.
    pub reason: ForgetReason,
}

impl Listed for Forgotten {
    fn place(&self) -> (i64, &str) {
        (self.forgotten_at, self.entry.id.as_str())
    }
}

/// State of a memory beside its entries.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
pub struct MemoryState {
    /// Importance of new events since the last reflection.
    pub accumulated_importance: f64,
    /// When the last reflection was, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub reflected_at: Option<i64>,
    /// When the last consolidation was, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub consolidated_at: Option<i64>,
    /// Core memory, which outlives the session.
    pub core: CoreMemory,
}

impl MemoryState {
    /// Applies a change to the state; one of entries changes nothing here.
    pub fn apply(&mut self, change: &Change) {
        match change {
            Change::Accumulate { importance } => {
                self.accumulated_importance = (self.accumulated_importance + importance).max(0.0);
            }
            Change::Reflect { at, taken } => {
                self.accumulated_importance = (self.accumulated_importance - taken).max(0.0);
                self.reflected_at = Some(*at);
            }
            Change::Consolidate { at } => self.consolidated_at = Some(*at),
            Change::SetCore(core) => self.core = core.clone(),
            _ => {}
        }
    }
}

impl Change {
    /// Counts one access of an entry.
    #[must_use]
    pub fn touch(id: MemoryId, at: i64) -> Self {
        Self::Touch { id, at, times: 1 }
    }
}

impl MemoryEntry {
    /// Counts accesses, the last of them at this time. A clock that went backwards does not make it older.
    pub fn touch(&mut self, at: i64, times: u32) {
        self.access_count = self.access_count.saturating_add(times);
        self.last_accessed = self.last_accessed.max(at);
    }
}
