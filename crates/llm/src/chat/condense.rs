//! A stream without its wrapping: some 250 bytes around each token of a reply, which nobody reads again.

use serde_json::{Map, Value, json};

use super::message::ToolCall;
use super::reply::{Finish, Reply, ReplyReader, Usage};

/// One event that is read as the same reply as this whole stream; `None` where the stream is not a whole reply, and
/// best kept as it is.
#[must_use]
pub fn condensed(stream: &[u8]) -> Option<Vec<u8>> {
    let together = PutTogether::of(stream);
    together.is_same_reply.then_some(together.event)
}

/// What a stream says, put together in one event.
pub(crate) struct PutTogether {
    /// The reply, be it that of an endpoint that does not stream; of a stream that is no whole reply, its words.
    pub(crate) event: Vec<u8>,
    /// Whether the event is read as the same reply as the whole stream.
    pub(crate) is_same_reply: bool,
}

impl PutTogether {
    /// Puts a stream together.
    pub(crate) fn of(stream: &[u8]) -> Self {
        let mut reader = ReplyReader::default();
        reader.take(stream);
        let (_, words) = reader.so_far();
        let Ok(reply) = reader.end() else {
            let words = json!({ "choices": [{ "delta": { "content": words } }] });
            let whole = Reply::from_body(&String::from_utf8_lossy(stream));
            return Self {
                event: as_stream(&whole.map_or(words, |reply| event(&reply))),
                is_same_reply: false,
            };
        };
        let event = as_stream(&event(&reply));
        let is_same_reply = read(&event).is_some_and(|again| again == reply);
        Self {
            event,
            is_same_reply,
        }
    }
}

fn as_stream(event: &Value) -> Vec<u8> {
    format!("data: {event}\n\n").into_bytes()
}

fn read(stream: &[u8]) -> Option<Reply> {
    let mut reader = ReplyReader::default();
    reader.take(stream);
    reader.end().ok()
}

fn event(reply: &Reply) -> Value {
    let mut delta = Map::new();
    let words = [
        ("reasoning_content", &reply.reasoning),
        ("content", &reply.text),
    ];
    for (name, said) in words.into_iter().filter(|(_, said)| !said.is_empty()) {
        delta.insert(name.to_owned(), json!(said));
    }
    if !reply.tool_calls.is_empty() {
        let calls = reply.tool_calls.iter().enumerate().map(call);
        delta.insert("tool_calls".to_owned(), calls.collect());
    }
    json!({
        "choices": [{ "delta": delta, "finish_reason": reason(reply.finish) }],
        "usage": reply.usage.map(usage),
    })
}

fn call((index, call): (usize, &ToolCall)) -> Value {
    let function = json!({ "name": call.name, "arguments": call.arguments });
    json!({ "index": index, "id": call.id, "function": function })
}

fn usage(usage: Usage) -> Value {
    json!({
        "prompt_tokens": usage.input,
        "prompt_cache_hit_tokens": usage.cached,
        "completion_tokens": usage.output,
    })
}

fn reason(finish: Finish) -> &'static str {
    match finish {
        Finish::Stop => "stop",
        Finish::ToolCalls => "tool_calls",
        Finish::Length => "length",
        Finish::ContentFilter => "content_filter",
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn stream(pieces: &[String], calls: &[String], finish: &str) -> String {
        let thoughts = pieces
            .iter()
            .map(|text| json!({ "reasoning_content": text }));
        let words = pieces.iter().map(|text| json!({ "content": text }));
        let calls = calls.iter().enumerate().map(|(index, arguments)| {
            let function = json!({ "name": "search", "arguments": arguments });
            json!({ "tool_calls": [{ "index": index, "id": format!("c{index}"), "function": function }] })
        });
        let deltas = thoughts.chain(words).chain(calls);
        let mut events: Vec<Value> = deltas
            .map(|delta| json!({ "id": "x", "choices": [{ "delta": delta, "finish_reason": null }] }))
            .collect();
        events.push(json!({ "choices": [{ "delta": {}, "finish_reason": finish }] }));
        let used = json!({ "prompt_tokens": 9, "completion_tokens": 2, "prompt_tokens_details": { "cached_tokens": 4 } });
        events.push(json!({ "choices": [], "usage": used }));
        let told: String = events
            .iter()
            .map(|event| format!("data: {event}\r\n\r\n"))
            .collect();
        told + "data: [DONE]\n\n"
    }

    proptest! {
        /// BX-02: a journal that keeps the short form replays to the same reply.
        #[test]
        fn bx_02_a_condensed_stream_is_the_same_reply(
            pieces in prop::collection::vec("[a-z量😀\"\\\\\n ]{0,6}", 0..20),
            calls in prop::collection::vec("[{}a-z\"\\\\]{0,12}", 0..3),
            finish in prop::sample::select(vec!["stop", "length", "tool_calls", "content_filter"]),
        ) {
            let whole = stream(&pieces, &calls, finish);
            let short = condensed(whole.as_bytes()).unwrap();
            prop_assert_eq!(read(&short), read(whole.as_bytes()));
            prop_assert!(read(&short).is_some());
            prop_assert!(short.len() < whole.len());
        }
    }

    #[test]
    fn bx_02_a_stream_that_is_no_whole_reply_is_kept_as_it_is() {
        let whole = stream(&["half".to_owned()], &[], "stop");
        let (cut, _) = whole.split_at(whole.len() / 2);
        for broken in [
            cut,
            "",
            "data: [DONE]\n\n",
            r#"data: {"error":{"message":"overloaded"}}"#,
        ] {
            assert_eq!(condensed(broken.as_bytes()), None, "{broken}");
        }
    }
}
