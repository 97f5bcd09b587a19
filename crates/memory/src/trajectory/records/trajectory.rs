use serde::{Deserialize, Serialize};

use super::ids::TrajectoryId;
use crate::Listed;
use crate::retrieval::Embedding;
use crate::task::Trust;

/// What is kept of a run as a whole (seed 003, `Trajectory`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Trajectory {
    /// As handed in.
    pub id: TrajectoryId,
    /// What it was an attempt at: a SWE-bench instance, a question.
    pub instance_id: String,
    /// What it worked on: a repository, a site, a document.
    pub repo: String,
    /// `bug_fix`, `feature`, `refactor`, `research`, …
    pub task_type: String,
    /// Whether the task was done.
    pub success: bool,
    /// Its steps.
    pub total_steps: u32,
    /// Fragments that it was cut into.
    pub total_fragments: u32,
    /// What happened, for people and models.
    pub summary: String,
    /// When it began, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub started_at: i64,
    /// When its last step was.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub ended_at: i64,
    /// The least of what its summary comes from.
    pub trust: Trust,
    /// Of the summary.
    pub embedding: Option<Embedding>,
}

impl Listed for Trajectory {
    fn place(&self) -> (i64, &str) {
        (self.ended_at, self.id.as_str())
    }
}

impl Trajectory {
    /// What is embedded of it.
    #[must_use]
    pub fn embedding_text(&self) -> &str {
        &self.summary
    }
}
