//! The parts of a model's turn (seed 000 §6.4).

use amb_llm::chat::{Reply, ToolCall};
use amb_llm::json::{extract, without_thoughts};
use amb_llm::tool_calls::{WrittenCall, arguments_of, written_calls};
use serde_json::{Map, Value};

use crate::protocol::TOOLS;

/// The name of an unreadable call in tags.
pub(super) const UNREAD_CALL: &str = "tool_call";

/// The model's next action.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Turn {
    /// It calls tools; each call is valid, or holds its fault.
    Calls(Vec<Call>),
    /// It answers.
    Answer(String),
    /// Neither: the reason, for the model.
    Unclear(Fault),
}

/// A call of a tool.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Call {
    /// As the endpoint wants it answered; a made-up identifier for calls in tags.
    pub(super) wire: ToolCall,
    /// Its arguments, or their fault.
    pub(super) arguments: Result<Value, String>,
}

/// The fault of a turn without a usable action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// It was cut off inside a call or an answer.
    CutOff,
    /// It holds no call and no answer.
    Neither,
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
        let calls = called(&text, !cut);
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
    let tool = TOOLS.into_iter().find(|tool| tool.name == call.name);
    let arguments = match call.arguments.trim() {
        "" => Ok(Value::Object(Map::new())),
        written => serde_json::from_str(written).or_else(|error| match extract(written, true) {
            Ok(found) => Ok(found.value),
            Err(_) => Err(error.to_string()),
        }),
    };
    Call {
        wire: call.clone(),
        arguments: arguments.map(|arguments| arguments_of(&arguments, tool)),
    }
}

/// Returns the calls in a text. Calls inside an answer are only mentioned there, unless the answer is nothing but a
/// call in tags.
fn called(text: &str, complete: bool) -> Vec<Call> {
    let mut calls = written_calls(text, &TOOLS, complete);
    if let Some((before, answer)) = text.rsplit_once("<answer>") {
        let end = answer.find("</answer>").unwrap_or(answer.len());
        let start = text.len() - answer.len();
        let is_call = answer.trim_start().starts_with("<tool_call>");
        calls.retain(|call| is_call || call.at.end <= before.len() || call.at.start >= start + end);
    }
    let calls = calls.into_iter().enumerate();
    calls
        .map(|(number, call)| worded(text, number, call))
        .collect()
}

fn worded(text: &str, number: usize, call: WrittenCall) -> Call {
    let written = match &call.arguments {
        Ok(arguments) => arguments.to_string(),
        Err(_) => text.get(call.at).unwrap_or_default().trim().to_owned(),
    };
    Call {
        wire: ToolCall {
            id: format!("call-{number}"),
            name: call.name.unwrap_or_else(|| UNREAD_CALL.to_owned()),
            arguments: written,
        },
        arguments: call.arguments,
    }
}

enum Tagged<'t> {
    Closed(&'t str),
    Open(&'t str),
}

/// Returns the content of the last pair of tags of this name, or the text after an unclosed one.
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
        // An unreadable call is reported, beside the others.
        let found = calls(read(&format!(
            "<tool_call>[{search}, {{\"tool_id\": \"visit\"}}]</tool_call>"
        )));
        assert_eq!(found.len(), 2);
        assert!(found[0].arguments.is_ok() && found[1].arguments.is_err());
        assert_eq!(
            (found[1].wire.name.as_str(), &*found[1].wire.arguments),
            (UNREAD_CALL, "{\"tool_id\": \"visit\"}")
        );
    }

    #[test]
    fn mb_18_a_call_in_an_answer_is_told_and_not_made() {
        let call = r#"{"name": "search", "arguments": {"query": "a"}}"#;
        for text in [
            format!("<answer>It writes {call} [1].</answer>"),
            format!("<answer>It writes {call} [1]."),
        ] {
            assert!(matches!(read(&text), Turn::Answer(_)), "{text}");
        }
        for text in [
            format!("<answer>None yet.</answer>\n{call}"),
            format!("<answer><tool_call>{call}</tool_call></answer>"),
        ] {
            assert_eq!(calls(read(&text)).len(), 1, "{text}");
        }
        let mut native = reply("", Finish::ToolCalls);
        for arguments in ["\"{'query': None}\"", "{\"query\": null,}"] {
            native.tool_calls = vec![ToolCall {
                id: "x".to_owned(),
                name: "search".to_owned(),
                arguments: arguments.to_owned(),
            }];
            let read = calls(Turn::read(&native));
            assert_eq!(read[0].arguments, Ok(serde_json::json!({ "query": null })));
        }
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
        assert_eq!(calls(read(half))[0].arguments.as_ref().unwrap()["url"], "a");
        assert_eq!(read("Let me see."), Turn::Unclear(Fault::Neither));
    }
}
