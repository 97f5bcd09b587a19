//! Core and context within one limit.

use super::super::entry::{MAX_CONTENT_CHARS, MemoryId, Speaker, bounded};
use super::super::error::HierarchyError;
use super::context_item::{ContextBlock, ContextItem};
use super::core_memory::{CoreBlock, CoreMemory};
use super::room::{Displaced, Displacement, compressed, heading, heading_tokens, shortened};
use crate::task::Trust;
use crate::text::is_blank;

/// Working memory in the prompt: never more than its limit of tokens (AF-02).
#[derive(Debug, Clone, PartialEq)]
pub struct WorkingMemory {
    limit: usize,
    core: CoreMemory,
    /// The oldest first.
    context: Vec<ContextItem>,
}

impl WorkingMemory {
    /// An empty one for `limit` tokens by [`estimate_tokens`](crate::text::estimate_tokens).
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self {
            limit,
            core: CoreMemory::default(),
            context: Vec::new(),
        }
    }

    /// One with the core that a store kept.
    ///
    /// # Errors
    /// The core does not fit the limit, which was greater when it was set.
    pub fn with_core(limit: usize, core: CoreMemory) -> Result<Self, HierarchyError> {
        core.check_limit(limit, core.longest())?;
        Ok(Self {
            limit,
            core,
            context: Vec::new(),
        })
    }

    /// The limit.
    #[must_use]
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// The core.
    #[must_use]
    pub fn core(&self) -> &CoreMemory {
        &self.core
    }

    /// The context, the oldest first.
    #[must_use]
    pub fn context(&self) -> &[ContextItem] {
        &self.context
    }

    /// Sets a block of the core, which is never evicted; context gives way for it.
    ///
    /// # Errors
    /// The words are not first-hand, the core would not fit the limit by itself, or [`CoreMemory::check`] refuses it.
    /// Then nothing changed.
    pub fn set_core(
        &mut self,
        block: CoreBlock,
        text: &str,
        speaker: Speaker,
        trust: Trust,
    ) -> Result<Vec<Displaced>, HierarchyError> {
        let core = self.core.with(block, text, speaker, trust)?;
        core.check_limit(self.limit, block)?;
        core.check()?;
        self.core = core;
        Ok(self.make_room(None))
    }

    /// Adds an item to the context, in place of one of the same id. Older ones give way, the least
    /// important first, of equal ones the oldest; the new one gives way last, to be shortened or
    /// refused where it alone is too long. What gave way is given back as it was.
    ///
    /// # Errors
    /// The item holds nothing that is not recalled from memory, or its importance is not a share.
    pub fn push(&mut self, item: ContextItem) -> Result<Vec<Displaced>, HierarchyError> {
        if !(0.0..=1.0).contains(&item.importance) {
            return Err(HierarchyError::ImportanceOutOfRange(item.importance));
        }
        let content = bounded(&item.content, MAX_CONTENT_CHARS);
        if is_blank(&content) {
            return Err(HierarchyError::EmptyContent);
        }
        self.remove(&item.id);
        let newest = item.id.clone();
        self.context.push(ContextItem { content, ..item });
        Ok(self.make_room(Some(&newest)))
    }

    /// Takes an item out of the context.
    pub fn remove(&mut self, id: &MemoryId) -> Option<ContextItem> {
        let at = self.context.iter().position(|item| item.id == *id)?;
        Some(self.context.remove(at))
    }

    /// The text for a prompt: each block that holds something, under its name.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text: String = self.core.parts().collect();
        for block in ContextBlock::ALL {
            let mut items = self.items(block).peekable();
            if items.peek().is_some() {
                text.push_str(&heading(block.name()));
            }
            items.for_each(|item| text.push_str(&item.line()));
        }
        text
    }

    /// The tokens of that text, counted part by part: an estimate that the whole never exceeds.
    #[must_use]
    pub fn tokens(&self) -> usize {
        let items: usize = self.context.iter().map(ContextItem::tokens).sum();
        let blocks = ContextBlock::ALL.into_iter();
        let headings: usize = blocks
            .filter(|block| self.items(*block).next().is_some())
            .map(|block| heading_tokens(block.name()))
            .sum();
        self.core.tokens() + headings + items
    }

    fn items(&self, block: ContextBlock) -> impl Iterator<Item = &ContextItem> {
        self.context.iter().filter(move |item| item.block == block)
    }

    /// Compresses and evicts until the limit holds.
    fn make_room(&mut self, newest: Option<&MemoryId>) -> Vec<Displaced> {
        let mut displaced = Vec::new();
        let mut tokens = self.tokens();
        while tokens > self.limit {
            let Some(at) = self.least_important(newest) else {
                break;
            };
            let excess = tokens - self.limit;
            displaced.extend(self.displace(at, newest, excess));
            tokens = self.tokens();
        }
        displaced
    }

    /// The item that gives way next: the newest only where it is alone.
    fn least_important(&self, newest: Option<&MemoryId>) -> Option<usize> {
        let items = self.context.iter().enumerate();
        let others = items.filter(|(_, item)| Some(&item.id) != newest);
        // Of equal ones `min_by` gives the first, which is the oldest.
        let least = others.min_by(|(_, a), (_, b)| a.importance.total_cmp(&b.importance));
        least
            .map(|(at, _)| at)
            .or_else(|| self.context.len().checked_sub(1))
    }

    /// Makes an item shorter, or takes it out.
    fn displace(
        &mut self,
        at: usize,
        newest: Option<&MemoryId>,
        excess: usize,
    ) -> Option<Displaced> {
        let item = self.context.get_mut(at)?;
        let shorter = if Some(&item.id) == newest {
            item.tokens()
                .checked_sub(excess)
                .and_then(|room| shortened(item, room))
        } else {
            compressed(item)
        };
        match shorter {
            Some(shorter) => Some(Displaced {
                item: std::mem::replace(item, shorter),
                displacement: Displacement::Compressed,
            }),
            None => Some(Displaced {
                item: self.context.remove(at),
                displacement: Displacement::Evicted,
            }),
        }
    }
}
