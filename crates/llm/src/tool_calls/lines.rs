//! Calls as lines: a label and a tool, a label and its input; or a function with its parameters.

use serde_json::{Map, Value, json};

use super::written::{Reader, Tool, WrittenCall};
use crate::json::extract;

/// Marks with which models set words off.
const MARKS: [char; 5] = ['*', '`', '"', '\'', ' '];

/// The calls that are written as lines.
pub(super) fn calls(reader: &Reader<'_>) -> Vec<WrittenCall> {
    let mut at = 0;
    let mut calls = Vec::new();
    let mut named: Option<(usize, Tool)> = None;
    for line in reader.text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let value = behind_label(line);
        if let (Some((from, tool)), Some(value)) = (named, value) {
            calls.push(call(from..at, tool, json!({ (tool.main): value })));
        } else if let Some((tool, arguments)) = function(reader, line.trim()) {
            calls.push(call(start..at, tool, arguments));
        }
        if !line.trim().is_empty() {
            named = value.and_then(|value| Some((start, reader.tool(value)?)));
        }
    }
    calls
}

fn call(at: std::ops::Range<usize>, tool: Tool, arguments: Value) -> WrittenCall {
    WrittenCall {
        at,
        name: Some(tool.name.to_owned()),
        arguments: Ok(arguments),
    }
}

/// Returns the value behind a label.
fn behind_label(line: &str) -> Option<&str> {
    let (label, value) = line.split_once([':', '：'])?;
    let value = value.trim().trim_matches(MARKS);
    (!label.trim().is_empty() && !value.is_empty()).then_some(value)
}

/// A line that is a call such as `search(query=["a", "b"])`, in brackets or not.
fn function(reader: &Reader<'_>, line: &str) -> Option<(Tool, Value)> {
    let inner = line
        .strip_prefix('[')
        .and_then(|line| line.strip_suffix(']'));
    let (name, rest) = inner.unwrap_or(line).split_once('(')?;
    let tool = reader.tool(name)?;
    let given = rest.trim_end().strip_suffix(')')?;
    if begins_parameter(given) {
        return Some((tool, parameters(given)?));
    }
    let value = extract::<Value>(given, true).ok()?.value;
    Some((tool, json!({ (tool.main): value })))
}

/// Returns true if a text begins with `name=`.
fn begins_parameter(text: &str) -> bool {
    let of_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | ' ');
    text.trim_start_matches(of_name).starts_with('=')
}

/// Returns the parameters with their values; each value ends at the next name.
fn parameters(given: &str) -> Option<Value> {
    let mut fields = Map::new();
    let mut rest = given;
    while let Some((name, after)) = rest.split_once('=') {
        let commas = after.match_indices(',').map(|(end, _)| end);
        let mut ends = commas.filter(|end| after.get(end + 1..).is_some_and(begins_parameter));
        let end = ends.next().unwrap_or(after.len());
        let value = extract::<Value>(after.get(..end)?, true).ok()?.value;
        fields.insert(name.trim().to_owned(), value);
        rest = after.get(end + 1..).unwrap_or_default();
    }
    Some(Value::Object(fields))
}
