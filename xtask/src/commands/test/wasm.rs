//! The tests that wasm-pack runs in headless Chromium.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};
use walkdir::WalkDir;

use crate::tools;
use crate::workspace::{path, relative, run, search_path_with, step, with_scratch_in_memory};

/// Packages that may have such tests.
const FOLDERS: [&str; 4] = ["", "crates/web", "crates/embed", "crates/sqlite"];
/// Timeout of a package's tests in seconds: each write of a store is made to fail, which takes some minutes, and longer
/// on a slow disk.
const PATIENCE: &str = "900";

/// Runs the wasm tests of every package that has some, with webdriver.json of the root.
///
/// # Errors
/// When a tool is missing and cannot be installed, or a test fails.
pub fn browser_tests() -> Result<()> {
    let with_tests: Vec<_> = FOLDERS
        .iter()
        .map(path)
        .filter(|it| has_tests(it))
        .collect();
    if with_tests.is_empty() {
        bail!("no package has a #[wasm_bindgen_test]");
    }
    tools::wasm_target()?;
    tools::clang()?;
    let wasm_pack = tools::wasm_pack()?;
    let runner = tools::test_runner_folder()?;
    let driver = tools::browser()?.driver;
    for folder in with_tests {
        step(&format!("wasm-pack test in ./{}", relative(&folder)));
        let mut tests = Command::new(&wasm_pack);
        tests.args(["test", "--headless", "--chrome", "--mode", "no-install"]);
        tests.arg(&folder).env("CHROMEDRIVER", &driver);
        tests.env("PATH", search_path_with(std::slice::from_ref(&runner))?);
        tests.env("WASM_BINDGEN_TEST_TIMEOUT", PATIENCE);
        tests.env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", path("webdriver.json"));
        run(with_scratch_in_memory(&mut tests).current_dir(path("")))?;
    }
    Ok(())
}

fn has_tests(package: &Path) -> bool {
    ["src", "tests"]
        .iter()
        .flat_map(|folder| WalkDir::new(package.join(folder)))
        .filter_map(Result::ok)
        .map(|entry| entry.into_path())
        .any(|file| names_a_test(&file))
}

fn names_a_test(file: &PathBuf) -> bool {
    let is_rust = file.extension().is_some_and(|it| it == "rs");
    is_rust && fs::read_to_string(file).is_ok_and(|text| text.contains("#[wasm_bindgen_test"))
}
