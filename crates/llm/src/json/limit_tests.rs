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

/// What a model, or a page that it quotes, could repeat to make a scan slow.
const PATTERNS: [&str; 26] = [
    "{",
    "}",
    "]",
    "\"",
    "\\",
    "“",
    "{}",
    "[]",
    "{\"",
    "[\"",
    "[\",",
    "[\"[",
    "{\"{\":",
    "{\"a\":[",
    "\\\"",
    "[“",
    "[\"“",
    "[“\"",
    "{x",
    "[x",
    "[x}",
    "{\"a\":\"\\",
    "[1,",
    "\"]},{[",
    "`",
    "{\"a\"}:",
];

fn megabyte_of(pattern: &str) -> String {
    pattern.repeat(MAX_BYTES / pattern.len())
}

#[test]
fn mb_21_a_scan_passes_each_byte_a_few_times() {
    for pattern in PATTERNS {
        let long = megabyte_of(pattern);
        let short = pattern.repeat(9_000);
        for (before, repeated) in [
            ("", &long),
            ("{\"a\":\"", &short),
            ("[\"", &short),
            ("[“", &short),
        ] {
            let text = format!("{before}{repeated}");
            for arrays in [true, false] {
                // Too deep is found early, and so is no work at all.
                let passed = scan(&text, arrays).map_or(0, |found| found.passed);
                assert!(passed <= 3 * text.len(), "{passed} for {before}{pattern}");
            }
        }
    }
}

#[test]
fn mb_21_candidates_never_overlap() {
    for pattern in PATTERNS {
        let text = pattern.repeat(50);
        for found in [true, false]
            .into_iter()
            .filter_map(|arrays| scan(&text, arrays).ok())
        {
            let pairs = found.candidates.iter().zip(found.candidates.iter().skip(1));
            assert!(
                pairs.into_iter().all(|(one, next)| one.end <= next.start),
                "{pattern}"
            );
        }
    }
}

#[test]
fn mb_21_a_megabyte_of_anything_gives_an_error() {
    for pattern in PATTERNS {
        assert!(
            extract::<Wanted>(&megabyte_of(pattern), true).is_err(),
            "{pattern}"
        );
    }
    for pattern in [
        "<think>",
        "</think>",
        "<",
        "<think></think>",
        "</",
        "`<think>`",
    ] {
        let text = megabyte_of(pattern);
        assert!(without_thoughts(&text).len() <= text.len());
        assert!(extract::<Wanted>(&text, true).is_err(), "{pattern}");
    }
}
