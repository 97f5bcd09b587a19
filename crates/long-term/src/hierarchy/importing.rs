//! A file into memory.

use super::file::{HierarchyFile, HierarchyRecord};
use super::hierarchical_memory::HierarchicalMemory;
use super::writing::{TURNS, is_overtaken};
use crate::control::Control;
use crate::dating::latest_believed;
use crate::error::MemoryError;
use amb_memory::ListCursor;
use amb_memory::hierarchy::{
    Change, ChangeSet, ContentHash, CoreMemory, ForgetReason, Known, MemoryEntry, MemoryId,
    MemoryLayer, Met, Spelling,
};
use amb_memory::retrieval::Embedding;
use amb_memory::task::Trust;
use amb_store::long_term::LongTermError;
use serde::{Deserialize, Serialize};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// Records that are written at once.
const PART: usize = 256;

/// Result of an import.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ImportedMemories {
    /// New entries, those of the forgotten included.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub imported: usize,
    /// Number of new entries that are forgotten ones, as in the file.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub forgotten: usize,
    /// Entries whose content was here already, remembered or forgotten, which stays as it is; and those whose content
    /// stands in the file twice, which is taken once.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub duplicates: usize,
    /// New entries that got another id, because theirs is that of another memory here.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub renamed: usize,
    /// The file's core memory, which was not taken over: whoever wrote the file is not the user. The user may.
    pub core: Option<CoreMemory>,
    /// True if all records were imported. After a cancelled import, another import of the same file continues.
    pub complete: bool,
}

/// When and why an entry was forgotten.
type Forgetting = (i64, ForgetReason);

/// Decision on a record.
enum Fate {
    New(Box<MemoryEntry>, Option<Forgetting>),
    Known,
}

impl HierarchicalMemory {
    /// Imports a file that was read to its end. It is checked whole before anything is written; then it is written in
    /// parts, each whole. Whoever wrote the file wrote its labels, too: trust goes down to [`Trust::Imported`], so that
    /// nothing of it is first-hand. Vectors stay with the model that made them, but for those of zeros, which say that it
    /// hardly knew the text: these are made anew by upkeep. A time that is more than a year ahead, by a clock that was
    /// wrong or a writer who wants to be the newest for good, is taken for one of a year ahead.
    ///
    /// # Errors
    /// The file was cut off; that of the store, with [`MemoryError::Interrupted`] if parts were written before.
    /// Importing it again is harmless.
    pub async fn import(
        &self,
        file: HierarchyFile,
        control: &dyn Control,
    ) -> Result<ImportedMemories, MemoryError> {
        let mut report = ImportedMemories::default();
        let (records, copies) = once_each(latest(file.finish()?, &mut report));
        let mut names = self.names(&records, &mut report).await?;
        for (copy, taken) in copies {
            report.duplicates += 1;
            if let Some(name) = names.get(&taken).cloned() {
                names.insert(copy, name);
            }
        }
        let of = records.len();
        let arrival = Arrival {
            names: &names,
            circular: circular(&records, &names),
            latest: latest_believed(self.world.now()),
        };
        for (number, part) in records.chunks(PART).enumerate() {
            if control.is_cancelled() {
                return Ok(report);
            }
            let done = number * PART;
            let imported = self.import_part(part, &arrival, &mut report).await;
            self.embedded.look_once_more();
            match imported {
                Ok(()) => control.progress(done + part.len(), Some(of)),
                Err(MemoryError::Store(cause)) if done > 0 => {
                    let cause = Box::new(cause);
                    return Err(MemoryError::Interrupted { done, of, cause });
                }
                Err(error) => return Err(error),
            }
        }
        report.complete = true;
        Ok(report)
    }

    /// The id that each entry of the file has here: its own; that of the same content, if that is here; a new one, if
    /// its own is taken.
    async fn names(
        &self,
        records: &[HierarchyRecord],
        report: &mut ImportedMemories,
    ) -> Result<BTreeMap<MemoryId, MemoryId>, MemoryError> {
        let mut names = BTreeMap::new();
        let mut taken = self.forgotten_ids().await?;
        for part in records.chunks(PART) {
            let entries: Vec<&MemoryEntry> =
                part.iter().filter_map(HierarchyRecord::entry).collect();
            let kept = self.kept(&spellings(&entries)).await?;
            let ids: Vec<MemoryId> = entries.iter().map(|entry| entry.id.clone()).collect();
            let remembered = self.store.entries(&ids).await?;
            taken.extend(remembered.into_iter().map(|entry| entry.id));
            for (entry, kept) in entries.into_iter().zip(&kept) {
                let name = match entry.spelling().met(Known::entries(kept)) {
                    Met::Known(known) => known.id.clone(),
                    _ if taken.contains(&entry.id) => {
                        report.renamed += 1;
                        self.new_id()
                    }
                    _ => entry.id.clone(),
                };
                names.insert(entry.id.clone(), name);
            }
        }
        Ok(names)
    }

    /// The ids of all that is forgotten and not purged.
    async fn forgotten_ids(&self) -> Result<BTreeSet<MemoryId>, LongTermError> {
        let mut ids = BTreeSet::new();
        let mut after: Option<ListCursor> = None;
        loop {
            let page = self.store.forgotten_after(after.as_ref(), PART).await?;
            let is_last = page.len() < PART;
            after = page.last().map(ListCursor::of);
            ids.extend(page.into_iter().map(|forgotten| forgotten.entry.id));
            if is_last {
                return Ok(ids);
            }
        }
    }

    async fn import_part(
        &self,
        part: &[HierarchyRecord],
        arrival: &Arrival<'_>,
        report: &mut ImportedMemories,
    ) -> Result<(), MemoryError> {
        let entries: Vec<&MemoryEntry> = part.iter().filter_map(HierarchyRecord::entry).collect();
        for _ in 0..TURNS {
            let kept = self.kept(&spellings(&entries)).await?;
            let fates: Vec<Fate> = part
                .iter()
                .zip(&kept)
                .map(|(record, kept)| fate(record, kept, arrival))
                .collect();
            match self.write(&changes(&fates)).await {
                Ok(()) => {
                    count(&fates, report);
                    return Ok(());
                }
                Err(error) if is_overtaken(&error) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(MemoryError::Contended { attempts: TURNS })
    }
}

/// The entries of a file, each as it was last; core memory is set apart.
fn latest(records: Vec<HierarchyRecord>, report: &mut ImportedMemories) -> Vec<HierarchyRecord> {
    let mut latest: BTreeMap<MemoryId, HierarchyRecord> = BTreeMap::new();
    for record in records {
        if let HierarchyRecord::Core(core) = &record {
            report.core = (*core != CoreMemory::default()).then(|| core.clone());
        }
        if let Some(id) = record.entry().map(|entry| entry.id.clone()) {
            latest.insert(id, record);
        }
    }
    latest.into_values().collect()
}

/// The entries whose content is taken, each content of a layer once; and the ids of the others, each with the id of the
/// entry that is taken in its place. Memory that changes while its file is written may be told of a content anew under
/// another id. A remembered one is taken rather than a forgotten one: forgetting can be repeated. A content in another
/// spelling stands beside, as if it were told.
fn once_each(
    mut records: Vec<HierarchyRecord>,
) -> (Vec<HierarchyRecord>, BTreeMap<MemoryId, MemoryId>) {
    records.sort_by_key(|record| matches!(record, HierarchyRecord::Forgotten(_)));
    let mut taken: Vec<HierarchyRecord> = Vec::with_capacity(records.len());
    let mut places: BTreeMap<(MemoryLayer, ContentHash), usize> = BTreeMap::new();
    let mut copies = BTreeMap::new();
    for mut record in records {
        let Some(entry) = record.entry_mut() else {
            continue;
        };
        let spelling = entry.spelling();
        let of = |content| taken.get(*places.get(&content)?)?.entry();
        match spelling.met(spelling.contents().map(of)) {
            Met::Known(first) => {
                copies.insert(entry.id.clone(), first.id.clone());
                continue;
            }
            Met::Beside(hash) => entry.content_hash = hash,
            Met::New => {}
        }
        places.insert((entry.layer, entry.content_hash.clone()), taken.len());
        taken.push(record);
    }
    (taken, copies)
}

/// The entries, by their ids here, whose summaries lead back to them: none of these would be listed, as another one of them
/// stands for each.
fn circular(
    records: &[HierarchyRecord],
    names: &BTreeMap<MemoryId, MemoryId>,
) -> BTreeSet<MemoryId> {
    let entries = records.iter().filter_map(HierarchyRecord::entry);
    let summaries: BTreeMap<&MemoryId, &MemoryId> = entries
        .filter_map(|entry| {
            let summary = names.get(entry.summary_id.as_ref()?)?;
            Some((names.get(&entry.id)?, summary))
        })
        .collect();
    let mut seen_by = BTreeMap::new();
    let mut circular = BTreeSet::new();
    for (walk, start) in summaries.keys().enumerate() {
        let mut at = *start;
        while let Some(summary) = summaries.get(at) {
            match seen_by.entry(at) {
                Entry::Vacant(unseen) => {
                    unseen.insert(walk);
                }
                // Once more around, to have all of them.
                Entry::Occupied(seen) if *seen.get() == walk && circular.insert(at.clone()) => {}
                Entry::Occupied(_) => break,
            }
            at = summary;
        }
    }
    circular
}

fn spellings<'e>(entries: &[&'e MemoryEntry]) -> Vec<Spelling<'e>> {
    entries.iter().map(|entry| entry.spelling()).collect()
}

fn fate(record: &HierarchyRecord, kept: &[Option<Known>; 2], arrival: &Arrival<'_>) -> Fate {
    let Some(entry) = record.entry() else {
        return Fate::Known;
    };
    let content_hash = match entry.spelling().met(Known::entries(kept)) {
        Met::Known(_) => return Fate::Known,
        Met::Beside(hash) => hash,
        Met::New => entry.content_hash.clone(),
    };
    let entry = Box::new(MemoryEntry {
        content_hash,
        ..arrival.of(entry)
    });
    match record {
        HierarchyRecord::Forgotten(forgotten) => {
            let at = forgotten.forgotten_at.min(arrival.latest);
            Fate::New(entry, Some((at, forgotten.reason)))
        }
        _ => Fate::New(entry, None),
    }
}

/// Parameters that turn a file's entries into entries of this memory.
struct Arrival<'a> {
    /// The id that each has here.
    names: &'a BTreeMap<MemoryId, MemoryId>,
    /// Those here whose summaries lead back to them.
    circular: BTreeSet<MemoryId>,
    /// The latest time that is believed.
    latest: i64,
}

impl Arrival<'_> {
    /// An entry as it is imported: not trusted, under its name here, of no later time than is believed, and referring
    /// to what the file holds alone.
    fn of(&self, entry: &MemoryEntry) -> MemoryEntry {
        let names = self.names;
        let id = names.get(&entry.id).unwrap_or(&entry.id).clone();
        let named = |ids: &BTreeSet<MemoryId>| -> BTreeSet<MemoryId> {
            let here = ids.iter().filter_map(|other| names.get(other));
            here.filter(|other| **other != id).cloned().collect()
        };
        let summary = entry.summary_id.as_ref();
        let summary = summary.and_then(|summary| names.get(summary));
        MemoryEntry {
            related_ids: named(&entry.related_ids),
            source_ids: named(&entry.source_ids),
            summary_id: summary.filter(|_| !self.circular.contains(&id)).cloned(),
            trust: entry.trust.min(Trust::Imported),
            created_at: entry.created_at.min(self.latest),
            last_accessed: entry.last_accessed.min(self.latest),
            // That the model that runs hardly knows the text is for this model to say: upkeep asks it.
            embedding: entry.embedding.clone().filter(Embedding::has_direction),
            id,
            ..entry.clone()
        }
    }
}

/// Returns the changes of these records. The importance of new events counts towards the next reflection: their
/// writer's reflections do not count here, and conclusions of both are kept once.
fn changes(fates: &[Fate]) -> ChangeSet {
    let mut changes = Vec::new();
    let mut importance = 0.0;
    for fate in fates {
        if let Fate::New(entry, forgotten) = fate {
            if forgotten.is_none() && entry.is_event() {
                importance += f64::from(entry.importance);
            }
            changes.push(Change::Insert(entry.clone()));
            changes.extend(forgotten.iter().map(|(at, reason)| Change::Forget {
                id: entry.id.clone(),
                at: *at,
                reason: *reason,
            }));
        }
    }
    if importance > 0.0 {
        changes.push(Change::Accumulate { importance });
    }
    ChangeSet::from(changes)
}

fn count(fates: &[Fate], report: &mut ImportedMemories) {
    for fate in fates {
        match fate {
            Fate::Known => report.duplicates += 1,
            Fate::New(_, forgotten) => {
                report.imported += 1;
                report.forgotten += usize::from(forgotten.is_some());
            }
        }
    }
}
