//! Calls as elements: `<function=search><parameter=query>…`, `<invoke name="search">…`, `<search>…</search>`.

use serde_json::{Map, Value};

use super::object::arguments_of;
use super::written::{Reader, WrittenCall};
use crate::json::extract;

/// An element: its name and its content.
struct Element<'t> {
    /// Start of its tag.
    start: usize,
    /// The value of its tag or of its attribute `name`; else its own name.
    name: &'t str,
    inside: &'t str,
    /// Its end, closing tag included.
    end: usize,
}

/// The elements that name a tool, as calls.
pub(super) fn calls(reader: &Reader<'_>) -> Vec<WrittenCall> {
    let mut calls = Vec::new();
    let mut from = 0;
    while let Some(element) = next(reader.text, from, |name| reader.tool(name).is_some()) {
        from = element.end;
        let tool = reader.tool(element.name);
        calls.push(WrittenCall {
            at: element.start..element.end,
            name: tool.map(|tool| tool.name.to_owned()),
            arguments: Ok(arguments(element.inside)
                .unwrap_or_else(|| arguments_of(&Value::from(element.inside.trim()), tool))),
        });
    }
    calls
}

/// The parameters in an element, each an element of its own.
fn arguments(inside: &str) -> Option<Value> {
    let mut fields = Map::new();
    let mut from = 0;
    while let Some(parameter) = next(inside, from, |_| true) {
        from = parameter.end;
        let text = parameter.inside.trim();
        let is_data = text.starts_with(['[', '{', '"']);
        let data = is_data.then(|| extract::<Value>(text, true).ok()).flatten();
        fields.insert(
            parameter.name.to_owned(),
            data.map_or_else(|| text.into(), |data| data.value),
        );
    }
    (!fields.is_empty()).then_some(Value::Object(fields))
}

/// Returns the next element with a wanted name. An unclosed one extends to the end.
fn next<'t>(text: &'t str, from: usize, wanted: impl Fn(&str) -> bool) -> Option<Element<'t>> {
    let mut at = from;
    loop {
        let start = at + text.get(at..)?.find('<')?;
        at = start + 1;
        let rest = text.get(at..)?;
        let Some(length) = rest
            .find(['>', '<', '\n'])
            .filter(|end| rest.get(*end..).is_some_and(|rest| rest.starts_with('>')))
        else {
            continue;
        };
        let tag = rest.get(..length)?;
        let kind = tag.split(['=', ' ']).next().unwrap_or_default();
        let name = match (
            tag.split_once("name="),
            tag.strip_prefix(kind)?.strip_prefix('='),
        ) {
            (Some((_, quoted)), _) => quoted.trim_matches(['"', '\'']).split(['"', '\'']).next()?,
            (None, Some(value)) => value.trim_matches(['"', '\'']),
            (None, None) => kind,
        };
        let is_element = !kind.is_empty()
            && kind
                .chars()
                .all(|c| c.is_alphanumeric() || "_:-|｜".contains(c));
        if !is_element || !wanted(name) {
            continue;
        }
        let from = at + length + 1;
        let inside = text.get(from..)?;
        let closing = format!("</{kind}>");
        let (inside, end) = match inside.find(&closing) {
            Some(end) => (inside.get(..end)?, from + end + closing.len()),
            None => (inside, text.len()),
        };
        return Some(Element {
            start,
            name,
            inside,
            end,
        });
    }
}
