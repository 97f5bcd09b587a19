//! What a run asks of long-term memory, and what it is told: plain data, without vectors (decision 17).

use amb_memory::hierarchy::{ChannelRank, MemoryType, RecalledContext, Speaker};
use amb_memory::task::Trust;
use amb_memory::text::Language;
use amb_memory::trajectory::loops::LoopInfo;
use amb_memory::trajectory::records::{MethodologyId, RawTrajectory, State};
use amb_memory::trajectory::retriever::Why;
use serde::{Deserialize, Serialize};

/// Texts of one [`MemoryCall::Observe`].
pub const MAX_TOLD: usize = 8;

/// Items that a reply holds at most. Whoever asked drops what is beyond.
pub const MAX_ITEMS: usize = 32;

/// Characters of an item's text, of a note, and of why memory is not available.
pub const MAX_ITEM_CHARS: usize = 4000;

/// What a run asks of long-term memory (BX-06, CG-10).
///
/// Every call may be made twice: by a run that was killed before the answer was kept. To observe the same twice is to
/// remember it once, and a run that is known already has been learned.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(
    tag = "call",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
pub enum MemoryCall {
    /// To remember what the user told.
    Observe {
        /// The texts, at most [`MAX_TOLD`].
        told: Vec<ToldText>,
    },
    /// What is known of the user that bears on a question.
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
    /// What runs have taught that bears on a step.
    Advise {
        /// Where the run stands; it has no vector.
        state: Box<State>,
        /// What the run works on; may be blank.
        repo: String,
        /// Language of the labels.
        language: Language,
        /// Ids of methodologies and fragments that the user does not want used.
        without: Vec<String>,
    },
    /// What led others out of such a loop.
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

/// Something that the user told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ToldText {
    /// The text. What is marked as recalled is no part of it.
    pub text: String,
    /// What it is.
    pub memory_type: MemoryType,
    /// Whose words it holds.
    pub speaker: Speaker,
    /// How far it can be trusted.
    pub trust: Trust,
}

/// What long-term memory answers: to each call its own kind, or that it cannot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(
    tag = "reply",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
pub enum MemoryReply {
    /// Of [`MemoryCall::Observe`].
    Observed {
        /// How many of the texts are remembered now, be it that they were before.
        kept: u32,
        /// What was done without, for people.
        notes: Vec<String>,
    },
    /// Of [`MemoryCall::Recall`].
    Recalled {
        /// The marked text, and which memories stand in it.
        context: RecalledContext,
        /// These blocks of core memory and memories, in their order.
        items: Vec<MemoryItem>,
        /// What was done without, for people.
        notes: Vec<String>,
    },
    /// Of [`MemoryCall::Advise`] and [`MemoryCall::Escape`].
    Advised {
        /// The best first.
        items: Vec<MemoryItem>,
        /// What was done without, for people.
        notes: Vec<String>,
    },
    /// Of [`MemoryCall::Learn`].
    Learned {
        /// Telling parts of the run that are kept.
        fragments: u32,
        /// What was done without, for people.
        notes: Vec<String>,
    },
    /// Of any call: there is no memory here, it is switched off, or it failed. The run goes on without.
    Unavailable {
        /// Stable name: `memory_absent`, `memory_off`, or that of the failure.
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
    /// The id that it is kept under, by which it can be left out.
    pub id: String,
    /// What it is.
    pub kind: MemoryItemKind,
    /// Whether it says what not to do.
    pub is_warning: bool,
    /// Its words. Untrusted text, whatever its label.
    pub text: String,
    /// How far it can be trusted.
    pub trust: Trust,
    /// Where it was found.
    pub found_by: Vec<FoundBy>,
}

/// What a [`MemoryItem`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum MemoryItemKind {
    /// A memory of the user.
    Memory,
    /// A block of core memory, which the user set.
    Core,
    /// What many runs have taught.
    Methodology,
    /// What happened in one run.
    Fragment,
}

/// Why something was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum FoundBy {
    /// A list of memories, and its place there.
    Channel(ChannelRank),
    /// A dimension of what runs have taught, and its place there.
    Dimension(Why),
}

impl MemoryCall {
    /// Whether the call of this name changes what is remembered, other than how often it was asked for.
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

    /// There may be one, and it is not to be asked.
    #[must_use]
    pub fn off() -> Self {
        Self::Unavailable {
            code: "memory_off".to_owned(),
            why: "long-term memory is switched off for this run".to_owned(),
        }
    }

    /// The reply within its bounds, whoever made it: no more items, and no longer texts, than there may be. The text of
    /// a recollection is as long as it was asked to be.
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
    /// Its id as that of a methodology, if it is one: a run that was given it names it when it is learned.
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
