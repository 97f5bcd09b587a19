//! A reply out of the events of its stream, or out of one JSON body.

use serde::{Deserialize, Serialize};

use super::calls::Calls;
use super::events::Events;
use super::failure::ChatError;
use super::message::{Message, Role, ToolCall};
use super::wire::{Chunk, Part, usage};
use super::words::{Piece, Words};

/// Why a model stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finish {
    /// It ended by itself, or at a stop word.
    Stop,
    /// It called tools.
    ToolCalls,
    /// It reached the longest reply, and is truncated.
    Length,
    /// The endpoint's content filter cut it.
    ContentFilter,
}

impl Finish {
    /// Returns true if the reply is truncated.
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
    /// Prompt tokens that the endpoint had in its cache.
    pub cached: u64,
    /// Tokens that were written, thoughts included.
    pub output: u64,
    /// True if the counts are estimates of this program, not the endpoint's.
    pub estimated: bool,
}

/// A whole reply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// The text.
    pub text: String,
    /// The reasoning, if the endpoint sends it.
    pub reasoning: String,
    /// Tools it called, in order.
    pub tool_calls: Vec<ToolCall>,
    /// Why it stopped.
    pub finish: Finish,
    /// Token counts of the endpoint, if any.
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

/// An addition to a reply from the stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delta {
    /// Words.
    Text(String),
    /// Thoughts.
    Reasoning(String),
}

/// Reads a stream as it comes.
#[derive(Debug, Default)]
pub struct ReplyReader {
    events: Events,
    so_far: SoFar,
}

/// The part of a reply that has been read.
#[derive(Debug, Default)]
struct SoFar {
    text: Words,
    reasoning: Words,
    calls: Calls,
    finish: Option<Result<Finish, ChatError>>,
    usage: Option<Usage>,
    failure: Option<ChatError>,
}

/// A listener for additions to a text: the constructor of the delta, and the words.
type Listener<'l> = &'l mut dyn FnMut(fn(String) -> Delta, &str);

impl ReplyReader {
    /// Reads the next bytes of a stream; returns their additions.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Delta> {
        let mut deltas = Vec::new();
        self.listen(bytes, &mut |delta, added| {
            deltas.push(delta(added.to_owned()));
        });
        deltas
    }

    /// Reads the next bytes of a stream without a listener.
    pub(super) fn take(&mut self, bytes: &[u8]) {
        self.listen(bytes, &mut |_, _| {});
    }

    fn listen(&mut self, bytes: &[u8], listener: Listener<'_>) {
        let Self { events, so_far } = self;
        events.push(bytes, &mut |data| so_far.read(data, listener));
    }

    /// Returns the endpoint's token counts, if any, and all words so far including reasoning: the cost of a truncated
    /// reply.
    #[must_use]
    pub fn so_far(&self) -> (Option<Usage>, String) {
        let words = [self.so_far.reasoning.so_far(), self.so_far.text.so_far()];
        (self.so_far.usage, words.concat())
    }

    /// Returns the reply at the end of the stream.
    ///
    /// # Errors
    /// An error inside the stream; a body without events; or [`ChatError::Incomplete`]: an unreadable event, or an end
    /// without the finish reason of a complete reply.
    pub fn end(self) -> Result<Reply, ChatError> {
        let Self {
            mut events,
            mut so_far,
        } = self;
        let sound = so_far.failure.is_none();
        events.end(&mut |data| so_far.read(data, &mut |_, _| {}));
        if let Some(foreign) = events.foreign() {
            return Err(ChatError::foreign(foreign));
        }
        if events.overflown() {
            return Err(ChatError::Incomplete {
                detail: "a line of its stream is longer than 8 MiB".to_owned(),
            });
        }
        let in_last = sound && matches!(so_far.failure, Some(ChatError::Incomplete { .. }));
        if in_last && so_far.finish.is_none() {
            return Err(ChatError::broken_off());
        }
        so_far.end()
    }
}

impl SoFar {
    fn end(self) -> Result<Reply, ChatError> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let finish = self
            .finish
            .unwrap_or_else(|| Err(ChatError::broken_off()))?;
        Ok(Reply {
            text: self.text.end(),
            reasoning: self.reasoning.end(),
            tool_calls: self.calls.end(),
            finish,
            usage: self.usage,
        })
    }

    /// Reads an event.
    fn read(&mut self, data: &str, listener: Listener<'_>) {
        if data.trim() == "[DONE]" || self.failure.is_some() {
            return;
        }
        let read = Chunk::read(data, |chunk| {
            // An event may be `null`, by which some endpoints keep a connection alive.
            if let Some(chunk) = chunk {
                self.take(chunk, listener);
            }
        });
        if let Err(error) = read {
            self.failure = Some(ChatError::unreadable(&error));
        }
    }

    fn take(&mut self, chunk: Chunk<'_>, listener: Listener<'_>) {
        if let Some(error) = chunk.error {
            self.failure = Some(ChatError::in_stream(&error));
            return;
        }
        self.usage = chunk.usage.as_ref().and_then(usage).or(self.usage);
        // One reply is requested: further choices of an event are alternatives, not its continuation. Their numbers
        // mean nothing: some endpoints reason in one and reply in another.
        if let Some(choice) = chunk.choices.unwrap_or_default().into_iter().next() {
            if let Some(part) = choice.delta.or(choice.message) {
                self.take_part(part, listener);
            }
            let reason = choice.finish_reason.as_deref();
            self.finish = reason.and_then(finish).or(self.finish.take());
        }
    }

    fn take_part(&mut self, part: Part<'_>, listener: Listener<'_>) {
        let mut add = |to: &mut Words,
                       [first, second]: [Option<Piece<'_>>; 2],
                       delta: fn(String) -> Delta| {
            let said = first.filter(|piece| !piece.is_empty()).or(second);
            let added = to.push(&said.unwrap_or_default());
            if !added.is_empty() {
                listener(delta, added);
            }
        };
        let thoughts = [part.reasoning_content, part.reasoning];
        add(&mut self.reasoning, thoughts, Delta::Reasoning);
        let said = [part.content, part.refusal];
        add(&mut self.text, said, Delta::Text);
        for (place, call) in part.tool_calls.unwrap_or_default().into_iter().enumerate() {
            self.calls.push(place, call);
        }
    }
}

/// Returns the end of a reply for this finish reason: complete or truncated, or an error if no complete reply has it.
/// `None` if the reply goes on.
fn finish(reason: &str) -> Option<Result<Finish, ChatError>> {
    let finish = match reason.trim().to_lowercase().as_str() {
        "" | "null" => return None,
        "stop" | "eos" | "eos_token" | "end_turn" | "stop_sequence" | "complete" => Finish::Stop,
        "tool_calls" | "tool_use" | "function_call" => Finish::ToolCalls,
        "length" | "max_tokens" => Finish::Length,
        "content_filter" => Finish::ContentFilter,
        _ => return Some(Err(ChatError::ended_by(reason))),
    };
    Some(Ok(finish))
}

impl Reply {
    /// Reads a response that was not streamed although the request asked for a stream.
    ///
    /// # Errors
    /// As [`ReplyReader::end`].
    pub fn from_body(body: &str) -> Result<Self, ChatError> {
        let mut so_far = SoFar::default();
        let read = Chunk::read(body, |chunk| {
            let chat = chunk.filter(Chunk::is_chat);
            chat.map(|chat| so_far.take(chat, &mut |_, _| {}))
        });
        match read {
            Ok(Some(())) => so_far.end(),
            Err(error) if error.is_eof() => Err(ChatError::broken_off()),
            Err(error) if error.is_data() => Err(ChatError::unreadable(&error)),
            _ => Err(ChatError::foreign(body)),
        }
    }
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
    fn mb_21_one_of_several_choices_is_the_reply() {
        let several = r#"{"choices":[{"delta":{"content":"a"},"finish_reason":"stop"},{"index":1,"delta":{"content":"b"},"finish_reason":"length"}]}"#;
        let reply = read(&[several]).unwrap();
        assert_eq!((reply.text.as_str(), reply.finish), ("a", Finish::Stop));
        let thinking = r#"{"choices":[{"index":0,"delta":{"reasoning_content":"hm"}}]}"#;
        let said = r#"{"choices":[{"index":1,"delta":{"content":"a"}}]}"#;
        let reply = read(&[thinking, said, END]).unwrap();
        assert_eq!((reply.text.as_str(), reply.finish), ("a", Finish::Stop));
    }

    #[test]
    fn mb_21_a_stream_cut_inside_an_event_is_incomplete() {
        let mut reader = ReplyReader::default();
        reader.push(b"data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\ndata: {\"choi");
        assert_eq!(reader.end(), Err(ChatError::broken_off()));
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
    fn mb_21_a_stream_that_ends_without_a_reason_is_incomplete() {
        let cut = read(&[r#"{"choices":[{"delta":{"content":"half"}}]}"#]);
        assert_eq!(cut, Err(ChatError::broken_off()));
        assert_eq!(read(&["[DONE]"]), Err(ChatError::broken_off()));
        assert_eq!(read(&[]), Err(ChatError::broken_off()));
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
    }

    #[test]
    fn mb_21_an_event_that_cannot_be_read_leaves_the_reply_incomplete() {
        for event in ["<html>", r#"{"choices":{"0":{}}}"#, r#"{"choices":[{"#] {
            let failed = read(&[r#"{"choices":[{"delta":{"content":"half"}}]}"#, event, END]);
            let told = failed.unwrap_err();
            assert!(told.to_string().contains("cannot be read"), "{told}");
            assert_eq!(told.kind(), "llm_incomplete");
        }
    }

    #[test]
    fn mb_21_only_known_reasons_end_a_whole_reply() {
        let ended = |reasons: &[&str]| {
            let events = reasons.iter().map(|reason| {
                let delta = r#"{"content":"a"}"#;
                format!(r#"{{"choices":[{{"delta":{delta},"finish_reason":"{reason}"}}]}}"#)
            });
            let events: Vec<String> = events.collect();
            let events: Vec<&str> = events.iter().map(String::as_str).collect();
            read(&events).map(|reply| reply.finish)
        };
        for reason in ["stop", "eos", "end_turn", "stop_sequence", "STOP"] {
            assert_eq!(ended(&[reason]), Ok(Finish::Stop), "{reason}");
        }
        for reason in ["tool_calls", "tool_use", "function_call"] {
            assert_eq!(ended(&[reason]), Ok(Finish::ToolCalls), "{reason}");
        }
        assert_eq!(ended(&["max_tokens"]), Ok(Finish::Length));
        for reason in ["error", "insufficient_system_resource", "abort"] {
            assert_eq!(ended(&[reason]), Err(ChatError::ended_by(reason)));
        }
        for blank in ["", " ", "null"] {
            assert_eq!(ended(&[blank]), Err(ChatError::broken_off()), "{blank:?}");
            assert_eq!(ended(&[blank, "stop", blank]), Ok(Finish::Stop));
        }
    }

    #[test]
    fn mb_21_what_is_no_reply_at_all_is_told_by_its_beginning() {
        let mut page = ReplyReader::default();
        page.push(b"<html><title>Open WebUI</title></html>");
        let page = page.end().unwrap_err();
        assert!(page.to_string().contains("Open WebUI"), "{page}");
        assert_eq!(page.kind(), "llm_malformed");
        for (body, kind) in [
            (r#"{"hello":"world"}"#, "llm_malformed"),
            (r#"{"model":"a"}{"model":"b"}"#, "llm_malformed"),
            (r#"{"choices":[{"mess"#, "llm_incomplete"),
            (r#"{"choices":{}}"#, "llm_incomplete"),
            (r#"{"error":"overloaded"}"#, "llm_server"),
        ] {
            assert_eq!(Reply::from_body(body).unwrap_err().kind(), kind, "{body}");
        }
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
    fn mb_21_calls_with_an_object_and_a_number_are_read() {
        let call = |id: &str, arguments: &str| {
            format!(r#"{{"id":{id},"function":{{"name":"search","arguments":{arguments}}}}}"#)
        };
        let object = call("7", r#"{"query":"how \u00e9","most":3}"#);
        let text = call("\"c\"", r#""{\"query\":1}""#);
        let calls = format!(r#"{{"tool_calls":[{object},{text}]}}"#);
        let choice = |part: &str| {
            format!(r#"{{"choices":[{{"{part}":{calls},"finish_reason":"tool_use"}}]}}"#)
        };
        let streamed = read(&[&choice("delta")]).unwrap();
        let whole = Reply::from_body(&choice("message")).unwrap();
        for reply in [streamed, whole] {
            let calls = reply.tool_calls.iter();
            let calls: Vec<_> = calls
                .map(|call| (call.id.as_str(), call.arguments.as_str()))
                .collect();
            let object = r#"{"most":3,"query":"how é"}"#;
            assert_eq!(calls, [("7", object), ("c", r#"{"query":1}"#)]);
            assert_eq!(reply.finish, Finish::ToolCalls);
        }
        let bad = call("7", "true");
        let bad = format!(r#"{{"choices":[{{"delta":{{"tool_calls":[{bad}]}}}}]}}"#);
        assert_eq!(read(&[&bad, END]).unwrap_err().kind(), "llm_incomplete");
    }

    #[test]
    fn mb_21_a_body_that_was_not_streamed_is_read_too() {
        let body = r#"{"choices":[{"message":{"content":"hi"},"finish_reason":"length"}],"usage":{"prompt_tokens":1,"completion_tokens":1}}"#;
        let reply = Reply::from_body(body).unwrap();
        assert_eq!((reply.text.as_str(), reply.finish), ("hi", Finish::Length));
    }
}
