//! A reply out of the events of its stream, or out of one JSON body.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::events::Events;
use super::failure::ChatError;
use super::message::{Message, Role, ToolCall};
use super::wire::{Call, Chunk, Part, usage};
use super::words::{Piece, Words};

/// Why a model stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finish {
    /// It had said what it wanted, or met a stop word.
    Stop,
    /// It called tools.
    ToolCalls,
    /// It reached the longest reply: what it wrote is cut off.
    Length,
    /// The endpoint filtered what it wrote.
    ContentFilter,
}

impl Finish {
    /// Whether what it wrote lacks its end.
    #[must_use]
    pub fn cuts_off(self) -> bool {
        matches!(self, Self::Length | Self::ContentFilter)
    }
}

/// Tokens that a call took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens that were read.
    pub input: u64,
    /// Of these, tokens that the endpoint had in its cache.
    pub cached: u64,
    /// Tokens that were written, thoughts included.
    pub output: u64,
    /// Whether the endpoint counted, or we estimated.
    pub estimated: bool,
}

/// A whole reply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// What it said.
    pub text: String,
    /// What it thought, where the endpoint says so.
    pub reasoning: String,
    /// Tools it called, in order.
    pub tool_calls: Vec<ToolCall>,
    /// Why it stopped.
    pub finish: Finish,
    /// Tokens, where the endpoint counted them.
    pub usage: Option<Usage>,
}

impl Reply {
    /// The reply as a message of the conversation.
    #[must_use]
    pub fn to_message(&self) -> Message {
        Message {
            tool_calls: self.tool_calls.clone(),
            reasoning: Some(self.reasoning.clone()).filter(|reasoning| !reasoning.is_empty()),
            ..Message::text(Role::Assistant, self.text.clone())
        }
    }
}

/// What a stream adds to a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delta {
    /// Words.
    Text(String),
    /// Thoughts.
    Reasoning(String),
}

/// A call whose arguments come in pieces.
#[derive(Debug)]
struct CallReader {
    id: String,
    name: String,
    arguments: Words,
}

/// Reads a stream as it comes.
#[derive(Debug, Default)]
pub struct ReplyReader {
    events: Events,
    text: Words,
    reasoning: Words,
    calls: BTreeMap<usize, CallReader>,
    finish: Option<Finish>,
    usage: Option<Usage>,
    failure: Option<ChatError>,
}

impl ReplyReader {
    /// Takes the next bytes of a stream; gives what they add.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Delta> {
        let events = self.events.push(bytes);
        self.read(&events)
    }

    /// The tokens as far as the endpoint counted them, and the words so far, thoughts included: what a reply
    /// that broke off has cost.
    #[must_use]
    pub fn so_far(&self) -> (Option<Usage>, String) {
        let words = [self.reasoning.so_far(), self.text.so_far()];
        (self.usage, words.concat())
    }

    /// The reply, once the stream has ended.
    ///
    /// # Errors
    /// An error inside the stream, events that are no JSON, or an end without a reason to stop: the
    /// connection was cut, and what was read so far is incomplete.
    pub fn end(mut self) -> Result<Reply, ChatError> {
        let sound = self.failure.is_none();
        let last = self.events.end();
        self.read(&last);
        let broken_off = matches!(self.failure, Some(ChatError::Malformed { .. }));
        if sound && broken_off && self.finish.is_none() {
            return Err(ChatError::Incomplete);
        }
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        if self.events.overflown() {
            return Err(ChatError::Malformed {
                detail: "a line of its stream is longer than 8 MiB".to_owned(),
            });
        }
        let finish = self.finish.ok_or(ChatError::Incomplete)?;
        Ok(Reply {
            text: self.text.end(),
            reasoning: self.reasoning.end(),
            tool_calls: with_own_ids(
                self.calls
                    .into_values()
                    .filter(|call| !call.name.is_empty())
                    .map(|call| ToolCall {
                        id: call.id,
                        name: call.name,
                        arguments: call.arguments.end(),
                    }),
            ),
            finish,
            usage: self.usage,
        })
    }

    fn read(&mut self, events: &[String]) -> Vec<Delta> {
        let mut deltas = Vec::new();
        for data in events {
            if data.trim() == "[DONE]" || self.failure.is_some() {
                continue;
            }
            match serde_json::from_str::<Option<Chunk>>(data) {
                Ok(Some(chunk)) => self.take(chunk, &mut deltas),
                // `null`, by which some keep a connection alive.
                Ok(None) => {}
                Err(error) => {
                    self.failure = Some(ChatError::Malformed {
                        detail: format!("an event of its stream is not what was expected: {error}"),
                    });
                }
            }
        }
        deltas
    }

    fn take(&mut self, chunk: Chunk, deltas: &mut Vec<Delta>) {
        if let Some(error) = chunk.error {
            self.failure = Some(ChatError::in_stream(&error));
            return;
        }
        self.usage = chunk.usage.as_ref().and_then(usage).or(self.usage);
        for choice in chunk.choices.unwrap_or_default() {
            if let Some(part) = choice.delta.or(choice.message) {
                self.take_part(part, deltas);
            }
            if let Some(reason) = choice.finish_reason {
                self.finish = Some(finish(&reason));
            }
        }
    }

    fn take_part(&mut self, part: Part, deltas: &mut Vec<Delta>) {
        let mut add =
            |to: &mut Words, [first, second]: [Option<Piece>; 2], delta: fn(String) -> Delta| {
                let said = first.filter(|piece| !piece.is_empty()).or(second);
                let added = to.push(&said.unwrap_or_default());
                if !added.is_empty() {
                    deltas.push(delta(added.to_owned()));
                }
            };
        let thoughts = [part.reasoning_content, part.reasoning];
        add(&mut self.reasoning, thoughts, Delta::Reasoning);
        let said = [part.content, part.refusal];
        add(&mut self.text, said, Delta::Text);
        for (place, call) in part.tool_calls.unwrap_or_default().into_iter().enumerate() {
            self.take_call(place, call);
        }
    }

    /// A piece of a call: the first has its id and name, later ones more of its arguments. Some
    /// endpoints number every call 0 and tell them apart by id alone.
    fn take_call(&mut self, place: usize, piece: Call) {
        let mut index = piece.index.unwrap_or(place);
        let id = piece.id.filter(|id| !id.is_empty());
        let another = |known: &CallReader| id.as_ref().is_some_and(|id| *id != known.id);
        if self.calls.get(&index).is_some_and(another) {
            index = self.calls.keys().next_back().map_or(0, |last| last + 1);
        }
        let number = self.calls.len();
        let call = self.calls.entry(index).or_insert_with(|| CallReader {
            id: id.unwrap_or_else(|| format!("call-{number}")),
            name: String::new(),
            arguments: Words::default(),
        });
        if let Some(function) = piece.function {
            if call.name.is_empty() {
                call.name = function.name.unwrap_or_default();
            }
            call.arguments.push(&function.arguments.unwrap_or_default());
        }
    }
}

fn finish(reason: &str) -> Finish {
    match reason {
        "length" | "max_tokens" => Finish::Length,
        "tool_calls" | "function_call" => Finish::ToolCalls,
        "content_filter" => Finish::ContentFilter,
        _ => Finish::Stop,
    }
}

impl Reply {
    /// Reads a response that was not streamed although a stream was asked for.
    ///
    /// # Errors
    /// As [`ReplyReader::end`].
    pub fn from_body(body: &str) -> Result<Self, ChatError> {
        let mut reader = ReplyReader::default();
        reader.read(&[body.to_owned()]);
        reader.end()
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

    fn read(events: &[&str]) -> Result<Reply, ChatError> {
        let mut reader = ReplyReader::default();
        for event in events {
            reader.push(format!("data: {event}\n\n").as_bytes());
        }
        reader.end()
    }

    #[test]
    fn mb_21_a_stream_cut_inside_an_event_is_incomplete() {
        let mut reader = ReplyReader::default();
        reader.push(b"data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\ndata: {\"choi");
        assert_eq!(reader.end(), Err(ChatError::Incomplete));
    }

    const END: &str = r#"{"choices":[{"delta":{},"finish_reason":"stop"}]}"#;

    #[test]
    fn mb_21_a_stream_becomes_a_reply() {
        let reply = read(&[
            r#"{"choices":[{"delta":{"role":"assistant","reasoning_content":"hm"}}]}"#,
            r#"{"choices":[{"delta":{"content":"量"}}]}"#,
            r#"{"choices":[{"delta":{"content":"子"}}]}"#,
            END,
            r#"{"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":2,"prompt_tokens_details":{"cached_tokens":4}}}"#,
            "[DONE]",
        ])
        .unwrap();
        assert_eq!(
            (reply.text.as_str(), reply.reasoning.as_str()),
            ("量子", "hm")
        );
        assert_eq!(reply.finish, Finish::Stop);
        let usage = reply.usage.unwrap();
        assert_eq!((usage.input, usage.cached, usage.output), (9, 4, 2));
    }

    #[test]
    fn mb_21_several_calls_in_one_turn_are_put_together() {
        for indices in [["0", "1"], ["0", "0"]] {
            let call = |index: &str, id: &str, arguments: &str| {
                format!(
                    r#"{{"choices":[{{"delta":{{"tool_calls":[{{"index":{index},"id":"{id}","function":{{"name":"search","arguments":"{arguments}"}}}}]}}}}]}}"#
                )
            };
            let more = format!(
                r#"{{"choices":[{{"delta":{{"tool_calls":[{{"index":{},"function":{{"arguments":"}}"}}}}]}}}}]}}"#,
                if indices[1] == "0" { "1" } else { indices[1] }
            );
            let reply = read(&[
                &call(indices[0], "a", "{}"),
                &call(indices[1], "b", "{"),
                &more,
                r#"{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}"#,
            ])
            .unwrap();
            let calls: Vec<_> = reply
                .tool_calls
                .iter()
                .map(|call| (call.id.as_str(), call.arguments.as_str()))
                .collect();
            assert_eq!(calls, [("a", "{}"), ("b", "{}")]);
        }
    }

    /// Reliability, case 20.
    #[test]
    fn mb_18_calls_with_the_same_id_are_told_apart() {
        let call = |index: usize| {
            format!(
                r#"{{"choices":[{{"delta":{{"tool_calls":[{{"index":{index},"id":"c","function":{{"name":"visit","arguments":"{{}}"}}}}]}}}}]}}"#
            )
        };
        let end = r#"{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}"#;
        let reply = read(&[&call(0), &call(1), &call(2), end]).unwrap();
        let ids: Vec<&str> = reply
            .tool_calls
            .iter()
            .map(|call| call.id.as_str())
            .collect();
        assert_eq!(ids, ["c", "c-again", "c-again-again"]);
    }

    #[test]
    fn mb_21_a_stream_that_ends_without_a_reason_is_incomplete() {
        let cut = read(&[r#"{"choices":[{"delta":{"content":"half"}}]}"#]);
        assert_eq!(cut, Err(ChatError::Incomplete));
        assert_eq!(read(&["[DONE]"]), Err(ChatError::Incomplete));
    }

    #[test]
    fn mb_21_an_error_inside_a_stream_is_an_error() {
        let failed = read(&[
            r#"{"choices":[{"delta":{"content":"half"}}]}"#,
            r#"{"error":{"message":"overloaded","code":"server_error"}}"#,
            END,
        ]);
        assert!(
            matches!(failed, Err(ChatError::Server { .. })),
            "{failed:?}"
        );
        assert!(matches!(
            read(&["<html>"]),
            Err(ChatError::Malformed { .. })
        ));
    }

    #[test]
    fn mb_21_numbers_are_counted_however_they_are_written() {
        let counted = |prompt: &str| {
            let usage = format!(
                r#"{{"choices":[],"usage":{{"prompt_tokens":{prompt},"completion_tokens":2}}}}"#
            );
            read(&[END, &usage]).unwrap().usage.map(|usage| usage.input)
        };
        for written in ["10", "10.0", "\"10\""] {
            assert_eq!(counted(written), Some(10), "{written}");
        }
        for unknown in ["null", "-1", "1e300", "\"many\"", "{}"] {
            assert_eq!(counted(unknown), None, "{unknown}");
        }
        assert_eq!(read(&[r#"{"usage":"none"}"#, END]).unwrap().usage, None);
    }

    #[test]
    fn mb_21_what_endpoints_write_in_their_own_way_is_read() {
        let reply = read(&[
            "null",
            r#"{"choices":null}"#,
            r#"{"choices":[{"delta":{"content":[{"type":"text","text":"Look: \ud83d"}]}}]}"#,
            r#"{"choices":[{"delta":{"content":"\ude00"}}]}"#,
            r#"{"choices":[{"delta":{"content":"","refusal":" No.\ud83d"}}]}"#,
            END,
        ]);
        assert_eq!(reply.unwrap().text, "Look: 😀 No.\u{FFFD}");
    }

    #[test]
    fn mb_21_a_body_that_was_not_streamed_is_read_too() {
        let body = r#"{"choices":[{"message":{"content":"hi"},"finish_reason":"length"}],"usage":{"prompt_tokens":1,"completion_tokens":1}}"#;
        let reply = Reply::from_body(body).unwrap();
        assert_eq!((reply.text.as_str(), reply.finish), ("hi", Finish::Length));
    }
}
