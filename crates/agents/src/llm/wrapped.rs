//! Answers within data, and calls of tools where an answer was asked for (MB-22).

use std::collections::BTreeSet;
use std::ops::Range;

use amb_llm::json::objects;
use amb_llm::tool_calls::written_calls;
use amb_memory::text::visible;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Deserializer, Map, Value};

use super::answer_words::{ANSWERS, AnswerWords};
use super::marks::{code_in, has_marks};
use crate::protocol::TOOLS;

/// An answer as the model is asked for it.
#[derive(Debug, Deserialize, JsonSchema)]
#[expect(
    dead_code,
    reason = "its schema is what is asked for; replies are read with more patience"
)]
pub(super) struct WireAnswer {
    /// Whether the evidence answers the goal, be it in part.
    sufficient: bool,
    /// The answer, or what is missing.
    answer: String,
}

/// Content of a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Said {
    /// The answer, or what is missing for one.
    pub(super) text: String,
    /// True if the evidence answers the goal; `None` if the reply leaves that out.
    pub(super) sufficient: Option<bool>,
}

impl Said {
    fn plain(text: String) -> Self {
        Self {
            text,
            sufficient: None,
        }
    }
}

/// A reply in words: the answer of an object such as `{"sufficient": true, "answer": "…"}`, be it broken or behind a line that
/// says that it comes, or the reply as it is. `None` for a call of a tool, and for data that says nothing; other data may
/// be what the user asked for.
pub(super) fn worded(text: String, complete: bool) -> Option<Said> {
    if calls_a_tool(&text) {
        return None;
    }
    let data: Result<Vec<Value>, _> = Deserializer::from_str(&text).into_iter().collect();
    if data.is_ok_and(|data| !data.is_empty() && data.iter().all(says_nothing)) {
        return None;
    }
    let found = objects(&text, complete).unwrap_or_default();
    let cites = |part: Option<&str>| part.is_some_and(has_marks);
    for object in found.into_iter().rev() {
        let around = [text.get(..object.at.start), text.get(object.at.end..)];
        let answer = object.fields.ok().as_ref().and_then(answer_of);
        if let Some(said) = answer.filter(|_| !around.into_iter().any(cites)) {
            return Some(said);
        }
    }
    let mut words = AnswerWords::default();
    let begun = words.push(&text);
    Some(match words.is_object() && !begun.is_empty() && !complete {
        true => Said::plain(begun),
        false => Said::plain(text),
    })
}

/// Returns true if a reply calls a tool instead of answering: neither the text before the call nor the call's last line
/// cites evidence. A call in code is an illustration if anything beside it cites evidence. A text that begins with a
/// mark of a model's template and cites nothing is a call, too.
fn calls_a_tool(text: &str) -> bool {
    if ["<|", "<｜"].iter().any(|mark| text.starts_with(mark)) {
        return !has_marks(text);
    }
    let code = code_in(text);
    let cites = |from, to| text.get(from..to).is_some_and(has_marks);
    written_calls(text, &TOOLS, true).iter().any(|call| {
        let Range { start, end } = call.at;
        if code.iter().any(|span| span.contains(&start)) {
            return call.name.is_some() && !has_marks(text);
        }
        let rest = text.get(end..).unwrap_or_default();
        let line = end + rest.find('\n').unwrap_or(rest.len());
        !cites(0, start) && !cites(end, line)
    })
}

/// Returns the answer from the one field of an object that holds it, beside fields that models add. An answer that
/// cites nothing takes the citation numbers of those fields.
fn answer_of(fields: &Map<String, Value>) -> Option<Said> {
    const ALONE: [&str; 6] = ["response", "text", "content", "result", "output", "回答"];
    const CITED: [&str; 3] = ["citations", "sources", "references"];
    const BESIDE: [&str; 5] = [
        "confidence",
        "reasoning",
        "thought",
        "explanation",
        "evidence",
    ];
    if is_final(fields) {
        let text = visible(fields.get(INPUT_OF_ACTION)?.as_str()?).into_owned();
        return Some(Said::plain(text));
    }
    let is_in = |names: &[&str], name: &str| names.contains(&name.to_lowercase().as_str());
    let others = fields.keys().filter(|name| *name != SUFFICIENT);
    let is_alone = others.count() == 1;
    let holds = |name: &str| is_in(&ANSWERS, name) || is_alone && is_in(&ALONE, name);
    let (name, answer) = fields
        .iter()
        .filter(|(name, _)| holds(name))
        .find_map(|(name, answer)| Some((name, answer.as_str()?)))?;
    let is_beside = |other: &str| is_in(&CITED, other) || is_in(&BESIDE, other);
    let mut others = fields.keys();
    if !others.all(|other| other == name || other == SUFFICIENT || is_beside(other)) {
        return None;
    }
    let sufficient = fields.get(SUFFICIENT).and_then(|told| match told {
        Value::String(told) => told.trim().to_lowercase().parse().ok(),
        told => told.as_bool(),
    });
    let cited = fields.iter().filter(|(name, _)| is_in(&CITED, name));
    let cited = cited
        .filter_map(|(_, numbers)| numbers.as_array())
        .flatten();
    let answer = visible(answer);
    let text = match sufficient {
        Some(false) => answer.trim().to_owned(),
        _ => marked(answer.trim(), cited),
    };
    Some(Said { text, sufficient })
}

/// The field that says whether the evidence answers the goal.
const SUFFICIENT: &str = "sufficient";

/// A sentence that cites nothing, with the numbers that are given beside it.
fn marked<'v>(answer: &str, cited: impl Iterator<Item = &'v Value>) -> String {
    const LARGEST: u64 = 99;
    let numbers = cited.filter_map(|number| match number {
        Value::String(told) => told.trim_matches(['[', ']']).parse().ok(),
        _ => number.as_u64(),
    });
    let numbers: BTreeSet<u64> = numbers.filter(|n| (1..=LARGEST).contains(n)).collect();
    let is_sentence = answer.ends_with(|c: char| c.is_alphanumeric() || ".!。！".contains(c));
    if !is_sentence || has_marks(answer) {
        return answer.to_owned();
    }
    let marks: String = numbers
        .iter()
        .map(|number| format!(" [{number}]"))
        .collect();
    format!("{answer}{marks}")
}

/// Name of the action that gives the answer in agents of LangChain, and of the field that holds it.
const FINAL_ACTION: &str = "Final Answer";
const INPUT_OF_ACTION: &str = "action_input";

/// Returns true if an object gives the answer as an action.
fn is_final(fields: &Map<String, Value>) -> bool {
    let action = fields.get("action").and_then(Value::as_str);
    action.is_some_and(|action| action.eq_ignore_ascii_case(FINAL_ACTION))
        && fields.get(INPUT_OF_ACTION).is_some_and(Value::is_string)
}

/// Returns true if data is empty.
fn says_nothing(data: &Value) -> bool {
    match data {
        Value::Null => true,
        Value::Array(items) => items.iter().all(says_nothing),
        Value::Object(fields) => fields.values().all(says_nothing),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}
