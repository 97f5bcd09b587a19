//! Changes within a transaction.

use std::collections::BTreeSet;

use amb_memory::hierarchy::{Change, ForgetReason, HierarchyError, MemoryEntry, MemoryId};
use amb_store::StoreError;
use amb_store::long_term::LongTermError;
use rusqlite::Connection;

use super::rows::{self, Place, place};
use super::words::{self, Words};
use crate::database::records::{spelt, written};
use crate::database::session::{column, execute, first};
use crate::database::vectors::{self, Table};

/// Changes that are being made.
pub struct Changing<'c> {
    all: &'c Connection,
    /// Numbers of the entries whose search fields have changed.
    pub touched: BTreeSet<i64>,
    /// True if an entry was purged.
    pub has_purged: bool,
}

impl<'c> Changing<'c> {
    pub fn new(all: &'c Connection) -> Self {
        Self {
            all,
            touched: BTreeSet::new(),
            has_purged: false,
        }
    }

    /// Applies a change of entries; a change of the state does nothing here.
    pub fn apply(&mut self, change: &Change) -> Result<(), LongTermError> {
        match change {
            Change::Insert(entry) => self.insert(entry),
            Change::Replace(entry) => self.replace(entry),
            Change::Touch { id, at, times } => self.touch(id, *at, *times),
            Change::Compress { id, summary_id } => self.compress(id, summary_id),
            Change::TakeFacts { id } => self.change(id, |entry| entry.facts_taken = true),
            Change::Forget { id, at, reason } => self.forget(id, *at, *reason),
            Change::Restore { id } => self.restore(id),
            Change::Purge { id } => self.purge(id),
            Change::Require { id } => self.remembered(id).map(drop),
            Change::Accumulate { .. }
            | Change::Reflect { .. }
            | Change::Consolidate { .. }
            | Change::SetCore(_) => Ok(()),
        }
    }

    fn insert(&mut self, entry: &MemoryEntry) -> Result<(), LongTermError> {
        entry.check()?;
        if place(self.all, &entry.id)?.is_some() {
            return Err(HierarchyError::DuplicateId(entry.id.clone()).into());
        }
        self.check_content(entry)?;
        let words = Words::of(entry)?;
        let stands = self.would_stand(entry)?;
        let length = i64::try_from(words.length).unwrap_or(i64::MAX);
        let number = rows::put(self.all, None, entry, length, stands)?;
        vectors::put(self.all, Table::Memories, number, entry.embedding.as_ref())?;
        rows::name_sources(self.all, number, Some(entry))?;
        words.enter(self.all, number)?;
        self.touched.insert(number);
        self.stand_for(&entry.id, true)
    }

    fn replace(&mut self, entry: &MemoryEntry) -> Result<(), LongTermError> {
        entry.check()?;
        self.check_content(entry)?;
        let place = self.remembered(&entry.id)?;
        self.rewrite(place, entry)?;
        let number = place.number;
        vectors::put(self.all, Table::Memories, number, entry.embedding.as_ref())?;
        Ok(rows::name_sources(self.all, number, Some(entry))?)
    }

    /// Changes other fields than content and vector.
    fn change(
        &mut self,
        id: &MemoryId,
        change: impl FnOnce(&mut MemoryEntry),
    ) -> Result<(), LongTermError> {
        let place = self.remembered(id)?;
        let mut entry = rows::record(self.all, place.number)?;
        change(&mut entry);
        self.rewrite(place, &entry)
    }

    /// Writes another state of a remembered entry, except its vector and sources.
    fn rewrite(&mut self, place: Place, entry: &MemoryEntry) -> Result<(), LongTermError> {
        let before = rows::record(self.all, place.number)?;
        let stands = self.would_stand(entry)?;
        let is_found_alike = before.content == entry.content
            && before.layer == entry.layer
            && before.memory_type == entry.memory_type
            && before.speaker == entry.speaker
            && before.trust == entry.trust;
        let mut length = place.length;
        if !is_found_alike {
            words::remove(self.all, place.number, place.length)?;
            let words = Words::of(entry)?;
            length = i64::try_from(words.length).unwrap_or(i64::MAX);
            words.enter(self.all, place.number)?;
        }
        rows::put(self.all, Some(place.number), entry, length, stands)?;
        self.touched.insert(place.number);
        Ok(())
    }

    /// Counts accesses, which nothing is searched by.
    fn touch(&self, id: &MemoryId, at: i64, times: u32) -> Result<(), LongTermError> {
        let number = self.remembered(id)?.number;
        let mut entry = rows::record(self.all, number)?;
        entry.touch(at, times);
        Ok(rows::put_access(self.all, number, &entry)?)
    }

    fn compress(&mut self, id: &MemoryId, summary_id: &MemoryId) -> Result<(), LongTermError> {
        if id == summary_id {
            return Err(HierarchyError::SelfReference(id.clone()).into());
        }
        self.remembered(summary_id)?;
        self.change(id, |entry| entry.summary_id = Some(summary_id.clone()))
    }

    fn forget(
        &mut self,
        id: &MemoryId,
        at: i64,
        reason: ForgetReason,
    ) -> Result<(), LongTermError> {
        let place = self.remembered(id)?;
        let number = place.number;
        words::remove(self.all, number, place.length)?;
        let sql =
            "UPDATE memories SET stands = 0, forgotten_at = ?2, reason = ?3 WHERE number = ?1";
        execute(self.all, sql, (number, at, written(&reason)?))?;
        rows::name_sources(self.all, number, None)?;
        self.touched.insert(number);
        self.stand_for(id, false)
    }

    fn restore(&mut self, id: &MemoryId) -> Result<(), LongTermError> {
        let number = self.forgotten(id)?.number;
        let entry = rows::record(self.all, number)?;
        let stands = self.would_stand(&entry)?;
        Words::of(&entry)?.enter(self.all, number)?;
        let sql = "UPDATE memories SET stands = ?2, forgotten_at = NULL, reason = NULL
            WHERE number = ?1";
        execute(self.all, sql, (number, stands))?;
        rows::name_sources(self.all, number, Some(&entry))?;
        self.touched.insert(number);
        self.stand_for(id, true)
    }

    fn purge(&mut self, id: &MemoryId) -> Result<(), LongTermError> {
        let number = self.forgotten(id)?.number;
        execute(self.all, "DELETE FROM memories WHERE number = ?1", [number])?;
        self.touched.insert(number);
        self.has_purged = true;
        Ok(())
    }

    /// Lists the sources of a summary through it from now on, or by themselves again.
    fn stand_for(&mut self, summary: &MemoryId, is_remembered: bool) -> Result<(), LongTermError> {
        let sql = "UPDATE memories SET stands = ?2 WHERE summary = ?1 AND forgotten_at IS NULL";
        execute(self.all, sql, (summary.as_str(), !is_remembered))?;
        Ok(())
    }

    /// Returns true if no remembered summary stands for the entry.
    fn would_stand(&self, entry: &MemoryEntry) -> Result<bool, StoreError> {
        let Some(summary) = &entry.summary_id else {
            return Ok(true);
        };
        let place = place(self.all, summary)?;
        Ok(place.is_none_or(|place| place.is_forgotten))
    }

    /// Checks that no other entry has this content.
    fn check_content(&self, entry: &MemoryEntry) -> Result<(), LongTermError> {
        let sql = "SELECT id FROM memories WHERE layer = ?1 AND content_hash = ?2";
        let values = (spelt(entry.layer)?, entry.content_hash.as_str());
        let holder: Option<String> = first(self.all, sql, values, |row| column(row, 0))?;
        match holder.map(MemoryId::from) {
            Some(existing) if existing != entry.id => {
                Err(HierarchyError::DuplicateContent { existing }.into())
            }
            _ => Ok(()),
        }
    }

    fn remembered(&self, id: &MemoryId) -> Result<Place, LongTermError> {
        let found = place(self.all, id)?.filter(|place| !place.is_forgotten);
        found.ok_or_else(|| HierarchyError::UnknownEntry(id.clone()).into())
    }

    fn forgotten(&self, id: &MemoryId) -> Result<Place, LongTermError> {
        let found = place(self.all, id)?.filter(|place| place.is_forgotten);
        found.ok_or_else(|| HierarchyError::NotForgotten(id.clone()).into())
    }
}
