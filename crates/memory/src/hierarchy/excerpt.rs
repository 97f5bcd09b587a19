//! A memory as a model is shown it.

use super::entry::{MemoryEntry, MemoryId, MemoryType, Speaker, bounded, least_speaker};
use crate::task::Trust;
use crate::text::{Language, language};
use serde::{Deserialize, Serialize};

/// Characters of a memory that a model is shown.
const MAX_CHARS: usize = 1_000;

/// Part of a memory that a request to an engine shows. The content is untrusted text, and a prompt must mark it so.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Excerpt {
    /// The memory.
    pub id: MemoryId,
    /// Its content, of a long one the head and the tail.
    pub content: String,
    /// Type of the memory.
    pub memory_type: MemoryType,
    /// When it was made, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub created_at: i64,
    /// Its importance.
    pub importance: f32,
    /// Trust label of the memory.
    pub trust: Trust,
    /// Whose words it holds.
    pub speaker: Speaker,
}

impl Excerpt {
    /// Returns the excerpt of an entry.
    #[must_use]
    pub fn of(entry: &MemoryEntry) -> Self {
        Self {
            id: entry.id.clone(),
            content: bounded(&entry.content, MAX_CHARS),
            memory_type: entry.memory_type,
            created_at: entry.created_at,
            importance: entry.importance,
            trust: entry.trust,
            speaker: entry.speaker,
        }
    }

    /// Returns true if the memory may become a fact about the user.
    #[must_use]
    pub fn is_first_hand(&self) -> bool {
        self.speaker.is_first_hand(self.trust)
    }
}

/// The labels of what is made of these: the least trust, and a model's words at best.
pub(super) fn labels_of(shown: &[Excerpt]) -> (Speaker, Trust) {
    (
        least_speaker(shown.iter().map(|excerpt| excerpt.speaker)),
        Trust::least(shown.iter().map(|excerpt| excerpt.trust)),
    )
}

/// The greatest importance among these.
pub(super) fn greatest_importance(shown: &[Excerpt]) -> f32 {
    shown
        .iter()
        .map(|excerpt| excerpt.importance)
        .fold(0.0, f32::max)
}

/// The time of the newest of these.
pub(super) fn newest_of(shown: &[Excerpt]) -> i64 {
    let times = shown.iter().map(|excerpt| excerpt.created_at);
    times.max().unwrap_or_default()
}

/// The language of most of their words.
pub(super) fn language_of(shown: &[Excerpt]) -> Language {
    let words: Vec<&str> = shown
        .iter()
        .map(|excerpt| excerpt.content.as_str())
        .collect();
    language(&words.join("\n"))
}
