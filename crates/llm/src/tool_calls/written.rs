//! The calls of a text.

use std::ops::Range;

use serde::Deserialize;
use serde_json::Value;

use super::{lines, markup, object};
use crate::json::{JsonError, extract};

/// A tool that may be called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tool {
    /// Its name.
    pub name: &'static str,
    /// The parameter that every call of this tool has, and no other tool's.
    pub main: &'static str,
}

/// A call in a text.
#[derive(Debug, Clone, PartialEq)]
pub struct WrittenCall {
    /// The bytes of the text that it takes, without tags around it.
    pub at: Range<usize>,
    /// The tool's name; `None` if the call is unreadable.
    pub name: Option<String>,
    /// Its arguments, or their fault.
    pub arguments: Result<Value, String>,
}

/// The name of the tags around a call.
const TAG: &str = "tool_call>";

/// Reads the calls of a text without reasoning, in order. `complete` is true if the model ended by itself: slips are
/// repaired only then.
#[must_use]
pub fn written_calls(text: &str, tools: &[Tool], complete: bool) -> Vec<WrittenCall> {
    let tags = text.match_indices(TAG).filter_map(|(at, _)| {
        let before = text.get(..at)?;
        let opening = before.strip_suffix('<');
        let start = opening.or_else(|| before.strip_suffix("</"))?.len();
        Some((start, at + TAG.len(), opening.is_some()))
    });
    let mut calls = Vec::new();
    let (mut from, mut is_tagged) = (0, false);
    for (end, next, opens) in tags.chain([(text.len(), text.len(), false)]) {
        let reader = Reader {
            text: text.get(from..end).unwrap_or_default(),
            tools,
            is_tagged,
            complete,
        };
        calls.extend(reader.calls().into_iter().map(|call| WrittenCall {
            at: from + call.at.start..from + call.at.end,
            ..call
        }));
        (from, is_tagged) = (next, opens);
    }
    calls
}

/// A stretch of text between tags.
pub(super) struct Reader<'t> {
    /// The stretch.
    pub(super) text: &'t str,
    /// The tools that may be called.
    pub(super) tools: &'t [Tool],
    /// True if an opening tag stands before it.
    pub(super) is_tagged: bool,
    /// True if the model ended by itself.
    pub(super) complete: bool,
}

/// The field that an unreadable call lacks.
#[derive(Deserialize)]
struct Named {
    #[serde(rename = "name")]
    _name: String,
}

impl Reader<'_> {
    fn calls(&self) -> Vec<WrittenCall> {
        let readers = [markup::calls, object::calls, lines::calls];
        let found = readers.iter().map(|read| read(self));
        let mut found = found.filter(|calls| !calls.is_empty());
        found.next().unwrap_or_else(|| self.unread())
    }

    /// Returns an unreadable call, if a tag promised one.
    fn unread(&self) -> Vec<WrittenCall> {
        let blank = self.text.trim().is_empty();
        if !self.is_tagged || blank {
            return Vec::new();
        }
        let error = extract::<Named>(self.text, self.complete).err();
        vec![WrittenCall {
            at: 0..self.text.len(),
            name: None,
            arguments: Err(error.unwrap_or(JsonError::Empty).to_string()),
        }]
    }

    /// Returns the tool of this name, also with a qualifier: `functions.search`.
    pub(super) fn tool(&self, name: &str) -> Option<Tool> {
        let name = name.rsplit('.').next().unwrap_or_default().trim();
        self.tools.iter().copied().find(|tool| tool.name == name)
    }
}
