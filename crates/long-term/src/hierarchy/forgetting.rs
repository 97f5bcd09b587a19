//! Forgetting, undoing it, and deleting for good.

use super::hierarchical_memory::HierarchicalMemory;
use crate::error::MemoryError;
use amb_memory::ListCursor;
use amb_memory::hierarchy::{
    Forgotten, MemoryEntry, MemoryId, NewMemory, bring_back, forget, normalised, purge,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Result of a call to forget.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ForgottenMemories {
    /// Remembered entries that derive from the forgotten ones: summaries, insights, facts. A caller that wants these
    /// gone as well forgets them too.
    pub derived: Vec<MemoryId>,
}

/// A page of what was forgotten and can be brought back.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ForgottenPage {
    /// The forgotten, what was forgotten last first.
    pub forgotten: Vec<Forgotten>,
    /// After which the next page begins; none where this is the last.
    pub next: Option<ListCursor>,
}

impl HierarchicalMemory {
    /// Forgets memories because the user asks for it, all of them or none; they can be brought back until they are
    /// purged. They leave working memory and the sensory buffer, too, for good.
    ///
    /// # Errors
    /// One of them is not remembered, or that of the store.
    pub async fn forget(&self, ids: &[MemoryId]) -> Result<ForgottenMemories, MemoryError> {
        let entries = self.store.entries(ids).await?;
        self.write(&forget(ids, self.world.now())).await?;
        self.drop_from_session(&entries);
        let derived = self.store.derived_from(ids).await?;
        Ok(ForgottenMemories { derived })
    }

    /// Remembers forgotten memories again, all of them or none, and counts an access of each.
    ///
    /// # Errors
    /// One of them is not among the forgotten, or that of the store.
    pub async fn restore(&self, ids: &[MemoryId]) -> Result<(), MemoryError> {
        Ok(self.write(&bring_back(ids, self.world.now())).await?)
    }

    /// Deletes forgotten memories for good, all of them or none.
    ///
    /// # Errors
    /// One of them is not among the forgotten, or that of the store.
    pub async fn purge(&self, ids: &[MemoryId]) -> Result<(), MemoryError> {
        Ok(self.write(&purge(ids)).await?)
    }

    /// Returns a page of the forgotten entries after a cursor, the last forgotten first.
    ///
    /// # Errors
    /// That of the store.
    pub async fn forgotten(
        &self,
        after: Option<&ListCursor>,
        limit: usize,
    ) -> Result<ForgottenPage, MemoryError> {
        let limit = limit.max(1);
        let forgotten = self.store.forgotten_after(after, limit).await?;
        let last = forgotten.last().map(ListCursor::of);
        Ok(ForgottenPage {
            next: last.filter(|_| forgotten.len() == limit),
            forgotten,
        })
    }

    /// Returns the entries that derive from these memories, directly or indirectly.
    ///
    /// # Errors
    /// That of the store.
    pub async fn derived_from(&self, ids: &[MemoryId]) -> Result<Vec<MemoryId>, MemoryError> {
        Ok(self.store.derived_from(ids).await?)
    }

    /// Takes what was forgotten out of what is not stored.
    fn drop_from_session(&self, entries: &[MemoryEntry]) {
        if let Some(working) = self.working.borrow_mut().as_mut() {
            for entry in entries {
                working.remove(&entry.id);
            }
        }
        let gone: BTreeSet<String> = entries
            .iter()
            .map(|entry| normalised(&entry.content))
            .collect();
        let mut sensory = self.sensory.borrow_mut();
        let is_gone = |input: &NewMemory| gone.contains(&normalised(&input.content));
        let inputs = sensory.drain();
        for input in inputs.into_iter().filter(|input| !is_gone(input)) {
            sensory.push(input);
        }
    }
}
