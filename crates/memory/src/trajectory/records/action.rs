use serde::{Deserialize, Serialize};
use std::fmt;

use crate::trajectory::wording;

/// Something that an agent did, as one line of the seed's `action_sequence`: its type, and what it was done
/// to, in brief (`search: rust wasm`). The agent's own words, never what came back, and of an input that a page may have
/// steered no more than the question's words, and the site where it failed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct Action(String);

const BETWEEN: &str = ": ";

impl Action {
    /// An action; a blank type is `act`.
    #[must_use]
    pub fn new(action_type: &str, input: &str) -> Self {
        let action_type = Self::type_of(action_type);
        let input = wording::line(input, wording::INPUT);
        Self(if input.is_empty() {
            action_type
        } else {
            format!("{action_type}{BETWEEN}{input}")
        })
    }

    /// A type of action as memory compares it.
    #[must_use]
    pub fn type_of(text: &str) -> String {
        wording::name(text, "act").replace(BETWEEN, ":")
    }

    /// Returns the type of the action.
    #[must_use]
    pub fn action_type(&self) -> &str {
        self.0.split(BETWEEN).next().unwrap_or_default()
    }

    /// The whole line.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Action {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}
