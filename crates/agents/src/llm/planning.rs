//! The next step by the model (MB-13).

use amb_memory::hierarchy::without_recalled;
use amb_memory::task::TaskType;
use amb_memory::text::{Language, estimate_tokens, is_blank};
use serde::Serialize;

use super::ask::Asker;
use super::nodes::{all_fitted, node_tokens};
use super::prompts::Prompt;
use super::shapes::{Plan, WireTask, WireTaskType};
use crate::engine::EngineError;
use crate::fitting::shortened;
use crate::protocol::{NodeInfo, PastSteps, PlannedTask, PlanningInput, PlanningOutput, Room};

#[derive(Serialize)]
struct Variables<'v> {
    fence: String,
    task_goal: &'v str,
    tools: &'v [String],
    past: PastSteps,
    new_nodes: &'v [NodeInfo],
    /// Number of new nodes that are not listed.
    unlisted_nodes: usize,
    conflict: Option<Conflict<'v>>,
    images: &'v [String],
    /// Memories of the user, from long-term memory; blank if there are none.
    known_of_user: &'v str,
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
    let completed = input.insight_doc.completed_tasks();
    let past = PastSteps::of(language, Room::OVERVIEW, completed);
    let bare = Variables {
        fence: String::new(),
        task_goal: "",
        tools,
        past: PastSteps::of(language, Room::OVERVIEW, &[]),
        new_nodes: &[],
        unlisted_nodes: 0,
        conflict: None,
        images: &input.unread_images,
        known_of_user: "",
    };
    let room = asker.room(&Prompt::PLANNING, &bare)?;
    let task_goal = shortened(input.insight_doc.task_goal(), room / 4);
    let described = conflict.map(|conflict| conflict.conflict_description.as_str());
    let described = shortened(described.unwrap_or_default(), room / 8);
    let known_of_user = shortened(&input.known_of_user, room / 4);
    let taken = [&task_goal, &described, &known_of_user];
    let taken: usize = taken.iter().map(|text| estimate_tokens(text)).sum();
    let left = room.saturating_sub(taken);
    let (new_nodes, unlisted_nodes) = newest(&input.new_memory_nodes, left / 2);
    let taken: usize = new_nodes.iter().map(node_tokens).sum();
    let variables = Variables {
        fence: asker.fence()?,
        task_goal: &task_goal,
        tools,
        past: past.within(left.saturating_sub(taken)),
        new_nodes: &new_nodes,
        unlisted_nodes,
        conflict: conflict.map(|conflict| Conflict {
            description: &described,
            node_ids: conflict
                .conflicting_node_ids
                .iter()
                .map(|id| id.as_str())
                .collect(),
        }),
        images: &input.unread_images,
        known_of_user: &known_of_user,
    };
    let asked = asker
        .ask_sound(&Prompt::PLANNING, &variables, ("plan", true), |plan| {
            usable(plan, conflict.is_some())
        })
        .await;
    let Plan { next_task } = match asked {
        Err(error) if conflict.is_some() && error.kind() == "model_unusable" => {
            Plan { next_task: None }
        }
        asked => asked?,
    };
    let next_task = match conflict {
        Some(conflict) => Some(validation(
            language,
            &conflict.conflict_description,
            next_task,
        )),
        None => next_task.map(|task| ordinary(task, &input.unread_images)),
    };
    Ok(PlanningOutput { next_task })
}

/// Tokens of a new node that is worth being shown.
const NODE_LEAST_TOKENS: usize = 120;

/// The newest of the nodes in at most so many tokens, long ones shortened, and how many others there are.
fn newest(nodes: &[NodeInfo], room: usize) -> (Vec<NodeInfo>, usize) {
    let unlisted = nodes.len().saturating_sub(room / NODE_LEAST_TOKENS);
    let sizes = nodes.iter().map(node_tokens).sum::<usize>();
    let unlisted = if sizes <= room { 0 } else { unlisted };
    let shown = nodes.get(unlisted..).unwrap_or_default();
    (all_fitted(shown, room), unlisted)
}

/// Checks that a plan can be followed: a blank step is neither a step nor the end of the plan. With an open conflict
/// the step is known and not checked.
fn usable(plan: &Plan, has_conflict: bool) -> Result<(), String> {
    let says_nothing = |task: &WireTask| is_blank(&without_recalled(&task.description));
    if !has_conflict && plan.next_task.as_ref().is_some_and(says_nothing) {
        return Err(
            "next_task.description is blank: describe the step, or give null where none is needed"
                .to_owned(),
        );
    }
    Ok(())
}

/// The validation of a conflict, in the model's words if it planned one.
fn validation(language: Language, conflict: &str, planned: Option<WireTask>) -> PlannedTask {
    let words = planned
        .filter(|task| task.task_type == WireTaskType::CrossValidate)
        .map(|task| without_recalled(&task.description).into_owned())
        .filter(|description| !is_blank(description));
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
fn ordinary(task: WireTask, images: &[String]) -> PlannedTask {
    PlannedTask {
        task_type: TaskType::Normal,
        description: without_recalled(&task.description).trim().to_owned(),
        image: task.image.filter(|image| images.contains(image)),
    }
}

#[cfg(test)]
mod tests {
    use amb_memory::task::{CompletedTask, NodeId, TaskStatus, Trust};
    use proptest::prelude::*;

    use super::*;

    /// The planner's prompt after so many steps of this length.
    fn prompt(language: Language, count: usize, words: usize) -> String {
        let step = |number: usize| CompletedTask {
            r#type: TaskType::Normal,
            description: format!("Look into part {number}.{}", " More.".repeat(words)),
            status: TaskStatus::Succeeded,
            context: format!("Part {number} is known.{}", " 已知。".repeat(words)),
        };
        let done: Vec<CompletedTask> = (1..=count).map(step).collect();
        let variables = Variables {
            fence: "0123456789ab".to_owned(),
            task_goal: "What is there?",
            tools: &[],
            past: PastSteps::of(language, Room::OVERVIEW, &done),
            new_nodes: &[],
            unlisted_nodes: 0,
            conflict: None,
            images: &[],
            known_of_user: "",
        };
        let messages = Prompt::PLANNING.messages(language, &variables).unwrap();
        messages.last().unwrap().words()
    }

    /// MB-13, MB-25: of many new nodes the newest are shown, within the window.
    #[test]
    fn mb_13_new_nodes_fit_the_window() {
        let node = |number: usize, words: usize| NodeInfo {
            id: NodeId::from(number.to_string().as_str()),
            summary: "word ".repeat(words),
            context: "A topic".to_owned(),
            keywords: Vec::new(),
            trust: Trust::Given,
            titles: Vec::new(),
        };
        for (count, words, room, unlisted) in [
            (3, 10, 10_000, 0),
            (3, 50_000, 3000, 0),
            (1000, 100, 1200, 990),
            (1000, 1, 100_000, 0),
            (2, 100, 0, 2),
        ] {
            let nodes: Vec<NodeInfo> = (0..count).map(|number| node(number, words)).collect();
            let (shown, left_out) = newest(&nodes, room);
            assert_eq!(left_out, unlisted, "{count} {words} {room}");
            let ids = shown.iter().map(|node| &node.id);
            assert!(ids.eq(nodes[unlisted..].iter().map(|node| &node.id)));
            let size: usize = shown.iter().map(node_tokens).sum();
            assert!(size <= room + 3 * count, "{size} of {room}");
        }
    }

    /// MB-22: a blank step does not end the plan; beside an open conflict it does no harm.
    #[test]
    fn mb_13_a_blank_step_is_unusable() {
        let plan = |description: &str| Plan {
            next_task: Some(WireTask {
                task_type: WireTaskType::Normal,
                description: description.to_owned(),
                image: None,
            }),
        };
        for blank in ["", " \n", "\u{200B}"] {
            assert!(usable(&plan(blank), false).is_err(), "{blank:?}");
            assert_eq!(usable(&plan(blank), true), Ok(()));
        }
        assert_eq!(usable(&plan("Search."), false), Ok(()));
        assert_eq!(usable(&Plan { next_task: None }, false), Ok(()));
    }

    proptest! {
        /// The planner sees the newest steps in full, and its prompt is as long after a thousand steps as after a
        /// hundred.
        #[test]
        fn mb_13_the_planning_prompt_does_not_grow_with_the_steps(count in 0_usize..1000, words in 0_usize..60) {
            for language in [Language::English, Language::Chinese] {
                let told = prompt(language, count, words);
                let least = prompt(language, 60, words);
                // Numbers have more digits.
                let more = told.chars().count().saturating_sub(least.chars().count());
                prop_assert!(count <= 60 || more <= 300, "{} more of {}", more, least.chars().count());
                for number in count.saturating_sub(9).max(1)..=count {
                    let context = format!("Part {number} is known.{}", " 已知。".repeat(words));
                    prop_assert!(told.contains(&context), "{} of {}: {}", number, count, told);
                }
                let listed = count.min(60);
                prop_assert_eq!(told.matches("[NORMAL] Look into part").count(), listed);
            }
        }
    }
}
