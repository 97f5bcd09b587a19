//! The calls of a turn out of their pieces.

use super::message::ToolCall;
use super::wire::Call;
use super::words::Words;

/// A call whose arguments come in pieces.
#[derive(Debug)]
struct CallReader {
    index: usize,
    id: String,
    name: String,
    arguments: Words,
}

/// The calls of a turn, in the order in which they were opened.
#[derive(Debug, Default)]
pub(super) struct Calls(Vec<CallReader>);

impl Calls {
    /// Adds a piece, which has this place in its event: the first of a call has its id and name, later ones more of its
    /// arguments. Some endpoints number every call 0: there an id that is new opens another, and a piece without one
    /// belongs to the last.
    pub(super) fn push(&mut self, place: usize, piece: Call<'_>) {
        let index = piece.index().unwrap_or(place);
        let id = piece.id();
        let continues =
            |call: &CallReader| call.index == index && id.as_ref().is_none_or(|id| *id == call.id);
        let known = self.0.iter().rposition(continues);
        let at = known.unwrap_or(self.0.len());
        if known.is_none() {
            self.0.push(CallReader {
                index,
                id: id.unwrap_or_else(|| format!("call-{at}")),
                name: String::new(),
                arguments: Words::default(),
            });
        }
        if let (Some(call), Some(function)) = (self.0.get_mut(at), piece.function) {
            if call.name.is_empty() {
                call.name = function.name.unwrap_or_default();
            }
            call.arguments.push(&function.arguments.unwrap_or_default());
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

/// The calls of a turn, each with an id of its own: a result answers the call whose id it names, and endpoints
/// refuse a conversation in which two have the same.
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

    /// The first piece of a call, and one that only continues it.
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

    #[test]
    fn mb_18_a_call_that_names_no_tool_is_none() {
        let [_, nameless] = pieces(["0"; 2], "a", ["{", "}"]);
        assert!(read(&[nameless]).is_empty());
    }
}
