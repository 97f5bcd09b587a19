//! What comes out of the answers that models are known to write.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{Extracted, Extraction, JsonError, extract};

/// What the tests ask for.
#[derive(Debug, PartialEq, Deserialize)]
struct Wanted {
    a: Value,
}

fn wanted(text: &str) -> Result<(Value, Extraction), JsonError> {
    extract(text, true).map(
        |Extracted {
             value: Wanted { a },
             how,
         }| (a, how),
    )
}

#[track_caller]
fn gives(text: &str, a: Value, how: Extraction) {
    assert_eq!(wanted(text), Ok((a, how)), "{text}");
}

#[track_caller]
fn fails(text: &str, kind: &str) -> JsonError {
    let error = wanted(text).unwrap_err();
    assert_eq!(error.kind(), kind, "{text}: {error}");
    error
}

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
fn mb_21_prose_alone_is_no_json() {
    let error = fails("The bridge was completed in {1932}.", "json_none");
    assert!(error.to_string().contains("The bridge"), "{error}");
}

#[test]
fn mb_21_a_schema_is_no_answer() {
    let schema = r#"{"type": "object", "properties": {"a": {"type": "integer"}}}"#;
    fails(schema, "json_schema_echo");
    fails(
        &format!("Here:\n```json\n{schema}\n```\nDone."),
        "json_schema_echo",
    );
    fails(
        r#"{"$schema": "https://json-schema.org/", "a": 1}"#,
        "json_schema_echo",
    );
    fails(
        r#"{"type": "object", "properties": {"a": 1},}"#,
        "json_schema_echo",
    );
    gives(
        &format!("{schema}\n{{\"a\": 1}}"),
        json!(1),
        Extraction::Extracted,
    );
}

#[test]
fn mb_21_the_last_object_that_fits_wins() {
    let text = "{\"a\": 1} or {\"a\": 2}, not {\"b\": 3}";
    gives(text, json!(2), Extraction::Extracted);
    gives("{\"a\": 1}\n{\"a\": 2}\n", json!(2), Extraction::Extracted);
    gives("[{\"a\": 1}]", json!(1), Extraction::Extracted);
}

#[test]
fn mb_21_a_part_is_not_taken_for_the_whole() {
    for text in [
        r#"{"b": {"a": 1}}"#,
        r#"{"b": {"a": 1}, "c": oops}"#,
        r#"{"b": 'x', "c": {"a": 1}}"#,
        r#"{"b": "x" "c": {"a": 1}}"#,
        r#"{'b': {"a": 1}}"#,
        r#"{"b": {"a": 1}, "c": ["#,
        "{\"b\": \"x\ny\", \"c\": {\"a\": 1},}",
    ] {
        let error = wanted(text).unwrap_err();
        assert!(
            matches!(error, JsonError::Mismatch { .. } | JsonError::NoJson { .. }),
            "{text}: {error}"
        );
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
fn mb_21_invisible_characters_go_outside_strings_only() {
    gives(
        "\u{FEFF}{\u{200B}\"a\"\u{2060}:\u{200B} 1}",
        json!(1),
        Extraction::Strict,
    );
    gives(
        "\u{FEFF}{\"a\": \"x\u{200D}y\"}",
        json!("x\u{200D}y"),
        Extraction::Strict,
    );
    gives(
        "x\u{200B} {\"a\": 1\u{200B}2}",
        json!(12),
        Extraction::Extracted,
    );
}

#[test]
fn mb_21_think_tags_in_strings_stay() {
    let text = r#"{"a": "between <think> and </think>"}"#;
    gives(
        text,
        json!("between <think> and </think>"),
        Extraction::Strict,
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

#[test]
fn mb_21_a_truncated_answer_is_never_repaired() {
    for text in [
        "{\"a\": [1, 2",
        "{\"a\": \"x",
        "{\"a\": 1",
        "{\"a\": 1,",
        "{\"a\": 1,}",
        "{“a”: 1}",
        "{\"a\": \"x\ny\"}",
        "[{\"b\": 1}, {\"a\": 2",
    ] {
        let error = extract::<Wanted>(text, false).unwrap_err();
        assert_eq!(error.kind(), "json_mismatch", "{text}");
        assert_eq!(
            extract::<Value>(text, false).ok().map(|e| e.value),
            None,
            "{text}"
        );
    }
    let whole = extract::<Wanted>("{\"a\": 1}", false).unwrap();
    assert_eq!(whole.how, Extraction::Strict);
    let found = extract::<Wanted>("So: {\"a\": 1} and", false).unwrap();
    assert_eq!(found.how, Extraction::Extracted);
}

#[test]
fn mb_21_arrays_count_where_they_are_wanted() {
    let list = extract::<Vec<u32>>("So [see]: [1, 2] or [[3, 4,],", true);
    assert_eq!(list.unwrap().value, [1, 2]);
    let list = extract::<Vec<Vec<u32>>>("So: [[1], [2,],]", true).unwrap();
    assert_eq!(
        (list.value, list.how),
        (vec![vec![1], vec![2]], Extraction::Repaired)
    );
    for truncated in ["[[1, 2], [3", "[[1, 2], n", "[[1, 2], -"] {
        assert!(extract::<Vec<u32>>(truncated, false).is_err());
    }
    assert!(extract::<Vec<u32>>("[[1, 2], [3, 4] [5]]", true).is_err());
}

#[test]
fn mb_21_an_array_of_fields_is_no_object() {
    let error = fails("[1]", "json_mismatch");
    assert!(error.to_string().contains("an object is wanted"), "{error}");
    fails("See [1].", "json_none");
}

#[test]
fn mb_21_a_mismatch_says_what_is_wrong_with_the_last_candidate() {
    for (text, said) in [
        ("{\"b\": 1}", "missing field `a`"),
        ("{\"c\": 1} {\"b\": \"x\n\"}", "missing field `a`"),
        (
            "{\"a\": 1 \"b\": 2}",
            "expected `,` or `}` at line 1 column 9",
        ),
        ("So: {\"a\": \"x\" y}", "expected `,` or `}`"),
        ("42", "invalid type: integer `42`"),
    ] {
        let error = fails(text, "json_mismatch").to_string();
        assert!(error.contains(said), "{text}: {error}");
    }
    let error = extract::<Wanted>("{\"a\": [1", false)
        .unwrap_err()
        .to_string();
    assert!(error.contains("EOF while parsing a list"), "{error}");
    let error = extract::<u32>(&json!("x".repeat(999)).to_string(), true).unwrap_err();
    assert!(error.to_string().chars().count() < 300, "{error}");
}

#[test]
fn mb_21_scalars_are_read_strictly() {
    assert_eq!(
        extract::<String>("```\n\"tea\"\n```", true).unwrap().value,
        "tea"
    );
    assert!(extract::<String>("tea", true).is_err());
}
