//! Writing, where the store may not say what became of it.

use super::hierarchical_memory::HierarchicalMemory;
use amb_memory::hierarchy::{Change, ChangeSet, HierarchyError};
use amb_store::long_term::LongTermError;

/// How often what memory has overtaken is worked out anew.
pub(super) const TURNS: usize = 4;

/// How often a write is tried of which the store cannot say what became of it.
const ATTEMPTS: usize = 2;

impl HierarchicalMemory {
    /// Applies changes once. Where the store does not know whether it did, it is asked what it holds: a change set is
    /// there whole or not at all, so one change tells of all.
    pub(super) async fn write(&self, changes: &ChangeSet) -> Result<(), LongTermError> {
        if changes.is_empty() {
            return Ok(());
        }
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

    /// Whether these changes were applied; none where nothing tells.
    async fn was_applied(&self, changes: &ChangeSet) -> Option<bool> {
        for change in changes.changes() {
            let applied = self.shows(change).await;
            if applied.is_some() {
                return applied;
            }
        }
        None
    }

    /// Whether the store shows that a change was applied; none where it looks the same before and after, or does not
    /// answer.
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

/// Whether a write was refused because somebody else wrote first: what it rests on is to be looked up again.
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
