//! Answers within data, and calls of tools where an answer was asked for (MB-22).

use std::collections::BTreeSet;

use amb_memory::text::visible;
use serde_json::{Deserializer, Map, Value};

use super::insufficiency::{is_insufficient, tells_a_lack};
use super::marks::{Marks, has_marks};
use crate::react::Toolbox;

/// A reply in words: as it is, or the text of an object such as `{"answer": "…"}`. `None` for a call of a tool, and for
/// data that says nothing; other data may be what the user asked for.
pub(super) fn worded(text: String) -> Option<String> {
    if calls_a_tool(&text) || ends_in_a_call(&text) {
        return None;
    }
    let data: Result<Vec<Value>, _> = Deserializer::from_str(&text).into_iter().collect();
    let Ok(data) = data else {
        return Some(announced(&text).unwrap_or(text));
    };
    if !data.is_empty() && data.iter().all(says_nothing) {
        return None;
    }
    let fields = match data.as_slice() {
        [Value::Object(fields)] => Some(fields),
        [Value::Array(items)] => match items.as_slice() {
            [Value::Object(fields)] => Some(fields),
            _ => None,
        },
        _ => None,
    };
    match fields.and_then(answer_of) {
        Some(answer) => Some(answer),
        None => Some(text),
    }
}

/// What begins a line with which a model calls a tool, in the words of those that are in use.
const CALLS: [&str; 9] = [
    "<tool_call>",
    "<tool_calls>",
    "<function_calls>",
    "<function=",
    "<invoke name=",
    "<｜tool",
    "<｜DSML｜",
    "<|tool_call",
    "<|channel|>commentary to=",
];
/// The same, where what is called follows at once: they are spoken of as well.
const MARKS_OF_CALLS: [&str; 2] = ["[TOOL_CALLS]", "<|python_tag|>"];

/// Whether a text has a call as some models write it; what stands in a fence, or is set off as code, is shown.
fn calls_a_tool(text: &str) -> bool {
    const OF_CODE: &str = "    ";
    const FENCE_OF_A_CALL: &str = "```tool_c";
    let mut is_shown = false;
    let mut told = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") || line.starts_with("~~~") {
            is_shown = !is_shown;
            if is_shown && line.starts_with(FENCE_OF_A_CALL) {
                return true;
            }
        } else if !is_shown && !line.starts_with(OF_CODE) && !line.trim().is_empty() {
            told.push(line.trim());
        }
    }
    told.iter().any(|line| begins_a_call(line)) || is_react(&told)
}

/// Whether lines are those of a ReAct loop: an action and its input. Where it is explained how such a loop looks, what stands
/// before them cites that, or the action is none of our tools and what it brings stands behind.
fn is_react(lines: &[&str]) -> bool {
    const ACTIONS: [&str; 3] = ["Action:", "行动：", "行动:"];
    const INPUTS: [&str; 3] = ["Action Input:", "行动输入：", "行动输入:"];
    let behind = |line: &str, labels: &[&str]| {
        let bare = line.replace("**", "");
        let value = labels.iter().find_map(|label| bare.strip_prefix(label));
        value.map(|value| value.trim().to_owned())
    };
    let is_input = |line: &&str| behind(line, &INPUTS).is_some();
    let Some(at) = lines
        .iter()
        .position(|line| behind(line, &ACTIONS).is_some())
    else {
        return false;
    };
    let (before, from) = lines.split_at(at);
    let is_explained = has_marks(&before.join("\n"));
    let action = from.first().and_then(|line| behind(line, &ACTIONS));
    let is_ours = action.is_some_and(|action| {
        let named = action.trim_matches(['`', '"', '\'']);
        Toolbox::ALL.contains(&named)
    });
    let ends_in_input = from.last().is_some_and(is_input);
    !is_explained && (ends_in_input || is_ours && from.iter().any(is_input))
        || ends_in_input && is_ours
}

fn begins_a_call(line: &str) -> bool {
    let is_data = |behind: &str| behind.trim_start().starts_with(['[', '{']);
    let is_marked = MARKS_OF_CALLS.iter().any(|mark| {
        line.strip_prefix(mark).is_some_and(|behind| {
            behind.starts_with(|c: char| !c.is_whitespace()) || is_data(behind)
        })
    });
    // `[search(query="tower")]` is a call, `[search(…)]` with words behind it speaks of one.
    let bracketed = line.strip_prefix('[').filter(|_| line.ends_with(")]"));
    let named = line.strip_prefix("functions.").or(bracketed);
    let is_function = named.is_some_and(|named| {
        Toolbox::ALL.iter().any(|tool| {
            named
                .strip_prefix(tool)
                .is_some_and(|behind| behind.starts_with([':', '(', '{']))
        })
    });
    const WITHIN: [&str; 2] = ["<tool_call>{", "<|channel|>commentary to="];
    let mut within = WITHIN.iter().filter_map(|call| line.split_once(call));
    let is_within = within.any(|(before, behind)| {
        !before.ends_with(['`', '"', '“']) && !line.starts_with('>') && !has_marks(behind)
    });
    is_marked || is_function || is_within || CALLS.iter().any(|call| line.starts_with(call))
}

/// Whether the last of a text is a fence with a call in it, in a text that cites nothing, or behind words of what the model
/// is about to do: "Let me verify that:".
fn ends_in_a_call(text: &str) -> bool {
    let fenced = text.trim_end().strip_suffix("```");
    let Some((before, inside)) = fenced.and_then(|before| before.rsplit_once("```")) else {
        return false;
    };
    let called = inside.split_once('\n').map(|(_, called)| called.trim());
    (!has_marks(before) || ends_with_a_plan(before.trim_end()))
        && called.is_some_and(|called| {
            let data: Result<Value, _> = serde_json::from_str(called);
            begins_a_call(called) || data.is_ok_and(|data| is_any_call(&data))
        })
}

/// Whether what a text says behind the last of its marks speaks of the one who writes it.
fn ends_with_a_plan(text: &str) -> bool {
    const SELF: [&str; 7] = ["i", "i'll", "i'm", "i'd", "i've", "let's", "me"];
    let (claims, _) = Marks::Brackets.claims(text, usize::MAX);
    let last = claims.last().filter(|claim| claim.evidence.is_empty());
    let last = last.map_or("", |claim| claim.text);
    let last = last.to_lowercase().replace('’', "'");
    let mut words = last.split(|c: char| !(c.is_alphanumeric() || c == '\''));
    last.contains('我') || words.any(|word| SELF.contains(&word))
}

/// The answer in a fenced object behind a line that says that it comes: "Here is the answer:".
fn announced(text: &str) -> Option<String> {
    let (lead, inside) = text.trim_end().strip_suffix("```")?.split_once("```")?;
    let lead = lead.trim_end();
    let is_lead = lead.ends_with([':', '：']) && !lead.contains('\n') && !has_marks(lead);
    let (_, data) = inside.split_once('\n').filter(|_| is_lead)?;
    let fields: Map<String, Value> = serde_json::from_str(data).ok()?;
    answer_of(&fields)
}

/// What the one field of an object says that holds the answer, with what models put beside it. Where it cites nothing, it
/// rests on the numbers beside it.
fn answer_of(fields: &Map<String, Value>) -> Option<String> {
    const ANSWERS: [&str; 3] = ["answer", "final_answer", "答案"];
    const ALONE: [&str; 6] = ["response", "text", "content", "result", "output", "回答"];
    const CITED: [&str; 3] = ["citations", "sources", "references"];
    const BESIDE: [&str; 8] = [
        "citations",
        "sources",
        "references",
        "confidence",
        "reasoning",
        "thought",
        "explanation",
        "evidence",
    ];
    if is_final(fields) {
        return Some(visible(fields.get(INPUT_OF_ACTION)?.as_str()?).into_owned());
    }
    let is_in = |names: &[&str], name: &str| names.contains(&name.to_lowercase().as_str());
    let holds = |name: &str| is_in(&ANSWERS, name) || fields.len() == 1 && is_in(&ALONE, name);
    let (name, answer) = fields
        .iter()
        .filter(|(name, _)| holds(name))
        .find_map(|(name, answer)| Some((name, answer.as_str()?)))?;
    let mut others = fields.keys().filter(|other| *other != name);
    let is_alone = others.all(|other| is_in(&BESIDE, other));
    let cited = fields.iter().filter(|(name, _)| is_in(&CITED, name));
    let cited = cited
        .filter_map(|(_, numbers)| numbers.as_array())
        .flatten();
    is_alone.then(|| marked(visible(answer).trim(), cited))
}

/// A sentence that tells something and cites nothing, with the numbers that are given beside it.
fn marked<'v>(answer: &str, cited: impl Iterator<Item = &'v Value>) -> String {
    const LARGEST: u64 = 99;
    let numbers = cited.filter_map(|number| match number {
        Value::String(told) => told.trim_matches(['[', ']']).parse().ok(),
        _ => number.as_u64(),
    });
    let numbers: BTreeSet<u64> = numbers.filter(|n| (1..=LARGEST).contains(n)).collect();
    let is_sentence = answer.ends_with(|c: char| c.is_alphanumeric() || ".!。！".contains(c));
    let is_lack = is_insufficient(answer) || tells_a_lack(answer);
    if is_lack || !is_sentence || has_marks(answer) {
        return answer.to_owned();
    }
    let marks: String = numbers
        .iter()
        .map(|number| format!(" [{number}]"))
        .collect();
    format!("{answer}{marks}")
}

/// What an action is called that gives the answer, as agents of LangChain write it, and where the answer stands.
const FINAL_ACTION: &str = "Final Answer";
const INPUT_OF_ACTION: &str = "action_input";

/// Whether an object gives the answer as an action.
fn is_final(fields: &Map<String, Value>) -> bool {
    let action = fields.get("action").and_then(Value::as_str);
    action.is_some_and(|action| action.eq_ignore_ascii_case(FINAL_ACTION))
        && fields.get(INPUT_OF_ACTION).is_some_and(Value::is_string)
}

/// Whether data is empty, or one or more calls of tools.
fn says_nothing(data: &Value) -> bool {
    match data {
        Value::Null => true,
        Value::Array(items) => items.iter().all(says_nothing),
        Value::Object(fields) => is_any_call(data) || fields.values().all(says_nothing),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// Whether data is a call, of our tools or of any.
fn is_any_call(data: &Value) -> bool {
    data.as_object().is_some_and(is_call) || calls_our_tool(data)
}

/// Whether data is a call of a tool that the conversations of a step have, whatever else it holds.
fn calls_our_tool(data: &Value) -> bool {
    const NAMES: [&str; 4] = ["name", "tool", "tool_name", "function"];
    let mut named = NAMES.iter().filter_map(|name| data.get(*name)?.as_str());
    named.any(|name| Toolbox::ALL.contains(&name))
}

/// Whether an object is a call: a tool and its input, in one of the ways in which models write them.
fn is_call(fields: &Map<String, Value>) -> bool {
    const TOOLS: [&str; 5] = ["name", "tool", "tool_name", "function", "action"];
    const INPUTS: [&str; 6] = [
        "arguments",
        "parameters",
        "args",
        "input",
        INPUT_OF_ACTION,
        "tool_input",
    ];
    let has = |names: &[&str], is_fit: fn(&Value) -> bool| {
        names
            .iter()
            .filter_map(|name| fields.get(*name))
            .any(is_fit)
    };
    has(&["tool_calls", "function_call"], |_| true)
        || !is_final(fields)
            && has(&TOOLS, Value::is_string)
            && has(&INPUTS, |input| input.is_object() || input.is_string())
}
