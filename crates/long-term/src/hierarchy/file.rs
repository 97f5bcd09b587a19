//! Lines of an exported hierarchical memory.

use crate::exchange::{Checker, HIERARCHY_FORMAT, ImportFault, MemoryFile, MemoryRecord};
use amb_memory::hierarchy::{
    ContentHash, CoreMemory, Forgotten, MemoryEntry, MemoryId, MemoryLayer, without_recalled,
};
use amb_memory::text::visible;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A file of hierarchical memory, while it is read.
pub type HierarchyFile = MemoryFile<HierarchyRecord>;

/// Beyond it JavaScript no longer counts milliseconds exactly.
const LATEST: u64 = 1 << 53;

/// A line of such a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HierarchyRecord {
    /// A remembered entry.
    Entry(Box<MemoryEntry>),
    /// A forgotten one, which can be brought back.
    Forgotten(Box<Forgotten>),
    /// Core memory.
    Core(CoreMemory),
    /// The last line.
    End {
        /// Records before it.
        records: u64,
    },
}

impl HierarchyRecord {
    /// The entry, be it remembered or forgotten.
    pub(super) fn entry(&self) -> Option<&MemoryEntry> {
        match self {
            Self::Entry(entry) => Some(entry),
            Self::Forgotten(forgotten) => Some(&forgotten.entry),
            Self::Core(_) | Self::End { .. } => None,
        }
    }
}

impl MemoryRecord for HierarchyRecord {
    const FORMAT: &'static str = HIERARCHY_FORMAT;
    type Checker = HierarchyChecker;

    fn end(records: u64) -> Self {
        Self::End { records }
    }

    fn ended(&self) -> Option<u64> {
        match self {
            Self::End { records } => Some(*records),
            _ => None,
        }
    }
}

/// Knows the entries of a file so far.
#[derive(Debug, Default)]
pub struct HierarchyChecker {
    /// Whether the entry of an id was among the forgotten.
    forgotten: BTreeMap<MemoryId, bool>,
    contents: BTreeMap<(MemoryLayer, ContentHash), MemoryId>,
}

impl Checker<HierarchyRecord> for HierarchyChecker {
    fn check(&mut self, record: &HierarchyRecord) -> Result<(), ImportFault> {
        let Some(entry) = record.entry() else {
            return Ok(());
        };
        check_entry(entry)?;
        if let HierarchyRecord::Forgotten(forgotten) = record {
            check_time(entry, forgotten.forgotten_at)?;
        }
        let is_forgotten = matches!(record, HierarchyRecord::Forgotten(_));
        match self.forgotten.insert(entry.id.clone(), is_forgotten) {
            // Forgotten while the file was written.
            Some(false) if is_forgotten => {}
            None => {}
            Some(_) => return Err(ImportFault::DuplicateId(entry.id.to_string())),
        }
        let content = (entry.layer, entry.content_hash.clone());
        match self.contents.insert(content, entry.id.clone()) {
            Some(other) if other != entry.id => {
                Err(ImportFault::DuplicateContent(entry.id.to_string()))
            }
            _ => Ok(()),
        }
    }
}

/// Whether an entry could have been written by memory itself.
fn check_entry(entry: &MemoryEntry) -> Result<(), ImportFault> {
    entry.check()?;
    let unsound = |what, why| ImportFault::Unsound {
        what,
        id: entry.id.to_string(),
        why,
    };
    if visible(&entry.content) != entry.content.as_str() {
        return Err(unsound("the content", "text that can be seen"));
    }
    if without_recalled(&entry.content) != entry.content.as_str() {
        return Err(unsound("the content", "without marks of what was recalled"));
    }
    check_time(entry, entry.created_at)?;
    check_time(entry, entry.last_accessed)
}

fn check_time(entry: &MemoryEntry, time: i64) -> Result<(), ImportFault> {
    if time.unsigned_abs() <= LATEST {
        return Ok(());
    }
    Err(ImportFault::Unsound {
        what: "a time",
        id: entry.id.to_string(),
        why: "milliseconds since 1970",
    })
}
