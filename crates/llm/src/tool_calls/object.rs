//! Calls as JSON objects.

use serde_json::{Map, Value, json};

use super::written::{Reader, Tool, WrittenCall};
use crate::json::{extract, objects};

/// The fields that may hold the tool's name, and those that may hold its arguments.
const NAMES: [&str; 5] = ["name", "tool", "tool_name", "function", "action"];
const ARGUMENTS: [&str; 6] = [
    "arguments",
    "parameters",
    "args",
    "input",
    "action_input",
    "tool_input",
];

/// The name of an action that is an answer and no call.
const FINAL: &str = "final answer";

/// Bytes before an object in which its tool's name may stand, and most words between the two.
const LEAD: usize = 120;
const BETWEEN: usize = 3;

/// The calls among the objects of a text.
pub(super) fn calls(reader: &Reader<'_>) -> Vec<WrittenCall> {
    let mut calls = Vec::new();
    let mut end = 0;
    for object in objects(reader.text, reader.complete).unwrap_or_default() {
        let lead = reader.text.get(end..object.at.start).unwrap_or_default();
        end = object.at.end;
        let mut add = |name, arguments| {
            calls.push(WrittenCall {
                at: object.at.clone(),
                name,
                arguments,
            });
        };
        match object.fields {
            Ok(fields) => {
                let value = Value::Object(fields);
                let mut found = Vec::new();
                named(reader, &value, &mut found);
                if found.is_empty() {
                    found.extend(behind_name(reader, lead, &value));
                }
                let none = found.is_empty();
                for (name, arguments) in found {
                    add(Some(name), Ok(arguments));
                }
                if none && reader.is_tagged {
                    add(None, Err("missing field `name`".to_owned()));
                }
            }
            Err(error) if reader.is_tagged => add(None, Err(error.to_string())),
            Err(_) => {}
        }
    }
    calls
}

/// The calls that a value is, or holds.
fn named(reader: &Reader<'_>, value: &Value, found: &mut Vec<(String, Value)>) {
    match value {
        Value::Object(fields) => match call(reader, fields) {
            Some(call) => found.push(call),
            None => fields
                .values()
                .for_each(|inner| named(reader, inner, found)),
        },
        Value::Array(items) => items.iter().for_each(|inner| named(reader, inner, found)),
        _ => {}
    }
}

/// The call that an object is.
fn call(reader: &Reader<'_>, fields: &Map<String, Value>) -> Option<(String, Value)> {
    let name = NAMES
        .iter()
        .find_map(|name| Some((*name, fields.get(*name)?.as_str()?)));
    let given = ARGUMENTS.iter().find_map(|name| fields.get(*name));
    let Some((field, name)) = name else {
        // `{"search": {…}}`, or arguments alone.
        if let Some((tool, inner)) = fields.iter().next().filter(|_| fields.len() == 1)
            && let Some(tool) = reader.tool(tool)
        {
            return Some((tool.name.to_owned(), arguments_of(inner, Some(tool))));
        }
        let tool = reader
            .tools
            .iter()
            .find(|tool| fields.contains_key(tool.main))?;
        return reader
            .is_tagged
            .then(|| (tool.name.to_owned(), Value::Object(fields.clone())));
    };
    let tool = reader.tool(name);
    let arguments = match given {
        Some(given) if tool.is_some() || given.is_object() || given.is_string() => {
            arguments_of(given, tool)
        }
        None if tool.is_some() || reader.is_tagged => {
            let others = fields.iter().filter(|(other, _)| *other != field);
            others
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect()
        }
        _ => return None,
    };
    let name = tool.map_or(name, |tool| tool.name);
    (!name.eq_ignore_ascii_case(FINAL)).then(|| (name.to_owned(), arguments))
}

/// Returns arguments as an object, also if they are the text of one, or only the main argument.
#[must_use]
pub fn arguments_of(given: &Value, tool: Option<Tool>) -> Value {
    match given {
        Value::Null => json!({}),
        Value::String(text) if text.trim().is_empty() => json!({}),
        Value::String(text) => match (extract::<Map<String, Value>>(text, true), tool) {
            (Ok(found), _) => Value::Object(found.value),
            (Err(_), Some(tool)) => json!({ (tool.main): text }),
            _ => given.clone(),
        },
        other => other.clone(),
    }
}

/// Returns the call of the tool whose name stands right before these arguments: `search: {…}`, `to=functions.search …
/// {…}`.
fn behind_name(reader: &Reader<'_>, lead: &str, arguments: &Value) -> Option<(String, Value)> {
    let from = lead
        .char_indices()
        .rev()
        .map(|(at, _)| at)
        .take_while(|at| lead.len() - at <= LEAD)
        .last();
    let near = lead.get(from.unwrap_or(lead.len())..)?;
    let of_word = |c: char| c.is_alphanumeric() || c == '_';
    let stands = |tool: &&Tool| {
        let at = near.rfind(tool.name);
        let around = at.and_then(|at| Some((near.get(..at)?, near.get(at + tool.name.len()..)?)));
        around.is_some_and(|(before, after)| {
            let words = after.split(|c| !of_word(c)).filter(|word| !word.is_empty());
            !before.ends_with(of_word) && !after.starts_with(of_word) && words.count() <= BETWEEN
        })
    };
    let mut named = reader.tools.iter().filter(stands);
    let tool = named.find(|tool| arguments.get(tool.main).is_some())?;
    Some((tool.name.to_owned(), arguments.clone()))
}
