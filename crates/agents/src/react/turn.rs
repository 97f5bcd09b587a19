//! What the model wrote in one turn, taken apart (seed 000 §6.4).

use amb_llm::chat::{Reply, ToolCall};
use amb_llm::json::{Each, extract_all, without_thoughts};
use serde::Deserialize;
use serde_json::Value;

/// The name of a call in tags of which nothing could be read.
pub(super) const UNREAD_CALL: &str = "tool_call";

/// What the model does next.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Turn {
    /// It calls tools; each call is sound, or says what is wrong with it.
    Calls(Vec<Call>),
    /// It answers.
    Answer(String),
    /// Neither: the reason, to tell it.
    Unclear(Fault),
}

/// A call of a tool.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Call {
    /// As the endpoint wants it answered; a made-up identifier for calls in tags.
    pub(super) wire: ToolCall,
    /// Its arguments, or what is wrong with them.
    pub(super) arguments: Result<Value, String>,
}

/// Why a turn says nothing that can be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// It was cut off inside a call or an answer.
    CutOff,
    /// It holds no call and no answer.
    Neither,
}

/// A call as it is written in tags.
#[derive(Deserialize)]
struct Written {
    name: String,
    #[serde(default)]
    arguments: Value,
}

impl Turn {
    /// Takes a reply apart. Nothing that was cut off is ever carried out.
    pub(super) fn read(reply: &Reply) -> Self {
        let cut = reply.finish.cuts_off();
        if !reply.tool_calls.is_empty() {
            return if cut {
                Self::Unclear(Fault::CutOff)
            } else {
                Self::Calls(reply.tool_calls.iter().map(native).collect())
            };
        }
        let text = without_thoughts(&reply.text);
        let calls = tagged_calls(&text);
        if !calls.is_empty() {
            return if cut {
                Self::Unclear(Fault::CutOff)
            } else {
                Self::Calls(calls)
            };
        }
        match tag(&text, "answer") {
            Some(Tagged::Closed("") | Tagged::Open("")) if !cut => Self::Unclear(Fault::Neither),
            Some(Tagged::Closed(answer)) => Self::Answer(answer.to_owned()),
            Some(Tagged::Open(answer)) if !cut => Self::Answer(answer.to_owned()),
            Some(Tagged::Open(_)) => Self::Unclear(Fault::CutOff),
            None if cut => Self::Unclear(Fault::CutOff),
            None => Self::Unclear(Fault::Neither),
        }
    }
}

fn native(call: &ToolCall) -> Call {
    let written = if call.arguments.trim().is_empty() {
        "{}"
    } else {
        &call.arguments
    };
    Call {
        wire: call.clone(),
        arguments: serde_json::from_str(written).map_err(|error| error.to_string()),
    }
}

/// The calls between `<tool_call>` and `</tool_call>`. One that is not closed was not finished.
fn tagged_calls(text: &str) -> Vec<Call> {
    let mut calls = Vec::new();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once("<tool_call>") {
        let Some((inner, tail)) = after.split_once("</tool_call>") else {
            break;
        };
        rest = tail;
        calls.extend((calls.len()..).zip(written(inner)).map(tagged));
    }
    calls
}

/// What stands in one pair of tags: a call, or several of them, in a list or one behind the other. What cannot be read is
/// one, too, to be told.
fn written(inner: &str) -> Vec<Each<Written>> {
    extract_all(inner).unwrap_or_else(|error| {
        vec![Each {
            written: inner.trim().to_owned(),
            value: Err(error),
        }]
    })
}

/// A call as it is written, and never repaired.
fn tagged((number, found): (usize, Each<Written>)) -> Call {
    let (name, written, arguments) = match found.value {
        Ok(call) => (call.name, call.arguments.to_string(), Ok(call.arguments)),
        Err(error) => (
            UNREAD_CALL.to_owned(),
            found.written,
            Err(error.to_string()),
        ),
    };
    Call {
        wire: ToolCall {
            id: format!("call-{number}"),
            name,
            arguments: written,
        },
        arguments,
    }
}

enum Tagged<'t> {
    Closed(&'t str),
    Open(&'t str),
}

/// What stands in the last pair of tags of this name; or after an opening one that is never closed.
fn tag<'t>(text: &'t str, name: &str) -> Option<Tagged<'t>> {
    let (_, after) = text.rsplit_once(&format!("<{name}>"))?;
    Some(match after.split_once(&format!("</{name}>")) {
        Some((inner, _)) => Tagged::Closed(inner.trim()),
        None => Tagged::Open(after.trim()),
    })
}

#[cfg(test)]
mod tests {
    use amb_llm::chat::Finish;

    use super::*;

    fn reply(text: &str, finish: Finish) -> Reply {
        Reply {
            text: text.to_owned(),
            reasoning: String::new(),
            tool_calls: Vec::new(),
            finish,
            usage: None,
        }
    }

    fn read(text: &str) -> Turn {
        Turn::read(&reply(text, Finish::Stop))
    }

    fn calls(turn: Turn) -> Vec<Call> {
        match turn {
            Turn::Calls(calls) => calls,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn mb_18_calls_and_answers_are_read_from_their_tags() {
        let found = calls(read(
            "<think>I need it</think>\n<tool_call>\n{\"name\": \"search\", \"arguments\": {\"query\": [\"a\"]}}\n</tool_call>",
        ));
        assert_eq!(found[0].wire.name, "search");
        assert_eq!(found[0].arguments.as_ref().unwrap()["query"][0], "a");
        let answer =
            read("<think>enough</think><answer>\n42 metres [1](https://a.example)\n</answer>");
        assert_eq!(
            answer,
            Turn::Answer("42 metres [1](https://a.example)".to_owned())
        );
    }

    #[test]
    fn mb_18_several_calls_in_one_turn_are_all_read() {
        let found = calls(read(
            "<tool_call>{\"name\":\"search\"}</tool_call><tool_call>{\"name\":\"visit\"}</tool_call>",
        ));
        assert_eq!(found.len(), 2);
        assert_ne!(found[0].wire.id, found[1].wire.id);
    }

    #[test]
    fn mb_18_several_calls_in_one_pair_of_tags_are_all_read() {
        let search = r#"{"name": "search", "arguments": {"query": ["a"]}}"#;
        let visit = r#"{"name": "visit", "arguments": {"url": "https://a.example"}}"#;
        for inner in [
            format!("[{search}, {visit}]"),
            format!("\n{search}\n{visit}\n"),
            format!("```json\n[{search},\n{visit}]\n```"),
        ] {
            let text = format!("<tool_call>{inner}</tool_call><tool_call>{search}</tool_call>");
            let found = calls(read(&text));
            let names: Vec<&str> = found.iter().map(|call| call.wire.name.as_str()).collect();
            assert_eq!(names, ["search", "visit", "search"], "{text}");
            let ids: Vec<&str> = found.iter().map(|call| call.wire.id.as_str()).collect();
            assert_eq!(ids, ["call-0", "call-1", "call-2"], "{text}");
            assert_eq!(found[0].arguments.as_ref().unwrap()["query"][0], "a");
            assert_eq!(
                found[1].arguments.as_ref().unwrap()["url"],
                "https://a.example"
            );
        }
        // One that cannot be read is told, beside the others.
        let found = calls(read(&format!(
            "<tool_call>[{search}, {{\"tool\": \"visit\"}}]</tool_call>"
        )));
        assert_eq!(found.len(), 2);
        assert!(found[0].arguments.is_ok() && found[1].arguments.is_err());
        assert_eq!(
            (found[1].wire.name.as_str(), &*found[1].wire.arguments),
            (UNREAD_CALL, "{\"tool\": \"visit\"}")
        );
    }

    #[test]
    fn mb_18_what_is_only_thought_is_not_done() {
        let thought =
            "<think><tool_call>{\"name\":\"search\"}</tool_call></think><answer>no</answer>";
        assert_eq!(read(thought), Turn::Answer("no".to_owned()));
    }

    #[test]
    fn mb_18_bad_arguments_are_told_and_not_guessed() {
        let found = calls(read("<tool_call>search for bridges</tool_call>"));
        assert!(found[0].arguments.is_err());
        let mut native = reply("", Finish::ToolCalls);
        native.tool_calls.push(ToolCall {
            id: "x".to_owned(),
            name: "search".to_owned(),
            arguments: "{\"query\": ".to_owned(),
        });
        assert!(calls(Turn::read(&native))[0].arguments.is_err());
        native.finish = Finish::Length;
        assert_eq!(Turn::read(&native), Turn::Unclear(Fault::CutOff));
    }

    #[test]
    fn mb_18_an_unclosed_answer_counts_only_if_the_model_had_ended() {
        assert_eq!(read("<answer>42"), Turn::Answer("42".to_owned()));
        for blank in ["<answer> </answer>", "<answer>\n", "<think>42</think>"] {
            assert_eq!(read(blank), Turn::Unclear(Fault::Neither), "{blank}");
        }
        for cut in [
            "<answer>42",
            "<tool_call>{\"name\":\"visit\"",
            "<tool_call>{\"name\":\"visit\"}</tool_call> and so",
            "I think",
        ] {
            assert_eq!(
                Turn::read(&reply(cut, Finish::Length)),
                Turn::Unclear(Fault::CutOff),
                "{cut}"
            );
        }
        let half = "<tool_call>{\"name\":\"visit\",\"arguments\":{\"url\":\"a\"</tool_call>";
        assert!(calls(read(half))[0].arguments.is_err());
        assert_eq!(read("Let me see."), Turn::Unclear(Fault::Neither));
    }
}
