//! Items of the context beside the core.

use super::super::entry::{MemoryId, Speaker};
use crate::task::Trust;
use crate::text::estimate_tokens;
use serde::{Deserialize, Serialize};

/// A block of the context.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ContextBlock {
    /// Conversation.
    Conversation,
    /// Latest observations.
    Observations,
    /// The agent's own notes.
    Scratch,
}

impl ContextBlock {
    /// All, in the order in which they stand in a prompt.
    pub const ALL: [Self; 3] = [Self::Conversation, Self::Observations, Self::Scratch];

    /// The name in a prompt.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Conversation => "conversation",
            Self::Observations => "observations",
            Self::Scratch => "scratch",
        }
    }
}

/// One item of the context.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ContextItem {
    /// Its id; that of the memory, where it is kept as one.
    pub id: MemoryId,
    /// Block of the item.
    pub block: ContextBlock,
    /// The text.
    pub content: String,
    /// 0 to 1; the least important gives way first.
    pub importance: f32,
    /// Trust label of the item.
    pub trust: Trust,
    /// Whose words it holds.
    pub speaker: Speaker,
    /// True if the content was shortened.
    pub is_compressed: bool,
}

impl ContextItem {
    /// The line that stands in a prompt.
    pub(super) fn line(&self) -> String {
        format!("- {}\n", self.content)
    }

    /// Tokens of that line.
    pub(super) fn tokens(&self) -> usize {
        estimate_tokens(&self.line())
    }
}
