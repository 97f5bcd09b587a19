//! The kinds of memory, where they live, and whose words they are.

use crate::task::Trust;
use serde::{Deserialize, Serialize};

/// What a memory is (seed 004, 记忆类型).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum MemoryType {
    /// What was observed: "the user says they like Python".
    Observation,
    /// What was thought: "the user may need to learn a framework".
    Thought,
    /// What was done: "recommended the Django tutorial".
    Action,
    /// An insight, or a fact taken from memories: "the user is an experienced developer".
    Reflection,
    /// What is intended: "next, ask what the project needs".
    Plan,
    /// What was said, word for word.
    Conversation,
}

/// Where a memory lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum MemoryLayer {
    /// What happened at some time: events, conversations, actions.
    Episodic,
    /// What holds at any time: knowledge, facts, rules, made of episodic memories.
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
    /// Whether such words may become a fact about the user: they are the user's own, or the agent's
    /// about nothing else than what the user gave. A page's never are.
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
