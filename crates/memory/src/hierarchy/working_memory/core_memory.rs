//! Core memory: who the agent is, whom it serves, and how.

use super::super::entry::{MAX_CONTENT_CHARS, MemoryId, Speaker, bounded};
use super::super::error::HierarchyError;
use super::super::recall::without_recalled_by_user;
use crate::task::Trust;
use crate::text::estimate_tokens;
use serde::{Deserialize, Serialize};

/// A block of core memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum CoreBlock {
    /// Who the agent is.
    Persona,
    /// Information about the user.
    UserInfo,
    /// Instructions to the agent.
    Instructions,
}

impl CoreBlock {
    /// All, in the order in which they stand in a prompt.
    pub const ALL: [Self; 3] = [Self::Persona, Self::UserInfo, Self::Instructions];

    /// The id under which a run is shown a block, and may leave it out. No memory has such an id: they are UUIDs.
    #[must_use]
    pub fn id(self) -> String {
        format!("core|{}", self.name())
    }

    /// The seed's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Persona => "persona",
            Self::UserInfo => "user_info",
            Self::Instructions => "instructions",
        }
    }
}

/// The three blocks.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
pub struct CoreMemory {
    persona: String,
    user_info: String,
    instructions: String,
}

impl CoreMemory {
    /// The text of a block.
    #[must_use]
    pub fn block(&self, block: CoreBlock) -> &str {
        match block {
            CoreBlock::Persona => &self.persona,
            CoreBlock::UserInfo => &self.user_info,
            CoreBlock::Instructions => &self.instructions,
        }
    }

    /// This core without the blocks of these ids.
    #[must_use]
    pub fn without(mut self, is_left_out: impl Fn(&str) -> bool) -> Self {
        for block in CoreBlock::ALL {
            if is_left_out(&block.id()) {
                self.place(block).clear();
            }
        }
        self
    }

    fn place(&mut self, block: CoreBlock) -> &mut String {
        match block {
            CoreBlock::Persona => &mut self.persona,
            CoreBlock::UserInfo => &mut self.user_info,
            CoreBlock::Instructions => &mut self.instructions,
        }
    }

    /// This core with another text in a block, as it can be seen and without what was recalled. A page's words never get
    /// here.
    pub(super) fn with(
        &self,
        block: CoreBlock,
        text: &str,
        speaker: Speaker,
        trust: Trust,
    ) -> Result<Self, HierarchyError> {
        if !speaker.is_first_hand(trust) {
            return Err(HierarchyError::NotFirstHand { speaker, trust });
        }
        let mut core = self.clone();
        *core.place(block) = bounded(&without_recalled_by_user(text), usize::MAX);
        Ok(core)
    }

    /// Checks that each block has at most as many characters as a memory. The token limit of working memory is not
    /// checked: it is a setting, and may differ where an exported core is read.
    ///
    /// # Errors
    /// [`HierarchyError::ContentTooLong`], with the id of the block.
    pub fn check(&self) -> Result<(), HierarchyError> {
        for block in CoreBlock::ALL {
            let chars = self.block(block).chars().count();
            if chars > MAX_CONTENT_CHARS {
                let id = MemoryId::from(block.id());
                return Err(HierarchyError::ContentTooLong { id, chars });
            }
        }
        Ok(())
    }

    /// The parts of its text: a heading and a text for each block that is not empty.
    pub(super) fn parts(&self) -> impl Iterator<Item = String> {
        let blocks = CoreBlock::ALL.map(|block| (block.name(), self.block(block)));
        let said = blocks.into_iter().filter(|(_, text)| !text.is_empty());
        said.map(|(name, text)| format!("[{name}]\n{text}\n"))
            .collect::<Vec<_>>()
            .into_iter()
    }

    /// Tokens of these parts.
    pub(super) fn tokens(&self) -> usize {
        self.parts().map(|part| estimate_tokens(&part)).sum()
    }

    /// Checks that the core fits a limit; the error names `block`.
    pub(super) fn check_limit(&self, limit: usize, block: CoreBlock) -> Result<(), HierarchyError> {
        let tokens = self.tokens();
        if tokens > limit {
            return Err(HierarchyError::CoreOverflow {
                block,
                tokens,
                limit,
            });
        }
        Ok(())
    }

    /// The block with the longest text.
    pub(super) fn longest(&self) -> CoreBlock {
        let mut longest = CoreBlock::Persona;
        for block in CoreBlock::ALL {
            if self.block(block).len() > self.block(longest).len() {
                longest = block;
            }
        }
        longest
    }
}
