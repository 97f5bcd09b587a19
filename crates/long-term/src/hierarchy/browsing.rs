//! Looking through memory.

use super::hierarchical_memory::HierarchicalMemory;
use super::observing::MemoryDue;
use crate::error::MemoryError;
use amb_memory::ListCursor;
use amb_memory::hierarchy::{
    MemoryEntry, MemoryLayer, MemoryScope, episodic_memories, is_reflection_due,
};
use serde::{Deserialize, Serialize};

/// A page of what is remembered.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MemoryPage {
    /// The entries, the newest first, those that a summary stands for too.
    pub entries: Vec<MemoryEntry>,
    /// After which the next page begins; none where this is the last.
    pub next: Option<ListCursor>,
}

/// Memory in numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct HierarchyStats {
    /// Episodic memories that stand for themselves.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub episodic: usize,
    /// Semantic memories.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub semantic: usize,
    /// Importance since the last reflection.
    pub accumulated_importance: f64,
    /// When the last reflection was, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub reflected_at: Option<i64>,
    /// When the last consolidation was, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub consolidated_at: Option<i64>,
    /// Inputs in the sensory buffer.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub latest_inputs: usize,
    /// Work that is due.
    pub due: MemoryDue,
}

impl HierarchicalMemory {
    /// Returns a page of the remembered entries after a cursor, the newest first.
    ///
    /// # Errors
    /// That of the store.
    pub async fn browse(
        &self,
        after: Option<&ListCursor>,
        limit: usize,
    ) -> Result<MemoryPage, MemoryError> {
        let limit = limit.max(1);
        let mut entries = self.store.remembered_after(after, limit).await?;
        self.accesses.show_in(&mut entries);
        let last = entries.last().map(ListCursor::of);
        Ok(MemoryPage {
            next: last.filter(|_| entries.len() == limit),
            entries,
        })
    }

    /// Memory in numbers.
    ///
    /// # Errors
    /// That of the store.
    pub async fn stats(&self) -> Result<HierarchyStats, MemoryError> {
        let state = self.store.state().await?;
        let episodic = self.store.count(&episodic_memories()).await?;
        let semantic = MemoryScope {
            layer: Some(MemoryLayer::Semantic),
            ..MemoryScope::default()
        };
        Ok(HierarchyStats {
            due: MemoryDue {
                reflection: is_reflection_due(&state, &self.settings.reflection),
                consolidation: self.is_consolidation_due(episodic).await?,
            },
            episodic,
            semantic: self.store.count(&semantic).await?,
            accumulated_importance: state.accumulated_importance,
            reflected_at: state.reflected_at,
            consolidated_at: state.consolidated_at,
            latest_inputs: self.sensory.borrow().len(),
        })
    }
}
