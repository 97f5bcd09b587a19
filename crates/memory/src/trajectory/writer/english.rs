use super::telling::{FragmentTelling, RunTelling, named};
use crate::trajectory::records::{Action, FragmentType, Outcome};

fn actions(actions: &[Action]) -> String {
    named(actions, ", ", |more| format!(" and {more} more"))
}

pub(super) fn fragment(telling: &FragmentTelling<'_>) -> String {
    let (first, last) = telling.steps;
    let place = if first == last {
        format!("Step {first}")
    } else {
        format!("Steps {first} to {last}")
    };
    let phase = if telling.phase.is_empty() {
        String::new()
    } else {
        format!(" ({})", telling.phase)
    };
    format!("{place}{phase}: {}", happened(telling))
}

fn happened(telling: &FragmentTelling<'_>) -> String {
    let done = actions(telling.actions);
    let Some(error) = error(telling) else {
        return match (telling.fragment_type, telling.outcome) {
            (FragmentType::Loop, Outcome::Failed) => format!("{done} was repeated to the end."),
            (FragmentType::Loop, _) => {
                format!("{done} was repeated, then something else was done.")
            }
            (_, Outcome::Succeeded) => format!("{done}. The task was done."),
            (_, Outcome::Failed) => format!("{done}. The task was not done."),
            _ => format!("{done}."),
        };
    };
    let again = if telling.fragment_type == FragmentType::Loop {
        " again and again"
    } else {
        ""
    };
    if telling.outcome == Outcome::Recovered {
        let way = actions(telling.resolution);
        let way = if way.is_empty() { done } else { way };
        format!("{error}{again}. It was overcome by: {way}.")
    } else {
        format!("{error}{again}. It was not overcome. Tried: {done}.")
    }
}

fn error(telling: &FragmentTelling<'_>) -> Option<String> {
    let (sign, times, action) = telling.error?;
    let keywords = if sign.keywords.is_empty() {
        String::new()
    } else {
        format!(" ({})", sign.keywords.join(", "))
    };
    let place = sign
        .location
        .as_ref()
        .map(|place| format!(" at {place}"))
        .unwrap_or_default();
    let times = if times > 1 {
        format!(", {times} errors in all")
    } else {
        String::new()
    };
    let message = if sign.message.is_empty() {
        String::new()
    } else {
        format!(": “{}”", sign.message)
    };
    Some(format!(
        "{action} met {}{keywords}{place}{times}{message}",
        sign.error_type
    ))
}

pub(super) fn run(telling: &RunTelling<'_>) -> String {
    let place = if telling.repo.is_empty() {
        String::new()
    } else {
        format!(" in {}", telling.repo)
    };
    let ended = if telling.success { "Done" } else { "Not done" };
    let steps = telling.steps;
    let mut told = format!(
        "{}{place}: {} {ended} after {steps} steps.",
        telling.task_type, telling.problem
    );
    if !telling.errors.is_empty() {
        let errors: Vec<String> = telling
            .errors
            .iter()
            .map(|(error, times, overcome)| {
                let overcome = if *overcome {
                    "overcome"
                } else {
                    "not overcome"
                };
                format!("{error} ({times}, {overcome})")
            })
            .collect();
        told.push_str(&format!(" Errors: {}.", errors.join(", ")));
    }
    told
}
