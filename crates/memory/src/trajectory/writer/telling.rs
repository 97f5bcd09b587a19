//! What a fragment and a run are told by, in whichever language.

use super::{chinese, english};
use crate::text::Language;
use crate::trajectory::recognition::ErrorSign;
use crate::trajectory::records::{Action, FragmentType, Outcome};

/// Actions that a description names.
const NAMED_ACTIONS: usize = 5;

/// A fragment to be told.
pub(super) struct FragmentTelling<'t> {
    /// First and last step, from 1.
    pub steps: (u32, u32),
    /// Blank where none is known.
    pub phase: &'t str,
    pub fragment_type: FragmentType,
    pub outcome: Outcome,
    pub actions: &'t [Action],
    /// Actions after the error was last met.
    pub resolution: &'t [Action],
    /// The first error, how often there was one, and what was done when it was met.
    pub error: Option<(&'t ErrorSign, usize, &'t Action)>,
}

/// A run to be told.
pub(super) struct RunTelling<'t> {
    pub task_type: &'t str,
    pub repo: &'t str,
    pub problem: String,
    pub success: bool,
    pub steps: usize,
    /// Types of errors, how often each was met, and whether it was overcome the last time.
    pub errors: Vec<(&'t str, usize, bool)>,
}

impl FragmentTelling<'_> {
    pub(super) fn tell(&self, language: Language) -> String {
        match language {
            Language::English => english::fragment(self),
            Language::Chinese => chinese::fragment(self),
        }
    }
}

impl RunTelling<'_> {
    pub(super) fn tell(&self, language: Language) -> String {
        match language {
            Language::English => english::run(self),
            Language::Chinese => chinese::run(self),
        }
    }
}

/// Names the first actions, each once, and tells by `more` how many there are beyond.
pub(super) fn named(actions: &[Action], between: &str, more: impl Fn(usize) -> String) -> String {
    let mut different: Vec<&str> = Vec::new();
    for action in actions {
        if !different.contains(&action.as_str()) {
            different.push(action.as_str());
        }
    }
    let beyond = different.len().saturating_sub(NAMED_ACTIONS);
    different.truncate(NAMED_ACTIONS);
    let mut named = different.join(between);
    if beyond > 0 {
        named.push_str(&more(beyond));
    }
    named
}
