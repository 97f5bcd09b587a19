//! Answers that a probe of published repairers found hard, and their results here.

use serde_json::json;

use super::test_answers::{fails, gives};
use super::{Extraction, JsonError};

#[test]
fn mb_21_probe_code_fence() {
    gives("```json\n{\"a\": 1}\n```", json!(1), Extraction::Strict);
    gives("~~~\n{\"a\": 1}\n~~~", json!(1), Extraction::Strict);
}

#[test]
fn mb_21_probe_prose_around() {
    gives(
        "Sure! {\"a\": 1} Hope it helps.",
        json!(1),
        Extraction::Extracted,
    );
    gives(
        "Sure:\n```json\n{\"a\": 1}\n```\nThat's it.",
        json!(1),
        Extraction::Extracted,
    );
}

#[test]
fn mb_21_probe_trailing_comma() {
    gives("{\"a\": [1, 2,],\n}", json!([1, 2]), Extraction::Repaired);
}

#[test]
fn mb_21_probe_truncated() {
    gives("{\"a\": [1, 2", json!([1, 2]), Extraction::Repaired);
    gives(
        "{\"a\": {\"b\": \"x y",
        json!({"b": "x y"}),
        Extraction::Repaired,
    );
    gives("So: {\"a\": 1, ", json!(1), Extraction::Repaired);
    fails("{\"a\":", "json_mismatch");
    fails("{\"a\": 1, \"b", "json_mismatch");
    fails("{\"a\": tru", "json_mismatch");
}

#[test]
fn mb_21_probe_raw_newline_in_string() {
    gives(
        "{\"a\": \"x\ny\r\n\tz\"}",
        json!("x\ny\r\n\tz"),
        Extraction::Repaired,
    );
}

#[test]
fn mb_21_probe_windows_path() {
    gives(
        r#"{"a": "C:\dir\users"}"#,
        json!(r"C:\dir\users"),
        Extraction::Repaired,
    );
}

#[test]
fn mb_21_probe_inner_quotes_are_not_guessed_at() {
    fails(r#"{"a": "he said "hi" to me"}"#, "json_mismatch");
    fails(
        r#"{"a": "he said "{"b": 1}" to me", "c": {"a": 2}}"#,
        "json_mismatch",
    );
    fails(r#"{"a": "he said "hi", "b": "so"}"#, "json_mismatch");
}

#[test]
fn mb_21_probe_think_block_holds_another_object() {
    gives("<think>{x}</think>{\"a\":1}", json!(1), Extraction::Strict);
    gives(
        "<think>{\"a\":2}</think>\n{\"a\":1}",
        json!(1),
        Extraction::Strict,
    );
    gives(
        "maybe {\"a\":2}\n</think>\n{\"a\":1}",
        json!(1),
        Extraction::Strict,
    );
    gives(
        "<think>{\"a\":2}</think>So {\"a\":1,}",
        json!(1),
        Extraction::Repaired,
    );
}

#[test]
fn mb_21_probe_prose_with_a_bracket_before() {
    gives(
        "As noted in [1] and [2: {\"a\": 1}",
        json!(1),
        Extraction::Extracted,
    );
    gives(
        "Note [see \"x\" {\"a\": 1}]",
        json!(1),
        Extraction::Extracted,
    );
    gives("[\"odd {\"a\": 1}", json!(1), Extraction::Extracted);
    gives("a [5\" pipe: {\"a\": 1}", json!(1), Extraction::Extracted);
    gives("a { opens it: {\"a\": 1}", json!(1), Extraction::Extracted);
    gives("\\boxed{{\"a\": 1}}", json!(1), Extraction::Extracted);
    gives(
        "[a](b) {c} \"{\" ] } {\"a\": 1} ]",
        json!(1),
        Extraction::Extracted,
    );
}

#[test]
fn mb_21_probe_curly_quotes() {
    gives("{“a”: “x”}", json!("x"), Extraction::Repaired);
    gives("{“a\": \"x\"}", json!("x"), Extraction::Repaired);
    gives(
        "{\"a\": \"“x”, y\",}",
        json!("“x”, y"),
        Extraction::Repaired,
    );
    gives("{\"a\": \"“x”\"}", json!("“x”"), Extraction::Strict);
    fails("{“a”: “he said “hi” to me”}", "json_mismatch");
}

#[test]
fn mb_21_probe_python_comments_and_json_as_text() {
    gives("{'a': None}", json!(null), Extraction::Repaired);
    gives(
        "{'a': [True, 'it\\'s']}",
        json!([true, "it's"]),
        Extraction::Repaired,
    );
    gives(
        "{ // so\n \"a\": 1 /* or not */ }",
        json!(1),
        Extraction::Repaired,
    );
    gives(
        "{\"a\": \"see http://x\"}",
        json!("see http://x"),
        Extraction::Strict,
    );
    let text = json!("{\"a\": {\"b\": \"x\"}}").to_string();
    for quoted in [
        text.clone(),
        format!("```json\n{text}\n```"),
        format!("<think>hm</think>{text}"),
    ] {
        gives(&quoted, json!({"b": "x"}), Extraction::Repaired);
    }
    fails("\"no JSON in it\"", "json_mismatch");
}

#[test]
fn mb_21_probe_refusal() {
    let error = fails("I'm sorry, but I can't help with that.", "json_refusal");
    assert!(error.to_string().contains("I'm sorry"), "{error}");
    fails(
        "As an AI language model, I have no opinion.",
        "json_refusal",
    );
    fails("\"I cannot do that.\"", "json_refusal");
    fails("I cannot say [1].", "json_refusal");
    fails("抱歉，我无法回答。", "json_refusal");
    fails("作为一个人工智能助手，我没有个人观点。", "json_refusal");
    let long = fails(&"I cannot. ".repeat(99), "json_refusal");
    let JsonError::Refusal { text } = long else {
        panic!("{long}")
    };
    assert_eq!(text.chars().count(), 200);
}

#[test]
fn mb_21_json_beside_a_refusal_is_json() {
    gives(
        "I'm sorry for the delay: {\"a\": 1}",
        json!(1),
        Extraction::Extracted,
    );
}

#[test]
fn mb_21_probe_empty() {
    for text in [
        "",
        " \n",
        "\u{FEFF}",
        "```json\n```",
        "<think></think>",
        "<think>{\"a\":1}",
    ] {
        fails(text, "json_empty");
    }
}

#[test]
fn mb_21_chinese_prose_around_json() {
    gives(
        "好的，结果如下：{\"a\": \"量子\"}。希望有用！",
        json!("量子"),
        Extraction::Extracted,
    );
    gives(
        "以下是「答案」：\n```json\n{“a”：1}\n```\n{\"a\": 2}",
        json!(2),
        Extraction::Extracted,
    );
}

#[test]
fn mb_21_surrogates_and_emoji_never_panic() {
    gives(
        r#"{"a": "\ud83d\ude00 😀"}"#,
        json!("😀 😀"),
        Extraction::Strict,
    );
    fails(r#"{"a": "\ud83d"}"#, "json_mismatch");
    fails(r#"{"a": "\ude00\ud83d",}"#, "json_mismatch");
    fails(r#"So: {"a": "\ud83d x"}"#, "json_mismatch");
    gives("😀{\"a\": \"😀\n\"}😀", json!("😀\n"), Extraction::Repaired);
}
