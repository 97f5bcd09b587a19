use serde::{Deserialize, Serialize};

use crate::hierarchy::without_recalled;
use crate::trajectory::records::State;
use crate::trajectory::signature::{ErrorSignature, Marks};

/// The parts of a step that decide whether it is a repetition (seed 003, `LoopSignature`).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct LoopSignature {
    /// The type of action.
    pub action_type: String,
    /// The type of the error that it met; `None` if it met none.
    pub error_category: Option<String>,
    /// Keywords of the error.
    pub error_keywords: Vec<String>,
    /// Names in the error; empty if it has none.
    #[serde(default)]
    pub error_names: Vec<String>,
    /// Tokens of the error, masked where they change each time.
    #[serde(default)]
    pub error_template: Vec<String>,
}

impl LoopSignature {
    /// The signature of an action that met this error, or none.
    #[must_use]
    pub(in crate::trajectory) fn meeting(
        action_type: &str,
        error: Option<&ErrorSignature>,
    ) -> Self {
        let mut signature = Self {
            action_type: action_type.to_owned(),
            ..Self::default()
        };
        if let Some(error) = error {
            signature.error_category = Some(error.error_type.clone());
            signature.error_keywords.clone_from(&error.keywords);
            signature.error_names.clone_from(&error.names);
            signature.error_template.clone_from(&error.template);
        }
        signature
    }

    /// The signature of a state. An error that the state tells in words alone is read as in a run.
    #[must_use]
    pub(super) fn of(state: &State, keywords: usize) -> Self {
        let is_in_words = state.error_category.is_none()
            && state.current_error_type.is_none()
            && !state.current_error.trim().is_empty();
        if !is_in_words {
            return Self::from(state);
        }
        let error = ErrorSignature::of(&without_recalled(&state.current_error), keywords);
        Self::meeting(&state.action_type, Some(&error))
    }

    /// Returns true if both are in the same predicament: same action, same type of error, a keyword in common, and names and
    /// templates that agree. A step without an error is in none.
    #[must_use]
    pub fn is_same_predicament(&self, other: &Self) -> bool {
        self.error_category.is_some() && self.is_alike(other) && self.marks().agree(other.marks())
    }

    fn marks(&self) -> Marks<'_> {
        Marks {
            keywords: &self.error_keywords,
            names: &self.error_names,
            template: &self.error_template,
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
            error_template: state.error_template.clone(),
        }
    }
}
