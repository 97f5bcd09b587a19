use super::telling::{FragmentTelling, RunTelling, named};
use crate::trajectory::records::{Action, FragmentType, Outcome};

fn actions(actions: &[Action]) -> String {
    named(actions, "、", |more| format!("等另外{more}个动作"))
}

pub(super) fn fragment(telling: &FragmentTelling<'_>) -> String {
    let (first, last) = telling.steps;
    let place = if first == last {
        format!("第{first}步")
    } else {
        format!("第{first}至{last}步")
    };
    let phase = if telling.phase.is_empty() {
        String::new()
    } else {
        format!("（{}）", telling.phase)
    };
    format!("{place}{phase}：{}", happened(telling))
}

fn happened(telling: &FragmentTelling<'_>) -> String {
    let done = actions(telling.actions);
    let Some(error) = error(telling) else {
        return match (telling.fragment_type, telling.outcome) {
            (FragmentType::Loop, Outcome::Failed) => format!("一直重复{done}，直到结束。"),
            (FragmentType::Loop, _) => format!("重复{done}，之后改做别的。"),
            (_, Outcome::Succeeded) => format!("{done}。任务完成。"),
            (_, Outcome::Failed) => format!("{done}。任务未完成。"),
            _ => format!("{done}。"),
        };
    };
    let again = if telling.fragment_type == FragmentType::Loop {
        "，反复出现"
    } else {
        ""
    };
    if telling.outcome == Outcome::Recovered {
        let way = actions(telling.resolution);
        let way = if way.is_empty() { done } else { way };
        format!("{error}{again}。解决办法：{way}。")
    } else {
        format!("{error}{again}。未能解决。尝试过：{done}。")
    }
}

fn error(telling: &FragmentTelling<'_>) -> Option<String> {
    let (sign, times, action) = telling.error?;
    let keywords = if sign.keywords.is_empty() {
        String::new()
    } else {
        format!("（{}）", sign.keywords.join("、"))
    };
    let place = sign
        .location
        .as_ref()
        .map(|place| format!("，位于 {place}"))
        .unwrap_or_default();
    let times = if times > 1 {
        format!("，共{times}次错误")
    } else {
        String::new()
    };
    let message = if sign.message.is_empty() {
        String::new()
    } else {
        format!("：“{}”", sign.message)
    };
    Some(format!(
        "{action} 遇到 {}{keywords}{place}{times}{message}",
        sign.error_type
    ))
}

pub(super) fn run(telling: &RunTelling<'_>) -> String {
    let place = if telling.repo.is_empty() {
        String::new()
    } else {
        format!("（{}）", telling.repo)
    };
    let ended = if telling.success {
        "完成"
    } else {
        "未完成"
    };
    let steps = telling.steps;
    let mut told = format!(
        "{}{place}：{} 共{steps}步，{ended}。",
        telling.task_type, telling.problem
    );
    if !telling.errors.is_empty() {
        let errors: Vec<String> = telling
            .errors
            .iter()
            .map(|(error, times, overcome)| {
                let overcome = if *overcome { "已解决" } else { "未解决" };
                format!("{error}（{times}次，{overcome}）")
            })
            .collect();
        told.push_str(&format!("遇到的错误：{}。", errors.join("、")));
    }
    told
}
