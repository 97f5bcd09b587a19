//! The first layer: goal, finished steps, next step (seed 000 §3.1).

use super::error::TaskError;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Type of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TaskType {
    /// A step planned towards the goal.
    Normal,
    /// The resolution of a conflict between nodes.
    CrossValidate,
}

/// Status of a finished task. Serialised as the seed's "成功" and "失败"; "success" and "failure" are read too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum TaskStatus {
    /// It was done.
    #[serde(rename = "成功", alias = "success")]
    Succeeded,
    /// It was given up.
    #[serde(rename = "失败", alias = "failure")]
    Failed,
}

/// A finished step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct CompletedTask {
    /// Its kind.
    pub r#type: TaskType,
    /// Description of the task.
    pub description: String,
    /// Status of the task.
    pub status: TaskStatus,
    /// Result of the task, in one or two sentences.
    pub context: String,
}

/// The state of a task: its goal, the finished steps, and at most one next step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct InsightDoc {
    doc_id: String,
    task_goal: String,
    completed_tasks: Vec<CompletedTask>,
    #[serde(rename = "pending_tasks", with = "zero_or_one")]
    #[cfg_attr(feature = "ts", ts(rename = "pending_tasks", as = "Vec<String>"))]
    pending: Option<String>,
}

impl InsightDoc {
    /// A document with a goal and nothing done or planned.
    #[must_use]
    pub fn new(doc_id: impl Into<String>, task_goal: impl Into<String>) -> Self {
        Self {
            doc_id: doc_id.into(),
            task_goal: task_goal.into(),
            completed_tasks: Vec::new(),
            pending: None,
        }
    }

    /// The document's id.
    #[must_use]
    pub fn doc_id(&self) -> &str {
        &self.doc_id
    }

    /// The user's question.
    #[must_use]
    pub fn task_goal(&self) -> &str {
        &self.task_goal
    }

    /// The finished steps, oldest first.
    #[must_use]
    pub fn completed_tasks(&self) -> &[CompletedTask] {
        &self.completed_tasks
    }

    /// The next step, as a list of none or one.
    #[must_use]
    pub fn pending_tasks(&self) -> &[String] {
        self.pending.as_slice()
    }

    /// The next step.
    #[must_use]
    pub fn pending(&self) -> Option<&str> {
        self.pending.as_deref()
    }

    /// Replaces the next step; a blank one is none.
    pub fn set_pending(&mut self, task: Option<String>) {
        self.pending = task.filter(|task| !task.trim().is_empty());
    }

    /// Replaces the next step by a planner's list.
    ///
    /// # Errors
    /// [`TaskError::TooManyPendingTasks`] for a list of more than one; the next step stays.
    pub fn set_pending_tasks(&mut self, tasks: Vec<String>) -> Result<(), TaskError> {
        if tasks.len() > 1 {
            return Err(TaskError::TooManyPendingTasks(tasks.len()));
        }
        self.set_pending(tasks.into_iter().next());
        Ok(())
    }

    /// Moves the pending task to the finished ones.
    ///
    /// # Errors
    /// [`TaskError::NothingPending`] if no task is pending.
    pub fn complete(
        &mut self,
        r#type: TaskType,
        status: TaskStatus,
        context: impl Into<String>,
    ) -> Result<(), TaskError> {
        let description = self.pending.take().ok_or(TaskError::NothingPending)?;
        let context = context.into();
        self.completed_tasks.push(CompletedTask {
            r#type,
            description,
            status,
            context,
        });
        Ok(())
    }

    /// Adds a step that was finished without having been planned.
    pub fn record(&mut self, task: CompletedTask) {
        self.completed_tasks.push(task);
    }

    /// Returns true if nothing is pending and every finished step succeeded (seed 000 §12).
    #[must_use]
    pub fn is_finished(&self) -> bool {
        let succeeded = |task: &CompletedTask| task.status == TaskStatus::Succeeded;
        self.pending.is_none() && self.completed_tasks.iter().all(succeeded)
    }
}

/// An optional value as a list of none or one.
mod zero_or_one {
    use super::{Deserialize, Deserializer, Serialize, Serializer, TaskError};
    use serde::de::Error;

    pub fn serialize<S: Serializer>(
        task: &Option<String>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        task.as_slice().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<String>, D::Error> {
        let tasks = Vec::<String>::deserialize(deserializer)?;
        if tasks.len() > 1 {
            return Err(D::Error::custom(TaskError::TooManyPendingTasks(
                tasks.len(),
            )));
        }
        Ok(tasks
            .into_iter()
            .next()
            .filter(|task| !task.trim().is_empty()))
    }
}
