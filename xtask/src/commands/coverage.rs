//! `cargo xtask coverage`: the tests that name each feature.

use std::fs;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Args;

use crate::coverage::{Feature, TestsById, features, ids_in, tests_by_id};

/// Options of `coverage`.
#[derive(Args)]
pub struct Arguments {
    /// Fail when a feature marked `due` in docs/features.md has no test; print the counts alone.
    #[arg(long)]
    check: bool,
    /// Fail when one of these has no test: ids such as MB-06,BX-01, or a file that names them.
    #[arg(long, value_name = "FILE|IDS")]
    require: Option<String>,
}

/// Prints the list and fails when a required id has no test.
///
/// # Errors
/// When a source or the table of features cannot be read.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let features = features()?;
    let mut tests = tests_by_id()?;
    leave_out_unpacked(&features, &mut tests);
    print(&features, &tests, !arguments.check);
    let mut required = required(arguments.require.as_deref())?;
    if arguments.check {
        required.extend(features.iter().filter(|it| it.due).map(|it| it.id.clone()));
    }
    refuse_missing(&required, &tests)?;
    Ok(ExitCode::SUCCESS)
}

/// Runs `coverage --check`, for the test lanes.
///
/// # Errors
/// When a due feature has no test.
pub fn check() -> Result<()> {
    let arguments = Arguments {
        check: true,
        require: None,
    };
    run(&arguments).map(drop)
}

/// Folder of the tests of the packed npm package.
const PACKED: &str = "npm/test/install/";

/// Leaves out tests on the source tree of features that only the packed package proves.
fn leave_out_unpacked(features: &[Feature], tests: &mut TestsById) {
    for feature in features.iter().filter(|it| it.packed) {
        let Some(named) = tests.get_mut(&feature.id) else {
            continue;
        };
        named.retain(|test| test.starts_with(PACKED));
        if named.is_empty() {
            tests.remove(&feature.id);
        }
    }
}

fn print(features: &[Feature], tests: &TestsById, with_names: bool) {
    for feature in features {
        let named = tests.get(&feature.id);
        let count = named.map_or(0, |it| it.len());
        println!("{} {count:>3}  {}", feature.id, feature.title);
        for name in named.into_iter().flatten().filter(|_| with_names) {
            println!("           {name}");
        }
    }
    let covered = features.iter().filter(|it| tests.contains_key(&it.id));
    println!(
        "{} of {} features have a test",
        covered.count(),
        features.len()
    );
}

/// The ids that `--require` names, in itself or in the file it is.
fn required(source: Option<&str>) -> Result<Vec<String>> {
    let Some(source) = source else {
        return Ok(Vec::new());
    };
    let text = fs::read_to_string(source).unwrap_or_else(|_| source.to_owned());
    let ids = ids_in(&text);
    if ids.is_empty() {
        bail!("--require {source}: neither ids nor a file that names some");
    }
    Ok(ids)
}

fn refuse_missing(required: &[String], tests: &TestsById) -> Result<()> {
    let missing: Vec<_> = required
        .iter()
        .filter(|id| !tests.contains_key(*id))
        .map(String::as_str)
        .collect();
    if !missing.is_empty() {
        bail!("no test names {}", missing.join(", "));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_what_is_packed_only_tests_of_the_package_count() {
        let feature = |id: &str| Feature {
            id: id.to_owned(),
            title: String::new(),
            due: true,
            packed: true,
        };
        let features = [feature("PL-03"), feature("PL-06")];
        let mut tests = TestsById::new();
        for (id, test) in [
            ("PL-03", "npm/test/install/nodes.test.ts: a"),
            ("PL-03", "npm/test/unit/run.test.ts: b"),
            ("PL-06", "npm/test/cli/runs.test.ts: c"),
        ] {
            tests
                .entry(id.to_owned())
                .or_default()
                .insert(test.to_owned());
        }
        leave_out_unpacked(&features, &mut tests);
        assert_eq!(tests.len(), 1);
        assert_eq!(tests["PL-03"].len(), 1);
    }

    #[test]
    fn a_required_id_without_a_test_is_refused_by_name() {
        let mut tests = TestsById::new();
        tests.entry("MB-01".to_owned()).or_default();
        let required = required(Some("MB-01,BX-02")).unwrap();
        let refusal = refuse_missing(&required, &tests).unwrap_err();
        assert_eq!(refusal.to_string(), "no test names BX-02");
        assert!(refuse_missing(&required[..1], &tests).is_ok());
    }

    #[test]
    fn a_requirement_without_ids_is_an_error() {
        assert!(super::required(Some("nothing")).is_err());
    }
}
