//! Planning without a language model (BX-01, MB-13): conflicts first, then images, then the answer.

use amb_memory::task::TaskType;
use amb_memory::text::Language;

use super::wording::{cross_validation, find_answer, recognise_image};
use crate::protocol::{PlannedTask, PlanningInput, PlanningOutput};

/// The next step, or none once the question is answered.
pub(super) fn plan(language: Language, input: &PlanningInput) -> PlanningOutput {
    let step = |task_type, description| PlannedTask {
        task_type,
        description,
        image: None,
    };
    let next_task = if let Some(conflict) = &input.conflict_notification {
        let description = cross_validation(language, &conflict.conflict_description);
        Some(step(TaskType::CrossValidate, description))
    } else if let Some(name) = input.unread_images.first() {
        let image = Some(name.clone());
        Some(PlannedTask {
            image,
            ..step(TaskType::Normal, recognise_image(language, name))
        })
    } else if input.answered {
        None
    } else {
        Some(step(
            TaskType::Normal,
            find_answer(language, input.insight_doc.task_goal()),
        ))
    };
    PlanningOutput { next_task }
}
