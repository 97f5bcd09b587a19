//! Condenses a stream: the wrapping, some 250 bytes around each token of a reply, is never read again.

use serde_json::{Map, Value, json};

use super::message::ToolCall;
use super::reply::{Finish, Reply, ReplyReader, Usage};
use crate::json::without_thoughts;

/// Returns one event that is read as the same reply as this whole stream; `None` if the stream is not a complete reply,
/// and best kept unchanged.
#[must_use]
pub fn condensed(stream: &[u8]) -> Option<Vec<u8>> {
    let together = PutTogether::of(stream);
    together.is_same_reply.then_some(together.event)
}

/// The content of a stream, joined in one event.
pub(crate) struct PutTogether {
    /// The reply, also of an endpoint that does not stream; for an incomplete reply, its words.
    pub(crate) event: Vec<u8>,
    /// True if the event is read as the same reply as the whole stream.
    pub(crate) is_same_reply: bool,
    reply: Option<Reply>,
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
                event: as_stream(&whole.as_ref().map_or(words, event)),
                is_same_reply: false,
                reply: whole.ok(),
            };
        };
        let event = as_stream(&event(&reply));
        let is_same_reply = read(&event).is_some_and(|again| again == reply);
        Self {
            event,
            is_same_reply,
            reply: Some(reply),
        }
    }

    /// The words of the reply as a reader of its answer has them: without thoughts, and without marks such as `[1]`.
    pub(crate) fn bare_words(&self) -> Option<String> {
        let bare = without_thoughts(&self.reply.as_ref()?.text);
        Some(without_marks(&bare))
    }

    /// The event of the same reply in these words.
    pub(crate) fn in_words(&self, text: String) -> Option<Vec<u8>> {
        let reply = self.reply.clone()?;
        Some(as_stream(&event(&Reply { text, ..reply })))
    }
}

/// Returns a text without bracketed parts that hold a number.
fn without_marks(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['[', '(', '【', '［', '（']) {
        let (before, opened) = rest.split_at(at);
        kept.push_str(before);
        // No further than a mark goes: many brackets that nothing closes cost no more than their text.
        let mut near = opened.char_indices().take_while(|(at, _)| *at <= LONGEST);
        let end = near.find(|(_, c)| matches!(c, ']' | ')' | '】' | '］' | '）'));
        let end = end.map(|(end, _)| end);
        let inside = end.and_then(|end| opened.get(..end));
        let is_mark = inside.is_some_and(|inside| inside.contains(|c: char| c.is_numeric()));
        let length = match end.filter(|_| is_mark) {
            Some(end) => opened
                .get(end..)
                .and_then(first_length)
                .map(|close| end + close),
            None => first_length(opened).inspect(|open| {
                kept.push_str(opened.get(..*open).unwrap_or_default());
            }),
        };
        rest = opened
            .get(length.unwrap_or(opened.len())..)
            .unwrap_or_default();
    }
    kept.push_str(rest);
    kept
}

fn first_length(text: &str) -> Option<usize> {
    text.chars().next().map(char::len_utf8)
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

    /// A megabyte of brackets that nothing closes is looked through once: each to the end would take minutes.
    #[test]
    fn mb_24_marks_are_taken_out_and_other_brackets_stay() {
        assert_eq!(
            without_marks("So [1] (see 2), as [told]【3】."),
            "So  , as [told]."
        );
        for open in ["[", "(", "【"] {
            let many = open.repeat(1_000_000);
            assert_eq!(without_marks(&many), many);
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
