//! A run's calls to long-term memory, and the replies: plain data, without vectors (decision 17).

use amb_memory::hierarchy::{ChannelRank, MemoryType, RecalledContext, Speaker};
use amb_memory::task::Trust;
use amb_memory::text::Language;
use amb_memory::trajectory::loops::LoopInfo;
use amb_memory::trajectory::records::{MethodologyId, RawTrajectory, State};
use amb_memory::trajectory::retriever::Why;
use serde::{Deserialize, Serialize};

/// Texts of one [`MemoryCall::Observe`].
pub const MAX_TOLD: usize = 8;

/// Most items of a reply. The caller drops the rest.
pub const MAX_ITEMS: usize = 32;

/// Characters of an item's text, of a note, and of why memory is not available.
pub const MAX_ITEM_CHARS: usize = 4000;

/// A run's call to long-term memory (BX-06, CG-10).
///
/// Every call may be made twice: by a run that was killed before the reply was stored. Observing the same twice
/// remembers it once, and learning a known run succeeds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(
    tag = "call",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
pub enum MemoryCall {
    /// Remembers statements of the user.
    Observe {
        /// The texts, at most [`MAX_TOLD`].
        told: Vec<ToldText>,
    },
    /// Recalls memories of the user that bear on a question.
    Recall {
        /// The question.
        question: String,
        /// Language of the labels.
        language: Language,
        /// Tokens of the text, at most.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        tokens: usize,
        /// Ids of memories that the user does not want used.
        without: Vec<String>,
    },
    /// Returns lessons of earlier runs that bear on a step.
    Advise {
        /// The run's state, without a vector.
        state: Box<State>,
        /// The repository; may be blank.
        repo: String,
        /// Language of the labels.
        language: Language,
        /// Ids of methodologies and fragments that the user does not want used.
        without: Vec<String>,
    },
    /// Returns the strategies by which others left such a loop.
    Escape {
        /// The loop.
        found: LoopInfo,
        /// Language of the labels.
        language: Language,
        /// As in [`MemoryCall::Advise`].
        without: Vec<String>,
    },
    /// To learn a run that ended.
    Learn {
        /// The run; its outputs are blank.
        run: Box<RawTrajectory>,
    },
}

/// A statement of the user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ToldText {
    /// The text, without the parts marked as recalled.
    pub text: String,
    /// Type of the memory.
    pub memory_type: MemoryType,
    /// The speaker of the words.
    pub speaker: Speaker,
    /// Trust in the text.
    pub trust: Trust,
}

/// The reply of long-term memory: each call has its own kind, besides `Unavailable`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(
    tag = "reply",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
pub enum MemoryReply {
    /// The reply to [`MemoryCall::Observe`].
    Observed {
        /// Texts that are remembered now, including those remembered before.
        kept: u32,
        /// Parts that were left out, for people.
        notes: Vec<String>,
    },
    /// The reply to [`MemoryCall::Recall`].
    Recalled {
        /// The marked text, and the memories in it.
        context: RecalledContext,
        /// These blocks of core memory and memories, in their order.
        items: Vec<MemoryItem>,
        /// Parts that were left out, for people.
        notes: Vec<String>,
    },
    /// The reply to [`MemoryCall::Advise`] and [`MemoryCall::Escape`].
    Advised {
        /// The best first.
        items: Vec<MemoryItem>,
        /// Parts that were left out, for people.
        notes: Vec<String>,
    },
    /// The reply to [`MemoryCall::Learn`].
    Learned {
        /// Telling parts of the run that are kept.
        fragments: u32,
        /// Parts that were left out, for people.
        notes: Vec<String>,
    },
    /// The reply to any call: there is no memory here, it is switched off, or it failed. The run goes on without
    /// memory.
    Unavailable {
        /// Stable name: `memory_absent`, `memory_off`, or the failure's.
        code: String,
        /// Why, for people.
        why: String,
    },
}

/// Something that a run is given, and why.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MemoryItem {
    /// Its id in memory, by which it can be excluded.
    pub id: String,
    /// Its kind.
    pub kind: MemoryItemKind,
    /// True if it warns against an action.
    pub is_warning: bool,
    /// Its words. Untrusted text, with any label.
    pub text: String,
    /// Trust in the item.
    pub trust: Trust,
    /// The channels that found it.
    pub found_by: Vec<FoundBy>,
}

/// The kind of a [`MemoryItem`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum MemoryItemKind {
    /// A memory of the user.
    Memory,
    /// A block of core memory, which the user set.
    Core,
    /// A lesson of many runs.
    Methodology,
    /// An event of one run.
    Fragment,
}

/// Why something was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum FoundBy {
    /// A list of memories, and its place there.
    Channel(ChannelRank),
    /// A dimension of trajectory memory, and its rank there.
    Dimension(Why),
}

impl MemoryCall {
    /// Returns true if the call of this name changes memories, apart from their access counts.
    #[must_use]
    pub fn changes_memory(name: &str) -> bool {
        matches!(name, "observe" | "learn")
    }

    /// Its name in JSON.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Observe { .. } => "observe",
            Self::Recall { .. } => "recall",
            Self::Advise { .. } => "advise",
            Self::Escape { .. } => "escape",
            Self::Learn { .. } => "learn",
        }
    }
}

impl MemoryReply {
    /// There is no long-term memory.
    #[must_use]
    pub fn absent() -> Self {
        Self::Unavailable {
            code: "memory_absent".to_owned(),
            why: "there is no long-term memory here".to_owned(),
        }
    }

    /// Returns the reply if a memory may exist, but must not be used.
    #[must_use]
    pub fn off() -> Self {
        Self::Unavailable {
            code: "memory_off".to_owned(),
            why: "long-term memory is switched off for this run".to_owned(),
        }
    }

    /// Returns the reply within its bounds, whoever made it: no more items, and no longer texts, than allowed. The text
    /// of a recollection keeps the requested length.
    #[must_use]
    pub fn bounded(mut self) -> Self {
        match &mut self {
            Self::Observed { notes, .. } | Self::Learned { notes, .. } => bound_notes(notes),
            Self::Recalled { items, notes, .. } | Self::Advised { items, notes } => {
                items.truncate(MAX_ITEMS);
                items.iter_mut().for_each(|item| bound(&mut item.text));
                bound_notes(notes);
            }
            Self::Unavailable { code, why } => {
                bound(code);
                bound(why);
            }
        }
        self
    }
}

impl MemoryItem {
    /// Returns its id as a methodology's, if it is one: a run that was given it names it when it is learned.
    #[must_use]
    pub fn methodology(&self) -> Option<MethodologyId> {
        let is_methodology = self.kind == MemoryItemKind::Methodology;
        is_methodology.then(|| MethodologyId::from(self.id.as_str()))
    }
}

fn bound_notes(notes: &mut Vec<String>) {
    notes.truncate(MAX_ITEMS);
    notes.iter_mut().for_each(bound);
}

fn bound(text: &mut String) {
    if let Some((end, _)) = text.char_indices().nth(MAX_ITEM_CHARS) {
        text.truncate(end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(text: &str) -> MemoryItem {
        MemoryItem {
            id: "advice||research".to_owned(),
            kind: MemoryItemKind::Methodology,
            is_warning: false,
            text: text.to_owned(),
            trust: Trust::Model,
            found_by: Vec::new(),
        }
    }

    #[test]
    fn bx_06_a_reply_is_bounded_whoever_made_it() {
        let long = "茶".repeat(MAX_ITEM_CHARS + 1);
        let reply = MemoryReply::Advised {
            items: vec![item(&long); MAX_ITEMS + 1],
            notes: vec![long.clone(); MAX_ITEMS + 1],
        };
        let MemoryReply::Advised { items, notes } = reply.bounded() else {
            panic!("another reply");
        };
        assert_eq!((items.len(), notes.len()), (MAX_ITEMS, MAX_ITEMS));
        for text in [&items[0].text, &notes[0]] {
            assert_eq!(text.chars().count(), MAX_ITEM_CHARS);
        }
    }

    #[test]
    fn bx_06_calls_and_replies_are_the_same_after_a_crossing() {
        let call = MemoryCall::Advise {
            state: Box::default(),
            repo: String::new(),
            language: Language::Chinese,
            without: vec!["a".to_owned()],
        };
        let json = serde_json::to_string(&call).unwrap();
        assert_eq!(serde_json::from_str::<MemoryCall>(&json).unwrap(), call);
        let reply = MemoryReply::Advised {
            items: vec![item("Search the archive.")],
            notes: Vec::new(),
        };
        let json = serde_json::to_string(&reply).unwrap();
        assert_eq!(serde_json::from_str::<MemoryReply>(&json).unwrap(), reply);
    }
}
