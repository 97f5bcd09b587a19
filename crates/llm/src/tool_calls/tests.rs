//! Calls in the shapes that models use (MB-21).

use serde_json::{Value, json};

use super::{Tool, WrittenCall, written_calls};

const TOOLS: [Tool; 2] = [
    Tool {
        name: "search",
        main: "query",
    },
    Tool {
        name: "visit",
        main: "url",
    },
];

const CALL: &str = r#"{"name": "search", "arguments": {"query": ["tower height"]}}"#;

fn read(text: &str) -> Vec<WrittenCall> {
    written_calls(text, &TOOLS, true)
}

/// Each call's tool and arguments.
fn told(text: &str) -> Vec<(String, Value)> {
    let calls = read(text).into_iter();
    calls
        .map(|call| {
            (
                call.name.unwrap_or_default(),
                call.arguments.unwrap_or(Value::Null),
            )
        })
        .collect()
}

#[test]
fn mb_21_a_call_is_read_in_every_shape() {
    let many = json!({ "query": ["tower height"] });
    for text in [
        CALL.to_owned(),
        format!("<tool_call>\n{CALL}\n</tool_call>"),
        format!("<tool_call>\n```json\n{CALL}\n```\n</tool_call>"),
        format!("<tool_call>\n{CALL}"),
        format!("{CALL}\n</tool_call>"),
        format!("好的，我先搜索。\n<tool_call>{CALL}</tool_call>\n等待结果。"),
        format!("```json\n{CALL}\n```\nI wait {{for the result}}."),
        format!("[TOOL_CALLS] [{CALL}]"),
        CALL.replace("arguments", "parameters"),
        CALL.replace('"', "'"),
        CALL.replace("}}", ",}, \"note\": None}"),
        CALL.replace("}}", "}"),
        format!("<tool_call>{}</tool_call>", CALL.replace("}}", "")),
        r#"{"name": "search", "arguments": "{\"query\": [\"tower height\"]}"}"#.to_owned(),
        r#"{"name": "search", "query": ["tower height"]}"#.to_owned(),
        r#"{"search": {"query": ["tower height"]}}"#.to_owned(),
        format!(r#"{{"tool_calls": [{{"type": "function", "function": {CALL}}}]}}"#),
        r#"<tool_call>{"query": ["tower height"]}</tool_call>"#.to_owned(),
        r#"functions.search:0{"query": ["tower height"]}"#.to_owned(),
        r#"<|channel|>commentary to=functions.search <|constrain|>json<|message|>{"query": ["tower height"]}<|call|>"#
            .to_owned(),
        "<｜tool▁call▁begin｜>function<｜tool▁sep｜>search\n```json\n{\"query\": [\"tower height\"]}\n```".to_owned(),
        "Thought: hm\nAction: search\nAction Input: {\"query\": [\"tower height\"]}".to_owned(),
        "<tool_call>\n<function=search>\n<parameter=query>\n[\"tower height\"]\n</parameter>\n</function>\n</tool_call>"
            .to_owned(),
        "<invoke name=\"search\">\n<parameter name=\"query\">[\"tower height\"]</parameter>\n</invoke>".to_owned(),
        "[search(query=[\"tower height\"])]".to_owned(),
        "```tool_code\nsearch(query=['tower height'])\n```".to_owned(),
    ] {
        assert_eq!(told(&text), [("search".to_owned(), many.clone())], "{text}");
    }
    let one = json!({ "query": "tower, height" });
    for text in [
        "Thought: hm\n**Action:** `search`\n**Action Input:** tower, height",
        "思考：要查\n行动：search\n行动输入：tower, height",
        "<search>tower, height</search>",
        "<search><query>tower, height</query></search>",
        r#"{"action": "search", "action_input": "tower, height"}"#,
        r#"search(query="tower, height")"#,
        r#"search("tower, height")"#,
        "<function=search><parameter=query>tower, height",
    ] {
        assert_eq!(told(text), [("search".to_owned(), one.clone())], "{text}");
    }
    let visit =
        json!({ "url": ["https://a.example/?a=1,2", "https://b.example/"], "goal": "x = y, z" });
    for text in [
        r#"{"name": "visit", "arguments": {"url": ["https://a.example/?a=1,2", "https://b.example/"], "goal": "x = y, z"}}"#,
        r#"visit(url=["https://a.example/?a=1,2", "https://b.example/"], goal="x = y, z")"#,
        "<function=visit><parameter=url>[\"https://a.example/?a=1,2\", \"https://b.example/\"]</parameter>\n<parameter=goal>x = y, z</parameter></function>",
    ] {
        assert_eq!(told(text), [("visit".to_owned(), visit.clone())], "{text}");
    }
}

#[test]
fn mb_21_several_calls_are_all_read() {
    let other = CALL.replace("search", "visit");
    for text in [
        format!("[{CALL}, {other}]"),
        format!("{CALL}\n{other}"),
        format!("<tool_call>{CALL}</tool_call><tool_call>{other}</tool_call>"),
        format!("<tool_call>{CALL}<tool_call>{other}"),
        format!(
            "<tool_call>{}</tool_call>\n<tool_call>{other}</tool_call>",
            CALL.replace("}}", "}")
        ),
        "<function=search>\n</function>\n<function=visit>\n</function>".to_owned(),
    ] {
        let names: Vec<String> = told(&text).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["search", "visit"], "{text}");
    }
    let calls = read(&format!("So: {CALL} and <tool_call>{other}</tool_call>"));
    assert_eq!(calls[0].at, 4..4 + CALL.len());
}

#[test]
fn mb_21_what_is_no_call_is_none_and_what_cannot_be_read_is_told() {
    for text in [
        "",
        "I will search for it.",
        "{\"height\": 42}",
        "{\"name\": \"Westby\", \"kind\": \"tower\"}",
        "{\"query\": \"SELECT 1\"}",
        "{\"action\": \"Final Answer\", \"action_input\": \"42\"}",
        "Name: Westby\nHeight: 42",
        "See <b>search</b> and if (a < b) or c > d.",
        "A search takes a moment; after that the whole of the result is shown as {\"query\": 1}.",
    ] {
        assert_eq!(read(text), [], "{text}");
    }
    for text in [
        "<tool_call>search for bridges</tool_call>",
        "<tool_call>{\"tool_id\": 7}</tool_call>",
        "<tool_call>{\"name\": oops}</tool_call>",
    ] {
        let calls = read(text);
        assert!(
            calls.len() == 1 && calls[0].name.is_none() && calls[0].arguments.is_err(),
            "{text}"
        );
    }
    // A truncated call is not repaired.
    let cut = written_calls(
        "<tool_call>{\"name\": \"visit\", \"arguments\": {\"url\": \"ht",
        &TOOLS,
        false,
    );
    assert!(cut[0].arguments.is_err());
    let unknown = told("<tool_call>{\"name\": \"google\", \"arguments\": {}}</tool_call>");
    assert_eq!(unknown[0].0, "google");
}

/// Half a megabyte of anything is read in a moment; each place read to the end would take minutes.
#[test]
fn mb_21_reading_calls_is_linear() {
    for pattern in [
        "<tool_call>",
        "</tool_call>",
        "<",
        "<search>",
        "<a>",
        "<function=search>",
        "search(",
        "search(a=",
        "a: search\n",
        "{",
        "{\"name\":",
        "search {\"query\":1}",
        "search(query=1,",
        "search:\n",
        "<search",
        "</",
        ",",
        "=",
    ] {
        for before in ["", "<tool_call>", "<search>", "search("] {
            let text = format!("{before}{}", pattern.repeat(512 * 1024 / pattern.len()));
            let _ = read(&text);
        }
    }
}
