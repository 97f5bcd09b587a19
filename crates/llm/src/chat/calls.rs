//! The calls of a turn out of their pieces.

use super::message::ToolCall;
use super::wire::Call;
use super::words::Words;

/// A call whose arguments arrive in pieces.
#[derive(Debug)]
struct CallReader {
    index: usize,
    id: String,
    name: String,
    arguments: Words,
    brackets: Brackets,
}

/// Parsing state of the arguments, so that each piece is read once.
#[derive(Debug, Default)]
struct Brackets {
    open: usize,
    in_string: bool,
    is_escaped: bool,
    has_closed: bool,
}

impl Brackets {
    fn read(&mut self, piece: &str) {
        for c in piece.chars() {
            match c {
                _ if self.is_escaped => self.is_escaped = false,
                '\\' => self.is_escaped = self.in_string,
                '"' => self.in_string = !self.in_string,
                '{' | '[' if !self.in_string => self.open += 1,
                '}' | ']' if !self.in_string => {
                    self.open = self.open.saturating_sub(1);
                    self.has_closed = self.open == 0;
                }
                _ => {}
            }
        }
    }
}

impl CallReader {
    /// Returns true if a piece with a name of its own begins another call: this one is complete, or the name is another
    /// tool's.
    fn is_over(&self, name: &str) -> bool {
        self.brackets.has_closed || self.name != name && self.arguments.so_far().is_empty()
    }
}

/// The calls of a turn, in the order of their first pieces.
#[derive(Debug, Default)]
pub(super) struct Calls(Vec<CallReader>);

impl Calls {
    /// Adds a piece, which has this place in its event: the first piece of a call has its id and name, later ones more
    /// of its arguments. Some endpoints number every call 0: there a name behind complete arguments begins another
    /// call. Others give each piece an id of its own: a piece without a name, or behind incomplete arguments, continues
    /// its call.
    pub(super) fn push(&mut self, place: usize, piece: Call<'_>) {
        let index = piece.index().unwrap_or(place);
        let id = piece.id();
        let function = piece.function;
        let name = function
            .as_ref()
            .and_then(|function| function.name.clone())
            .unwrap_or_default();
        let brings = function.as_ref().is_some_and(|function| {
            function
                .arguments
                .as_ref()
                .is_some_and(|arguments| !arguments.is_empty())
        });
        let begins = |call: &CallReader| {
            let is_other = id.as_ref().map_or(brings, |id| *id != call.id);
            is_other && !name.is_empty() && !call.name.is_empty() && call.is_over(&name)
        };
        let by_id = |call: &CallReader| call.index == index && id.as_ref() == Some(&call.id);
        let known = self.0.iter().rposition(by_id);
        let known = known.or_else(|| {
            self.0
                .iter()
                .rposition(|call| call.index == index && !begins(call))
        });
        let at = known.unwrap_or(self.0.len());
        if known.is_none() {
            self.0.push(CallReader {
                index,
                id: id.unwrap_or_else(|| format!("call-{at}")),
                name: String::new(),
                arguments: Words::default(),
                brackets: Brackets::default(),
            });
        }
        if let (Some(call), Some(function)) = (self.0.get_mut(at), function) {
            if call.name.is_empty() {
                call.name = name;
            }
            let added = call.arguments.push(&function.arguments.unwrap_or_default());
            call.brackets.read(added);
        }
    }

    /// The calls in order, without those that name no tool.
    pub(super) fn end(mut self) -> Vec<ToolCall> {
        self.0.sort_by_key(|call| call.index);
        let named = self.0.into_iter().filter(|call| !call.name.is_empty());
        with_own_ids(named.map(|call| ToolCall {
            id: call.id,
            name: call.name,
            arguments: call.arguments.end(),
        }))
    }
}

/// Gives each call of a turn a unique id: a result names the id of its call, and endpoints refuse a conversation with
/// duplicate ids.
fn with_own_ids(calls: impl Iterator<Item = ToolCall>) -> Vec<ToolCall> {
    let mut own: Vec<ToolCall> = Vec::new();
    for mut call in calls {
        while own.iter().any(|known| known.id == call.id) {
            call.id.push_str("-again");
        }
        own.push(call);
    }
    own
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The calls of events with one piece each.
    fn read(pieces: &[String]) -> Vec<ToolCall> {
        let mut calls = Calls::default();
        for piece in pieces {
            calls.push(0, serde_json::from_str(piece).unwrap());
        }
        calls.end()
    }

    /// Returns the first piece of a call, and one that only continues it.
    fn pieces(indices: [&str; 2], id: &str, [begun, more]: [&str; 2]) -> [String; 2] {
        let [first, second] = indices;
        [
            format!(
                r#"{{"index":{first},"id":"{id}","function":{{"name":"search","arguments":"{begun}"}}}}"#
            ),
            format!(r#"{{"index":{second},"function":{{"arguments":"{more}"}}}}"#),
        ]
    }

    fn told(calls: &[ToolCall]) -> Vec<(&str, &str)> {
        let calls = calls.iter();
        calls
            .map(|call| (call.id.as_str(), call.arguments.as_str()))
            .collect()
    }

    #[test]
    fn mb_21_a_piece_without_an_id_belongs_to_the_last_call_of_its_number() {
        for [first, second] in [
            ["0", "1"],
            ["0", "0"],
            ["-1", "-1"],
            ["null", "null"],
            ["\"0\"", "\"0\""],
            ["18446744073709551615", "18446744073709551615"],
        ] {
            let one = pieces([first; 2], "a", ["{1", "}"]);
            let other = pieces([second; 2], "b", ["{2", "}"]);
            let calls = read(&[one, other].concat());
            assert_eq!(
                told(&calls),
                [("a", "{1}"), ("b", "{2}")],
                "{first} {second}"
            );
        }
    }

    #[test]
    fn mb_21_calls_are_put_together_by_their_numbers() {
        let [one, more_of_one] = pieces(["0"; 2], "a", ["{1", "}"]);
        let [other, more_of_other] = pieces(["1"; 2], "b", ["{2", "}"]);
        let calls = read(&[other, one, more_of_other, more_of_one]);
        assert_eq!(told(&calls), [("a", "{1}"), ("b", "{2}")]);
    }

    /// Reliability, case 20.
    #[test]
    fn mb_18_calls_with_the_same_id_are_told_apart() {
        let calls = ["0", "1", "2"].map(|index| pieces([index; 2], "c", ["{", "}"]));
        let calls = read(&calls.concat());
        let ids: Vec<&str> = calls.iter().map(|call| call.id.as_str()).collect();
        assert_eq!(ids, ["c", "c-again", "c-again-again"]);
    }

    /// Returns a piece: its id, its name, and its addition to the arguments.
    fn piece([id, name, more]: [&str; 3]) -> String {
        let function = serde_json::json!({ "name": name, "arguments": more });
        serde_json::json!({ "index": 0, "id": id, "function": function }).to_string()
    }

    #[test]
    fn mb_21_pieces_without_names_or_with_changing_ids_are_of_one_call() {
        for pieces in [
            [["a", "search", ""], ["b", "", "{\"q\": "], ["c", "", "1}"]],
            [
                ["a", "search", "{\"q\": "],
                ["b", "search", "1"],
                ["c", "search", "}"],
            ],
            [
                ["a", "search", ""],
                ["b", "search", "{\"q\": "],
                ["c", "search", "1}"],
            ],
            [
                ["", "search", "{"],
                ["", "search", "\"q\": 1}"],
                ["", "search", ""],
            ],
            [["a", "", "{\"q\": "], ["a", "search", ""], ["a", "", "1}"]],
            [["a", "", "{\"q\": "], ["b", "search", "1"], ["c", "", "}"]],
        ] {
            let calls = read(&pieces.map(piece));
            let told: Vec<_> = calls
                .iter()
                .map(|call| (call.name.as_str(), call.arguments.as_str()))
                .collect();
            assert_eq!(told, [("search", "{\"q\": 1}")], "{pieces:?}");
        }
        for pieces in [
            [
                ["a", "search", "{\"q\": \"}\"}"],
                ["b", "visit", "{\"u\": 1"],
                ["b", "", "}"],
            ],
            [
                ["", "search", "{\"q\": \"}\"}"],
                ["", "visit", "{\"u\": 1"],
                ["", "", "}"],
            ],
        ] {
            let calls = read(&pieces.map(piece));
            let told: Vec<_> = calls.iter().map(|call| call.arguments.as_str()).collect();
            assert_eq!(told, ["{\"q\": \"}\"}", "{\"u\": 1}"], "{pieces:?}");
        }
    }

    #[test]
    fn mb_18_a_call_that_names_no_tool_is_none() {
        let [_, nameless] = pieces(["0"; 2], "a", ["{", "}"]);
        assert!(read(&[nameless]).is_empty());
    }
}
