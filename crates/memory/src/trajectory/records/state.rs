use serde::{Deserialize, Serialize};

use crate::retrieval::Embedding;

/// State of a run (seed 003, `State`). Built at run time, never kept.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct State {
    /// The tools it has.
    pub tools: Vec<String>,
    /// Subject of the work, and the parts of it that the run has looked at.
    pub repo_summary: String,
    /// The task in words.
    pub task_description: String,
    /// The type of task: `bug_fix`, `feature`, `refactor`, `research`, …
    pub task_type: String,
    /// Message of the unresolved error; blank without one.
    pub current_error: String,
    /// The type of that error; without one, type and keywords are recognised in its words.
    pub current_error_type: Option<String>,
    /// The keywords of that error.
    pub current_error_keywords: Vec<String>,
    /// `understanding`, `locating`, `fixing`, or the agent's own.
    pub phase: String,
    /// The type of the last action.
    pub action_type: String,
    /// The type of the error that the last action met.
    pub error_category: Option<String>,
    /// Keywords of that error.
    pub error_keywords: Vec<String>,
    /// Names in that error: a file, a module, a test. An error with other names is no repetition. Of an error that others
    /// told, digests.
    pub error_names: Vec<String>,
    /// Tokens of that error, masked where they change each time. Of an error that others told, digests.
    pub error_template: Vec<String>,
    /// The vector of [`State::embedding_text`], where an embedder runs.
    pub embedding: Option<Embedding>,
}

impl State {
    /// Returns the text to embed for a search by meaning: the task and the unresolved error.
    #[must_use]
    pub fn embedding_text(&self) -> String {
        format!("{}\n{}", self.task_description, self.current_error)
            .trim()
            .to_owned()
    }
}
