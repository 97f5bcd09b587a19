//! Lines of an exported hierarchical memory.

use crate::exchange::{Checker, HIERARCHY_FORMAT, ImportFault, MemoryFile, MemoryRecord};
use amb_memory::LATEST_TIME;
use amb_memory::hierarchy::{
    CoreBlock, CoreMemory, Forgotten, MemoryEntry, MemoryId, without_recalled,
};
use amb_memory::text::visible;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A file of hierarchical memory, while it is read.
pub type HierarchyFile = MemoryFile<HierarchyRecord>;

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

    /// Likewise, to be changed.
    pub(super) fn entry_mut(&mut self) -> Option<&mut MemoryEntry> {
        match self {
            Self::Entry(entry) => Some(entry),
            Self::Forgotten(forgotten) => Some(&mut forgotten.entry),
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
    /// Ids of the file's entries; true if the entry is forgotten.
    forgotten: BTreeMap<MemoryId, bool>,
}

impl Checker<HierarchyRecord> for HierarchyChecker {
    fn check(&mut self, record: &HierarchyRecord) -> Result<(), ImportFault> {
        if let HierarchyRecord::Core(core) = record {
            return check_core(core);
        }
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
        Ok(())
    }
}

/// Checks that memory itself could have written an entry.
fn check_entry(entry: &MemoryEntry) -> Result<(), ImportFault> {
    entry.check()?;
    let id = entry.id.as_str();
    check_text("the content", id, &entry.content)?;
    if let Some(fact) = &entry.fact {
        check_text("the fact's subject", id, &fact.subject)?;
        check_text("the fact's relation", id, &fact.relation)?;
        check_text("the fact's value", id, &fact.value)?;
    }
    check_time(entry, entry.created_at)?;
    check_time(entry, entry.last_accessed)
}

/// Checks that a core could have been set. The reader of the file shows the core to the user, who may take it over.
fn check_core(core: &CoreMemory) -> Result<(), ImportFault> {
    core.check()?;
    CoreBlock::ALL
        .into_iter()
        .try_for_each(|block| check_text("core memory", block.name(), core.block(block)))
}

/// Checks that memory would keep a text unchanged.
fn check_text(what: &'static str, id: &str, text: &str) -> Result<(), ImportFault> {
    let unsound = |why| ImportFault::Unsound {
        what,
        id: id.to_owned(),
        why,
    };
    if visible(text) != text {
        return Err(unsound("text that can be seen"));
    }
    if without_recalled(text) != text {
        return Err(unsound("without marks of what was recalled"));
    }
    Ok(())
}

fn check_time(entry: &MemoryEntry, time: i64) -> Result<(), ImportFault> {
    if time.unsigned_abs() <= LATEST_TIME {
        return Ok(());
    }
    Err(ImportFault::Unsound {
        what: "a time",
        id: entry.id.to_string(),
        why: "milliseconds since 1970",
    })
}
