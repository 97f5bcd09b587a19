//! Planning agent (MB-13): the one next step.

use amb_memory::task::{ConflictId, InsightDoc, NodeId, TaskType};
use serde::{Deserialize, Serialize};

use super::NodeInfo;

/// The state that a plan rests on.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PlanningInput {
    /// Goal, what is done, what was pending.
    pub insight_doc: InsightDoc,
    /// Nodes made since the last plan.
    pub new_memory_nodes: Vec<NodeInfo>,
    /// The oldest conflict that is not yet validated.
    pub conflict_notification: Option<ConflictNotification>,
    /// Names of images that wait for recognition.
    pub unread_images: Vec<String>,
    /// True if an answer has been written since memory last changed.
    pub answered: bool,
    /// Memories of the user that bear on the goal, marked as recalled; blank if there are none.
    #[serde(default)]
    pub known_of_user: String,
}

/// Two or more nodes that contradict each other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ConflictNotification {
    /// The nodes.
    pub conflicting_node_ids: Vec<NodeId>,
    /// Descriptions of the conflicts, one line each.
    pub conflict_description: String,
    /// The conflicts; the memory has them.
    pub conflicts: Vec<ConflictId>,
}

/// The next step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedTask {
    /// Ordinary step, or the validation of a conflict.
    pub task_type: TaskType,
    /// Description of the step, for its executor and for the user.
    pub description: String,
    /// The image to recognise, where that is the step.
    pub image: Option<String>,
}

/// The plan: one step, or none when the goal is reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanningOutput {
    /// The step; `None` ends the run.
    pub next_task: Option<PlannedTask>,
}
