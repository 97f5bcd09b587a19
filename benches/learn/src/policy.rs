//! The model of the bench: a deterministic policy that has habits, and reads its prompts.
//!
//! Its habits lead into the traps. It leaves a habit if the prompt recalls that it failed; it does not know if there is
//! a memory. Within a conversation it makes no call twice.

use amb_scenarios::Mind;
use serde_json::{Value, json};

use crate::advice::{Advice, Trait, of_address};

/// The policy.
pub struct Policy;

impl Mind for Policy {
    fn reply(&self, asks: &str, request: &Value) -> Option<Value> {
        let messages = messages(request);
        let contents: Vec<&str> = messages.iter().map(|(_, content)| *content).collect();
        let asked = contents.last().copied().unwrap_or_default();
        match asks {
            "plan" => Some(plan(asked)),
            "react" => Some(json!(turn(&messages))),
            "notes" => Some(notes(asked)),
            "topics" => Some(topics(asked)),
            "summary" => Some(json!({ "summary": format!("- {}", data(asked).trim()) })),
            "relationships" => Some(json!({ "relationships": [] })),
            "answer" => answer(asked),
            _ => None,
        }
    }
}

/// Returns the messages after the rules: role and text.
fn messages(request: &Value) -> Vec<(&str, &str)> {
    let messages = request.get("messages").and_then(Value::as_array);
    let told = messages.into_iter().flatten().filter_map(|message| {
        let role = message.get("role")?.as_str()?;
        Some((role, message.get("content")?.as_str()?))
    });
    told.filter(|(role, _)| *role != "system").collect()
}

/// The goal is one step.
fn plan(asked: &str) -> Value {
    let step = json!({ "task_type": "NORMAL", "description": goal(asked), "image": null });
    if asked.contains("completed steps: 0") {
        json!({ "next_task": step })
    } else {
        json!({ "next_task": null })
    }
}

/// Returns the goal that a prompt states.
fn goal(asked: &str) -> &str {
    let (_, goal) = asked.split_once("oal: ").unwrap_or(("", ""));
    goal.lines().next().unwrap_or_default()
}

/// Returns the subject of the goal: the words from "the" to its end, such as `lighthouse of Orrin`.
fn subject(goal: &str) -> String {
    let (_, rest) = goal.split_once(" the ").unwrap_or(("", goal));
    let words = rest.trim_end_matches('?').split(' ').take(3);
    words.collect::<Vec<_>>().join(" ")
}

/// A call, its trait, and true if it is a visit.
struct Call {
    written: String,
    has: Option<Trait>,
}

impl Call {
    fn new(name: &str, arguments: Value, has: Option<Trait>) -> Self {
        let written = json!({ "name": name, "arguments": arguments }).to_string();
        Self { written, has }
    }
}

/// The next turn of a conversation that carries a step out.
fn turn(messages: &[(&str, &str)]) -> String {
    let contents: Vec<&str> = messages.iter().map(|(_, content)| *content).collect();
    let goal = goal(contents.first().copied().unwrap_or_default());
    if let Some(answer) = read_answer(&contents, goal) {
        return answer;
    }
    let made = |call: &Call| {
        let mut own = messages.iter().filter(|(role, _)| *role == "assistant");
        own.any(|(_, content)| content.contains(&call.written))
    };
    let advice = Advice::of(&contents);
    let mut calls = habits(&contents, goal);
    calls.retain(|call| !made(call));
    let is = |call: &Call, test: &dyn Fn(&Trait) -> bool| call.has.as_ref().is_some_and(test);
    let favoured = calls.iter().find(|call| is(call, &|of| advice.favours(of)));
    let sound = calls
        .iter()
        .find(|call| !is(call, &|of| advice.warns_of(of)));
    match favoured.or(sound).or(calls.first()) {
        Some(call) => format!("<tool_call>\n{}\n</tool_call>", call.written),
        None => "<answer>Nothing that was found says it.</answer>".to_owned(),
    }
}

/// Returns the habitual calls in this situation, the most habitual first: the results of a search one after the other;
/// before there are any, searches.
fn habits(contents: &[&str], goal: &str) -> Vec<Call> {
    let results = contents
        .iter()
        .filter(|content| content.contains("<tool_response>\nGoogle search for"));
    let visits: Vec<Call> = results
        .flat_map(|content| addresses(content))
        .map(|address| {
            let arguments = json!({ "url": address, "goal": goal });
            Call::new("visit", arguments, of_address(address))
        })
        .collect();
    if !visits.is_empty() {
        return visits;
    }
    let subject = subject(goal);
    let plain = Call::new("search", json!({ "query": [subject] }), None);
    let habit = if goal.starts_with("In which year") {
        let query = format!("site:bridges.example {subject}");
        let arguments = json!({ "query": [query] });
        Some(Call::new("search", arguments, Some(Trait::OneSite)))
    } else if goal.starts_with("Who built") {
        let arguments = json!({ "q": subject });
        Some(Call::new("search", arguments, Some(Trait::Misnamed)))
    } else {
        None
    };
    habit.into_iter().chain([plain]).collect()
}

/// The addresses of a list of results, in its order.
fn addresses(results: &str) -> Vec<&str> {
    let linked = results.split("](").skip(1);
    let linked = linked.filter_map(|rest| rest.split(')').next());
    linked.filter(|link| link.starts_with("https://")).collect()
}

/// The answer, once a page was quoted.
fn read_answer(contents: &[&str], goal: &str) -> Option<String> {
    let subject = subject(goal);
    let quoted = contents.iter().find_map(|content| {
        let mut lines = content.lines().filter_map(|line| line.strip_prefix("> "));
        lines.find(|line| line.contains(&subject))
    })?;
    let visited = contents
        .iter()
        .rev()
        .find_map(|content| content.split("\"url\":\"").nth(1)?.split('"').next())?;
    Some(format!("<answer>{quoted} [1]({visited})</answer>"))
}

/// Returns the notes on a page about the goal.
fn notes(asked: &str) -> Value {
    let subject = subject(goal(asked));
    let sentences = data(asked).split_inclusive('.').map(str::trim);
    let told: Vec<&str> = sentences.filter(|told| told.contains(&subject)).collect();
    json!({ "relevant": !told.is_empty(), "evidence": told, "summary": told.join(" ") })
}

fn topics(asked: &str) -> Value {
    let context = data(asked).lines().next().unwrap_or_default();
    let topic = json!({ "context": context, "keywords": [context], "passages": [1] });
    json!({ "should_cluster": false, "clusters": [topic] })
}

/// The evidence that speaks of the goal, with its number.
fn answer(asked: &str) -> Option<Value> {
    let subject = subject(goal(asked));
    let mut items = asked.split(" evidence ").skip(1);
    let told = items.find_map(|item| {
        let number = item.split(' ').next()?;
        let mut sentences = item.split_inclusive(['.', '\n']).map(str::trim);
        let told = sentences.find(|told| told.ends_with('.') && told.contains(&subject))?;
        Some(format!("{told} [{number}]"))
    });
    told.map(|told| json!(told))
}

/// Returns the last part of a request that is marked as data.
fn data(asked: &str) -> &str {
    let (before, _) = asked.rsplit_once("\nDATA ").unwrap_or((asked, ""));
    let (_, part) = before.rsplit_once("\n@").unwrap_or(("", before));
    part.split_once('\n').map_or(part, |(_, text)| text)
}
