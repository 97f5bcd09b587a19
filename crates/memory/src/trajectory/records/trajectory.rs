use serde::{Deserialize, Serialize};

use super::ids::TrajectoryId;
use crate::Listed;
use crate::retrieval::Embedding;
use crate::task::Trust;

/// Record of a run as a whole (seed 003, `Trajectory`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Trajectory {
    /// As handed in.
    pub id: TrajectoryId,
    /// Id of the task that the run attempted: a SWE-bench instance, a question.
    pub instance_id: String,
    /// Subject of the work: a repository, a site, a document.
    pub repo: String,
    /// `bug_fix`, `feature`, `refactor`, `research`, …
    pub task_type: String,
    /// True if the task was done.
    pub success: bool,
    /// Its steps.
    pub total_steps: u32,
    /// Fragments that it was cut into.
    pub total_fragments: u32,
    /// Summary of the run, for people and models.
    pub summary: String,
    /// When it began, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub started_at: i64,
    /// When its last step was.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub ended_at: i64,
    /// The least of what its summary comes from.
    pub trust: Trust,
    /// Vector of the summary.
    pub embedding: Option<Embedding>,
}

impl Listed for Trajectory {
    fn place(&self) -> (i64, &str) {
        (self.ended_at, self.id.as_str())
    }
}

impl Trajectory {
    /// Returns the text to embed.
    #[must_use]
    pub fn embedding_text(&self) -> &str {
        &self.summary
    }
}
