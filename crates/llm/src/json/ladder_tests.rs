//! The effect of each step, and its limits.

use serde_json::{Value, json};

use super::test_answers::{Wanted, fails, gives, wanted};
use super::{Extraction, JsonError, extract, objects};

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
fn mb_21_of_several_objects_none_is_lost() {
    let all = |text: &str, complete| {
        let found = objects(text, complete).unwrap().into_iter();
        let values = found.map(|one| one.fields.ok().and_then(|mut fields| fields.remove("a")));
        values.collect::<Vec<_>>()
    };
    let both = vec![Some(json!(1)), Some(json!([{ "a": 2 }]))];
    for text in [
        "[{\"a\": 1}, {\"a\": [{\"a\": 2}]}]",
        "{\"a\": 1}{\"a\": [{\"a\": 2}]}",
        "```json\n{\"a\": 1}\n{\"a\": [{\"a\": 2}]}\n```",
        "First {\"a\": 1}, then [{\"a\": [{\"a\": 2}]}",
    ] {
        assert_eq!(all(text, false), both, "{text}");
    }
    // An unreadable object keeps its place; only complete output of the model is repaired.
    for (text, complete, second) in [
        ("{\"a\": 1}, {\"b\": 2}", true, None),
        ("{\"a\": 1}\n{\"a\": 2, \"c", false, None),
        ("{\"a\": 1} {\"a\": 2,}", false, None),
        ("{\"a\": 1} {\"a\": 2,}", true, Some(json!(2))),
        ("{\"a\": 1} {'a': None", true, Some(json!(null))),
    ] {
        assert_eq!(all(text, complete), [Some(json!(1)), second], "{text}");
    }
    assert!(all("none", true).is_empty());
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
        "{\"a\": \"x\u{200B}\"}\u{200B}",
        json!("x\u{200B}"),
        Extraction::Strict,
    );
    let alone = extract::<String>("<think>hm</think>\"x\u{200B}\"", true).unwrap();
    assert_eq!(alone.value, "x\u{200B}");
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
