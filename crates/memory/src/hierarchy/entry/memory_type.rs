//! The kinds of memory, where they live, and whose words they are.

use crate::task::Trust;
use serde::{Deserialize, Serialize};

/// Type of a memory (seed 004, 记忆类型).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum MemoryType {
    /// Observation: "the user says they like Python".
    Observation,
    /// Thought: "the user may need to learn a framework".
    Thought,
    /// Action of the agent: "recommended the Django tutorial".
    Action,
    /// An insight, or a fact taken from memories: "the user is an experienced developer".
    Reflection,
    /// Plan: "next, ask what the project needs".
    Plan,
    /// Conversation, word for word.
    Conversation,
}

/// Layer of a memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum MemoryLayer {
    /// Events at some time: conversations, actions.
    Episodic,
    /// Knowledge that holds at any time: facts and rules, made of episodic memories.
    Semantic,
}

/// Whose words a memory holds, the least entitled to speak of the user first.
///
/// [`Trust`] says where a text comes from; this says who speaks in it. The two differ where the user
/// hands over a document: it is given, and yet not what the user says about themself.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Speaker {
    /// A document or a page, whoever handed it over.
    #[default]
    Source,
    /// The agent: what it did, saw of the user, or made of memories.
    Agent,
    /// The user.
    User,
}

impl Speaker {
    /// Returns true if such words may become a fact about the user. They are the user's own, or the agent's about
    /// nothing but the user's own words. Words of a page never are.
    #[must_use]
    pub fn is_first_hand(self, trust: Trust) -> bool {
        self > Self::Source && trust == Trust::Given
    }
}

/// Whose words a text made of several is: a model's, and a page's if a page has part in it.
pub(in crate::hierarchy) fn least_speaker(speakers: impl IntoIterator<Item = Speaker>) -> Speaker {
    let least = speakers.into_iter().min().unwrap_or_default();
    least.min(Speaker::Agent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn af_05_the_six_types_are_spelt_as_in_the_seed() {
        let types = [
            (MemoryType::Observation, "observation"),
            (MemoryType::Thought, "thought"),
            (MemoryType::Action, "action"),
            (MemoryType::Reflection, "reflection"),
            (MemoryType::Plan, "plan"),
            (MemoryType::Conversation, "conversation"),
        ];
        for (memory_type, name) in types {
            assert_eq!(serde_json::to_value(memory_type).unwrap(), name);
        }
    }

    #[test]
    fn bx_05_a_page_never_speaks_of_the_user_whoever_handed_it_over() {
        assert!(Speaker::User.is_first_hand(Trust::Given));
        assert!(Speaker::Agent.is_first_hand(Trust::Given));
        assert!(!Speaker::Source.is_first_hand(Trust::Given));
        assert!(!Speaker::Agent.is_first_hand(Trust::FoundPage));
        assert!(!Speaker::User.is_first_hand(Trust::Imported));
        assert_eq!(least_speaker([Speaker::User]), Speaker::Agent);
        assert_eq!(
            least_speaker([Speaker::User, Speaker::Source]),
            Speaker::Source
        );
    }
}
