//! The tests of the whole repository, by the id they name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::Result;
use walkdir::{DirEntry, WalkDir};

use super::rust::NamingTest;
use super::{rust, typescript};
use crate::workspace::{path, relative};

/// For each id the tests naming it, as `file: name`.
pub type TestsById = BTreeMap<String, BTreeSet<String>>;

/// Folders without tests of the product. xtask's own tests prove no feature, and its scanner's examples would count.
const LEFT_OUT: [&str; 6] = ["target", "node_modules", "dist", "xtask", "pkg", ".git"];

/// Scans the repository's Rust and TypeScript sources.
///
/// # Errors
/// When a file cannot be read.
pub fn tests_by_id() -> Result<TestsById> {
    let mut by_id = TestsById::new();
    let is_ours = |entry: &DirEntry| !LEFT_OUT.contains(&&*entry.file_name().to_string_lossy());
    for entry in WalkDir::new(path("")).into_iter().filter_entry(is_ours) {
        let entry = entry?;
        let file = relative(entry.path());
        for test in tests_of(entry.path())? {
            for id in test.ids {
                let names = by_id.entry(id).or_default();
                names.insert(format!("{file}: {}", test.name));
            }
        }
    }
    Ok(by_id)
}

fn tests_of(file: &Path) -> Result<Vec<NamingTest>> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let scan = match name.rsplit('.').collect::<Vec<_>>().as_slice() {
        ["rs", ..] => rust::tests_in,
        ["ts" | "tsx" | "js" | "mjs", "test" | "spec", ..] => typescript::tests_in,
        _ => return Ok(Vec::new()),
    };
    Ok(scan(&fs::read_to_string(file)?))
}
