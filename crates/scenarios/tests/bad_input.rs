//! `docs/bad-input.md` names tests that exist.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that meets the unexpected must stop"
)]

use std::fs;
use std::path::Path;

#[test]
fn every_test_that_the_table_of_bad_input_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let table = fs::read_to_string(root.join("docs/bad-input.md")).unwrap();
    let rows = table
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| no."));
    let mut named = 0;
    for row in rows {
        let tests = row.trim_end_matches(" |").rsplit(" | ").next().unwrap();
        for test in tests.split(", ").map(|test| test.trim_matches('`')) {
            named += 1;
            let (file, name) = test.split_once(": ").unwrap_or((test, ""));
            let scenario = format!("crates/scenarios/scenarios/{file}.json");
            let path = if file.contains('/') { file } else { &scenario };
            let source = fs::read_to_string(root.join(path));
            let source = source.unwrap_or_else(|error| panic!("{path}: {error}"));
            assert!(
                source.contains(&format!("fn {name}(")) || name.is_empty(),
                "{test}"
            );
        }
    }
    assert!(named > 30, "{named}");
}
