use serde::{Deserialize, Serialize};

use crate::retrieval::Embedding;

/// Where a run stands (seed 003, `State`). Built at run time, never kept.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct State {
    /// The tools it has.
    pub tools: Vec<String>,
    /// What it works on, and what it has looked at there.
    pub repo_summary: String,
    /// The task in words.
    pub task_description: String,
    /// The type of task: `bug_fix`, `feature`, `refactor`, `research`, …
    pub task_type: String,
    /// What the error says that it has not overcome; blank without one.
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
    /// What that error names: a file, a module, a test. Of two errors that both name something, one that names another
    /// is no repetition. Where others told the error, a name is only to be compared, and not to be read.
    pub error_names: Vec<String>,
    /// The words of that error's sentence, in order. Of two errors, one that says the same of another thing is no
    /// repetition. Where others told the error, a word is only to be compared, and not to be read.
    pub error_sentence: Vec<String>,
    /// The vector of [`State::embedding_text`], where an embedder runs.
    pub embedding: Option<Embedding>,
}

impl State {
    /// What is embedded to search by meaning: the task, and the error it is stuck at.
    #[must_use]
    pub fn embedding_text(&self) -> String {
        format!("{}\n{}", self.task_description, self.current_error)
            .trim()
            .to_owned()
    }
}
