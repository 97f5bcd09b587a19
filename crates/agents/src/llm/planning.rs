//! The next step by the model (MB-13).

use amb_memory::task::{CompletedTask, TaskStatus, TaskType};
use amb_memory::text::Language;
use serde::Serialize;

use super::ask::Asker;
use super::prompts::Prompt;
use super::shapes::{Plan, WireTask, WireTaskType};
use crate::engine::{EngineError, NodeInfo, PlannedTask, PlanningInput, PlanningOutput};
use crate::inert::one_line;

#[derive(Serialize)]
struct Variables<'v> {
    fence: String,
    task_goal: &'v str,
    tools: &'v [String],
    completed: Vec<Step>,
    new_nodes: &'v [NodeInfo],
    conflict: Option<Conflict<'v>>,
    images: &'v [String],
}

/// A finished step, as prompts show it: each text on one line, so that none passes for another step.
#[derive(Serialize)]
pub(super) struct Step {
    r#type: &'static str,
    description: String,
    status: &'static str,
    context: String,
}

#[derive(Serialize)]
struct Conflict<'v> {
    description: &'v str,
    node_ids: Vec<&'v str>,
}

/// The next step, or none. A conflict is the next step whatever the model says (seed 000 §6.2).
pub(super) async fn plan(
    asker: &Asker<'_>,
    language: Language,
    tools: &[String],
    input: &PlanningInput,
) -> Result<PlanningOutput, EngineError> {
    let conflict = input.conflict_notification.as_ref();
    let variables = Variables {
        fence: asker.fence()?,
        task_goal: input.insight_doc.task_goal(),
        tools,
        completed: steps(language, input.insight_doc.completed_tasks()),
        new_nodes: &input.new_memory_nodes,
        conflict: conflict.map(|conflict| Conflict {
            description: &conflict.conflict_description,
            node_ids: conflict
                .conflicting_node_ids
                .iter()
                .map(|id| id.as_str())
                .collect(),
        }),
        images: &input.unread_images,
    };
    let Plan { next_task } = asker
        .ask(&Prompt::PLANNING, &variables, "plan", true)
        .await?;
    let next_task = match conflict {
        Some(conflict) => Some(validation(
            language,
            &conflict.conflict_description,
            next_task,
        )),
        None => next_task.and_then(|task| ordinary(task, &input.unread_images)),
    };
    Ok(PlanningOutput { next_task })
}

/// Finished steps in the words of a language.
pub(super) fn steps(language: Language, completed: &[CompletedTask]) -> Vec<Step> {
    let status = |status: TaskStatus| match (language, status) {
        (Language::English, TaskStatus::Succeeded) => "succeeded",
        (Language::English, TaskStatus::Failed) => "failed",
        (Language::Chinese, TaskStatus::Succeeded) => "成功",
        (Language::Chinese, TaskStatus::Failed) => "失败",
    };
    let step = |task: &'_ CompletedTask| match task.r#type {
        TaskType::Normal => "NORMAL",
        TaskType::CrossValidate => "CROSS_VALIDATE",
    };
    completed
        .iter()
        .map(|task| Step {
            r#type: step(task),
            description: one_line(&task.description),
            status: status(task.status),
            context: one_line(&task.context),
        })
        .collect()
}

/// The validation of a conflict, in the model's words if it planned one.
fn validation(language: Language, conflict: &str, planned: Option<WireTask>) -> PlannedTask {
    let words = planned
        .filter(|task| task.task_type == WireTaskType::CrossValidate)
        .map(|task| task.description)
        .filter(|description| !description.trim().is_empty());
    let mark = match language {
        Language::English => "Cross Validation: ",
        Language::Chinese => "交叉验证：",
    };
    PlannedTask {
        task_type: TaskType::CrossValidate,
        description: words.unwrap_or_else(|| format!("{mark}{conflict}")),
        image: None,
    }
}

/// An ordinary step. There is no conflict to validate, so nothing else it can be; an image that does not
/// wait cannot be recognised.
fn ordinary(task: WireTask, images: &[String]) -> Option<PlannedTask> {
    let description = task.description.trim();
    (!description.is_empty()).then(|| PlannedTask {
        task_type: TaskType::Normal,
        description: description.to_owned(),
        image: task.image.filter(|image| images.contains(image)),
    })
}
