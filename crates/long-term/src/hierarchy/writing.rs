//! Writing, where the store may not say what became of it.

use super::accesses::Taken;
use super::hierarchical_memory::HierarchicalMemory;
use crate::error::MemoryError;
use amb_memory::hierarchy::{Change, ChangeSet, HierarchyError};
use amb_store::long_term::{LongTermError, LongTermFuture};
use std::future::ready;

/// Attempts to plan changes anew after another writer has changed memory.
pub(super) const TURNS: usize = 4;

/// Attempts when the outcome of a write is unknown.
const ATTEMPTS: usize = 2;

impl HierarchicalMemory {
    /// Applies changes once, and with them the accesses that wait.
    pub(super) fn write<'a>(&'a self, changes: &'a ChangeSet) -> LongTermFuture<'a, ()> {
        if changes.is_empty() {
            return Box::pin(ready(Ok(())));
        }
        self.write_with_accesses(changes)
    }

    /// Writes the accesses by recall that wait; nothing where none do. Every other write takes them along, and so does upkeep.
    ///
    /// # Errors
    /// That of the store; then they wait for the next write.
    pub async fn write_accesses(&self) -> Result<(), MemoryError> {
        Ok(self.write_with_accesses(&ChangeSet::default()).await?)
    }

    /// One future for all who write: in each of theirs it would be code of its own.
    fn write_with_accesses<'a>(&'a self, changes: &'a ChangeSet) -> LongTermFuture<'a, ()> {
        Box::pin(async move {
            let mut turns = TURNS;
            loop {
                let mut accesses = self.accesses.take();
                let all = accesses.beside(changes);
                if all.is_empty() {
                    return Ok(());
                }
                let Err(error) = self.write_once(&all).await else {
                    accesses.written();
                    return Ok(());
                };
                turns -= 1;
                if turns == 0 || !tells_of(&accesses, &error) {
                    return Err(error);
                }
                // Somebody else forgot an entry meanwhile: its accesses are of no use any more.
                let there = self.store.entries(&accesses.ids()).await?;
                accesses.keep(&there);
            }
        })
    }

    /// Applies changes once. Where the store does not know whether it did, it is asked what it holds: a change set is
    /// there whole or not at all, so one change tells of all.
    async fn write_once(&self, changes: &ChangeSet) -> Result<(), LongTermError> {
        let mut attempt = 1;
        loop {
            let Err(error) = self.store.apply(changes).await else {
                return Ok(());
            };
            if !error.is_in_doubt() {
                return Err(error);
            }
            match self.was_applied(changes).await {
                Some(true) => return Ok(()),
                Some(false) if attempt < ATTEMPTS => attempt += 1,
                Some(false) | None => return Err(error),
            }
        }
    }

    /// Returns true if these changes were applied; `None` if the store cannot show it.
    async fn was_applied(&self, changes: &ChangeSet) -> Option<bool> {
        for change in changes.changes() {
            let applied = self.shows(change).await;
            if applied.is_some() {
                return applied;
            }
        }
        None
    }

    /// Returns true if the store shows that a change was applied. `None` if the store looks the same before and after,
    /// or does not answer.
    async fn shows(&self, change: &Change) -> Option<bool> {
        match change {
            Change::Insert(entry) => {
                let content = [(entry.layer, entry.content_hash.clone())];
                let known = self.store.known(&content).await.ok()?;
                let known = known.into_iter().next()?;
                Some(known.is_some_and(|known| known.entry.id == entry.id))
            }
            Change::Replace(entry) => {
                let ids = [entry.id.clone()];
                let now = self.store.entries(&ids).await.ok()?;
                Some(now.first() == Some(entry.as_ref()))
            }
            Change::Forget { id, .. } => {
                let ids = [id.clone()];
                Some(self.store.entries(&ids).await.ok()?.is_empty())
            }
            Change::Restore { id } => {
                let ids = [id.clone()];
                Some(!self.store.entries(&ids).await.ok()?.is_empty())
            }
            Change::SetCore(core) => Some(self.store.state().await.ok()?.core == *core),
            Change::Touch { .. }
            | Change::Compress { .. }
            | Change::TakeFacts { .. }
            | Change::Purge { .. }
            | Change::Require { .. }
            | Change::Accumulate { .. }
            | Change::Reflect { .. }
            | Change::Consolidate { .. } => None,
        }
    }
}

/// Returns true if a write failed on an entry whose accesses it includes.
fn tells_of(accesses: &Taken<'_>, error: &LongTermError) -> bool {
    match error {
        LongTermError::Hierarchy(HierarchyError::UnknownEntry(id)) => accesses.hold(id),
        _ => false,
    }
}

/// Returns true if a write failed because another writer was first: the state that it rests on must be looked up again.
pub(super) fn is_overtaken(error: &LongTermError) -> bool {
    matches!(
        error,
        LongTermError::Hierarchy(
            HierarchyError::UnknownEntry(_)
                | HierarchyError::NotForgotten(_)
                | HierarchyError::DuplicateId(_)
                | HierarchyError::DuplicateContent { .. }
        )
    )
}
