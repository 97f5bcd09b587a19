//! Working memory, and the latest inputs.

use super::hierarchical_memory::HierarchicalMemory;
use crate::error::MemoryError;
use amb_memory::hierarchy::{
    Change, ChangeSet, ContextItem, CoreBlock, CoreMemory, Displaced, MemoryId, MemoryLayer,
    MemoryType, NewMemory, Speaker, WorkingMemory, mark_recalled,
};
use amb_memory::task::Trust;
use serde::Serialize;

/// One of the latest inputs, as it came.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LatestInput {
    /// The text.
    pub content: String,
    /// Type of the memory.
    pub memory_type: MemoryType,
    /// Layer that the input was meant for.
    pub layer: MemoryLayer,
    /// Whose words it holds.
    pub speaker: Speaker,
    /// Trust label of the input.
    pub trust: Trust,
    /// When it was, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: i64,
}

impl From<NewMemory> for LatestInput {
    fn from(input: NewMemory) -> Self {
        Self {
            content: input.content,
            memory_type: input.memory_type,
            layer: input.layer,
            speaker: input.speaker,
            trust: input.trust,
            at: input.at,
        }
    }
}

impl HierarchicalMemory {
    /// The latest inputs, the oldest first (AF-01).
    #[must_use]
    pub fn latest_inputs(&self) -> Vec<NewMemory> {
        self.sensory.borrow().iter().cloned().collect()
    }

    /// Core memory, as it is stored.
    ///
    /// # Errors
    /// That of the store.
    pub async fn core_memory(&self) -> Result<CoreMemory, MemoryError> {
        Ok(self.store.state().await?.core)
    }

    /// Sets a block of core memory, in the store and in working memory, where context gives way for it and is given
    /// back. It takes first-hand words alone.
    ///
    /// # Errors
    /// The words are not first-hand, core memory would not fit working memory by itself, or that of the store.
    pub async fn set_core_memory(
        &self,
        block: CoreBlock,
        text: &str,
        speaker: Speaker,
        trust: Trust,
    ) -> Result<Vec<Displaced>, MemoryError> {
        let limit = self.settings.working_memory_tokens;
        let stored = self.store.state().await?.core;
        // A core that was set when the limit was greater may be made shorter.
        let mut fresh = match WorkingMemory::with_core(limit, stored.clone()) {
            Ok(working) => working,
            Err(_) => WorkingMemory::with_core(usize::MAX, stored)?,
        };
        fresh.set_core(block, text, speaker, trust)?;
        let mut fresh = WorkingMemory::with_core(limit, fresh.core().clone())?;
        let change = Change::SetCore(fresh.core().clone());
        self.write(&ChangeSet::from(vec![change])).await?;
        let mut displaced = Vec::new();
        let before = self.working.borrow_mut().take();
        for item in before.iter().flat_map(WorkingMemory::context) {
            displaced.extend(fresh.push(item.clone())?);
        }
        *self.working.borrow_mut() = Some(fresh);
        Ok(displaced)
    }

    /// The text of working memory, within its limit of tokens (AF-02), between the marks of what was recalled: a prompt that holds
    /// it is not learned again as new. Empty where nothing is in it.
    ///
    /// # Errors
    /// The stored core memory does not fit the limit, or that of the store.
    pub async fn working_memory(&self) -> Result<String, MemoryError> {
        let text = self.with_working(|working| Ok(working.text())).await?;
        Ok(if text.trim().is_empty() {
            text
        } else {
            mark_recalled(&text)
        })
    }

    /// Adds an item to working memory. What gives way for it is given back as it was.
    ///
    /// # Errors
    /// The item holds nothing that is not recalled from memory, its importance is not a share, or as
    /// [`Self::working_memory`].
    pub async fn keep_in_mind(&self, item: ContextItem) -> Result<Vec<Displaced>, MemoryError> {
        self.with_working(|working| Ok(working.push(item)?)).await
    }

    /// Takes an item out of working memory.
    ///
    /// # Errors
    /// As [`Self::working_memory`].
    pub async fn put_out_of_mind(&self, id: &MemoryId) -> Result<Option<ContextItem>, MemoryError> {
        self.with_working(|working| Ok(working.remove(id))).await
    }

    /// Opens working memory with the stored core where that was not done yet.
    async fn with_working<T>(
        &self,
        act: impl FnOnce(&mut WorkingMemory) -> Result<T, MemoryError>,
    ) -> Result<T, MemoryError> {
        if self.working.borrow().is_none() {
            let core = self.core_memory().await?;
            let opened = WorkingMemory::with_core(self.settings.working_memory_tokens, core)?;
            // Another call may have opened it while the store was asked.
            self.working.borrow_mut().get_or_insert(opened);
        }
        let limit = self.settings.working_memory_tokens;
        let mut working = self.working.borrow_mut();
        act(working.get_or_insert_with(|| WorkingMemory::new(limit)))
    }
}
