use serde::{Deserialize, Serialize};

use crate::hierarchy::without_recalled;
use crate::trajectory::recognition::{ErrorSign, Marks};
use crate::trajectory::records::State;

/// What of a step decides whether it is a repetition.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct LoopSignature {
    /// The type of action.
    pub action_type: String,
    /// The type of the error it met; none if it met none.
    pub error_category: Option<String>,
    /// Keywords of the error.
    pub error_keywords: Vec<String>,
    /// What the error names; empty where it names nothing.
    #[serde(default)]
    pub error_names: Vec<String>,
    /// The words of its sentence, in order.
    #[serde(default)]
    pub error_sentence: Vec<String>,
}

impl LoopSignature {
    /// That of an action, which met this error or none.
    #[must_use]
    pub(in crate::trajectory) fn meeting(action_type: &str, error: Option<&ErrorSign>) -> Self {
        let mut signature = Self {
            action_type: action_type.to_owned(),
            ..Self::default()
        };
        if let Some(error) = error {
            signature.error_category = Some(error.error_type.clone());
            signature.error_keywords.clone_from(&error.keywords);
            signature.error_names.clone_from(&error.names);
            signature.error_sentence.clone_from(&error.sentence);
        }
        signature
    }

    /// That of a state. Where it tells its error in words alone, as who calls by hand does, type, keywords and names are
    /// recognised in them as in a run's.
    #[must_use]
    pub(super) fn of(state: &State, keywords: usize) -> Self {
        let is_in_words = state.error_category.is_none()
            && state.current_error_type.is_none()
            && !state.current_error.trim().is_empty();
        if !is_in_words {
            return Self::from(state);
        }
        let sign = ErrorSign::of(&without_recalled(&state.current_error), keywords);
        Self::meeting(&state.action_type, Some(&sign))
    }

    /// Whether both are in the same predicament: same action, same error category, a keyword in common, the same names,
    /// where both name something, and no sentence that says the same of another thing: another missing file is another
    /// error. A step without an error is in none.
    #[must_use]
    pub fn is_same_predicament(&self, other: &Self) -> bool {
        self.error_category.is_some() && self.is_alike(other) && self.marks().agree(other.marks())
    }

    fn marks(&self) -> Marks<'_> {
        Marks {
            keywords: &self.error_keywords,
            names: &self.error_names,
            sentence: &self.error_sentence,
        }
    }

    /// Same action, and same category or none in both.
    pub(super) fn is_alike(&self, other: &Self) -> bool {
        self.action_type == other.action_type && self.error_category == other.error_category
    }
}

impl From<&State> for LoopSignature {
    fn from(state: &State) -> Self {
        Self {
            action_type: state.action_type.clone(),
            error_category: state.error_category.clone(),
            error_keywords: state.error_keywords.clone(),
            error_names: state.error_names.clone(),
            error_sentence: state.error_sentence.clone(),
        }
    }
}
