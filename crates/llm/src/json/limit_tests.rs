//! Answers made to exhaust memory, stack or patience. Work is counted, not timed.

use serde::Deserialize;
use serde_json::Value;

use super::scan::scan;
use super::{JsonError, MAX_BYTES, MAX_DEPTH, extract, without_thoughts};

#[derive(Debug, Deserialize)]
struct Wanted {
    #[expect(dead_code, reason = "only whether it is there counts")]
    a: Value,
}

#[test]
fn mb_21_more_bytes_than_the_limit_are_refused() {
    let error = extract::<Value>(&" ".repeat(MAX_BYTES + 1), true).unwrap_err();
    let bytes = MAX_BYTES + 1;
    assert_eq!(
        error,
        JsonError::TooLong {
            bytes,
            limit: MAX_BYTES
        }
    );
}

#[test]
fn mb_21_200k_opening_brackets_are_too_deep() {
    let too_deep = JsonError::TooDeep { limit: MAX_DEPTH };
    for text in [
        "[".repeat(200_000),
        format!("So: {}", "{\"a\":".repeat(200_000)),
    ] {
        for complete in [true, false] {
            assert_eq!(extract::<Value>(&text, complete).unwrap_err(), too_deep);
            assert_eq!(extract::<Wanted>(&text, complete).unwrap_err(), too_deep);
        }
    }
    assert!(extract::<Value>(&"x [[{\"a\":".repeat(99_000), true).is_err());
}

#[test]
fn mb_21_depth_counts_outside_strings() {
    let in_string = format!("{{\"a\": \"{}\"}}", "[".repeat(200_000));
    assert!(extract::<Wanted>(&in_string, true).is_ok());
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(extract::<Value>(&nested(MAX_DEPTH), true).is_ok());
    assert!(extract::<Value>(&nested(MAX_DEPTH + 1), true).is_err());
    let prose = format!("{} {{\"a\": 1}}", "see [x ".repeat(200));
    assert!(extract::<Wanted>(&prose, true).is_ok());
    let thought = format!("<think>{}</think>{{\"a\": 1}}", "[".repeat(1000));
    assert!(extract::<Wanted>(&thought, true).is_ok());
}

/// Pieces that fill a megabyte.
const LONG: [&str; 12] = [
    "1", "1.", "{", "]", "}", "\"", "\\", "“", "{}", "[\"[", "\\\"", "{x",
];

/// Pieces that fill less, because each costs more.
const SHORT: [&str; 24] = [
    "[",
    "[]",
    "{\"",
    "[\"",
    "[\",",
    "{\"{\":",
    "{\"a\":[",
    "[“",
    "[\"“",
    "[“\"",
    "[x",
    "[x}",
    "{\"a\":\"\\",
    "[1,",
    "\"]},{[",
    "`",
    "{\"a\"}:",
    "[\u{200B}\"",
    "['",
    "['\"",
    "[1 ",
    "[\"a\"/*",
    "[\"a\"/**/x",
    "[//",
];

/// Openings of strings and brackets before it.
const BEFORE: [&str; 4] = ["", "{\"a\":\"", "[\"", "[“"];

fn hostile() -> impl Iterator<Item = String> {
    let long = LONG
        .iter()
        .map(|pattern| pattern.repeat(MAX_BYTES / pattern.len()));
    let short = LONG.iter().chain(&SHORT).flat_map(|pattern| {
        let repeated = pattern.repeat(40_000 / pattern.len());
        BEFORE.map(|before| format!("{before}{repeated}"))
    });
    long.chain(short)
}

#[test]
fn mb_21_a_scan_passes_each_byte_a_few_times() {
    for text in hostile() {
        for arrays in [true, false] {
            // Too deep is found early, and so is no work at all.
            let passed = scan(&text, arrays).map_or(0, |found| found.passed);
            let begins: String = text.chars().take(20).collect();
            assert!(passed <= 3 * text.len(), "{passed} for {begins}");
        }
    }
}

#[test]
fn mb_21_candidates_never_overlap() {
    for text in hostile() {
        for found in [true, false].map(|arrays| scan(&text, arrays)) {
            let candidates = found.map(|found| found.candidates).unwrap_or_default();
            let mut pairs = candidates.iter().zip(candidates.iter().skip(1));
            assert!(pairs.all(|(one, next)| one.end <= next.start));
        }
    }
}

#[test]
fn mb_21_a_megabyte_of_anything_holds_no_answer() {
    for text in hostile() {
        assert!(extract::<Wanted>(&text, false).is_err());
        // A text whose end closes its string can hold one.
        let found = extract::<Wanted>(&text, true);
        assert!(found.is_err() || text.starts_with("{\"a\":\""));
    }
}

#[test]
fn mb_21_a_megabyte_of_think_tags_is_no_answer() {
    for pattern in [
        "<think>",
        "</think>",
        "<",
        "<think></think>",
        "`<think>`",
        "x <think>",
        "</think> x",
        "\n <think",
    ] {
        let text = pattern.repeat(MAX_BYTES / pattern.len());
        assert!(without_thoughts(&text).len() <= text.len());
        assert!(extract::<Wanted>(&text, true).is_err(), "{pattern}");
    }
}
