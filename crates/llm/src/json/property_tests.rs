//! Properties of every answer.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{Extraction, extract, without_thoughts};

#[derive(Debug, Deserialize)]
struct Wanted {
    a: u32,
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[\\[\\]{}\":,\\\\“”\n\u{200B}`a-c ]{0,12}",
        Just("```".to_owned()),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        // Exact in decimal and in binary, because rounding is not under test.
        any::<i16>().prop_map(|eighths| json!(f64::from(eighths) / 8.0)),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(Value::from),
            object_of(inner),
        ]
    })
}

fn object_of(inner: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    btree_map(text(), inner, 0..5).prop_map(|fields| Value::Object(Map::from_iter(fields)))
}

fn bracketed() -> impl Strategy<Value = Value> {
    prop_oneof![vec(value(), 0..5).prop_map(Value::from), object_of(value())]
}

/// Returns prose without brackets, including those of tags.
fn prose() -> impl Strategy<Value = String> {
    "[^\\[\\]{}<>]{0,40}"
}

fn answer_like() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        Just("{\"a\": 1}".to_owned()),
        Just("<think>".to_owned()),
        Just("</think>".to_owned()),
        Just("```json\n".to_owned()),
        "[\\[\\]{}\":,\\\\“”\n\u{200B}\u{FEFF}`0-9a-eu. ]{1,9}",
        "\\PC{0,5}",
    ];
    vec(pieces, 0..25).prop_map(|pieces| pieces.concat().chars().take(300).collect())
}

fn read(text: &str) -> Option<(Value, Extraction)> {
    extract(text, true)
        .ok()
        .map(|found| (found.value, found.how))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn mb_21_fenced_json_amid_prose_is_found(v in bracketed(), prefix in prose(), suffix in prose()) {
        for json in [v.to_string(), serde_json::to_string_pretty(&v).unwrap()] {
            let fenced = format!("{prefix}\n```json\n{json}\n```\n{suffix}");
            prop_assert_eq!(read(&fenced).map(|found| found.0), Some(v.clone()), "{}", fenced);
            let bare = format!("{prefix}{json}{suffix}");
            prop_assert_eq!(read(&bare).map(|found| found.0), Some(v.clone()), "{}", bare);
        }
    }

    #[test]
    fn mb_21_json_alone_is_read_strictly(v in value(), complete in any::<bool>()) {
        for json in [v.to_string(), format!("```json\n{v}\n```"), format!("<think>hm</think>\n{v}")] {
            let found = extract::<Value>(&json, complete).unwrap();
            prop_assert_eq!(&found.value, &v);
            prop_assert_eq!(found.how, Extraction::Strict);
        }
    }

    #[test]
    fn mb_21_nothing_is_made_of_a_truncated_value(v in bracketed(), share in 0.0..1.0) {
        let json = v.to_string();
        let length = json.chars().count();
        let cut: String = json.chars().take((share * length as f64) as usize).collect();
        prop_assert!(extract::<Value>(&cut, false).is_err(), "{}", cut);
    }

    #[test]
    fn mb_21_no_text_panics(text in prop_oneof![any::<String>(), ".{0,300}", answer_like()], complete in any::<bool>()) {
        let text: String = text.chars().take(300).collect();
        let _ = extract::<Value>(&text, complete);
        let _ = extract::<Vec<String>>(&text, complete);
        let _ = without_thoughts(&text);
        if let Ok(found) = extract::<Wanted>(&text, complete) {
            prop_assert!(text.contains(&found.value.a.to_string()) || found.value.a < 10, "{}", text);
            prop_assert!(complete || found.how != Extraction::Repaired);
        }
    }
}
