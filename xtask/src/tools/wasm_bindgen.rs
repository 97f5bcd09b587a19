//! wasm-bindgen's test runner, which must have the version of the library that the crates are built with.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::cargo_install;
use crate::workspace::locked_version;

/// Returns the folder that holds `wasm-bindgen-test-runner`, for PATH.
///
/// # Errors
/// When Cargo.lock does not name the library or the tool cannot be installed.
pub fn test_runner_folder() -> Result<PathBuf> {
    let version = locked_version("wasm-bindgen")?;
    let runner =
        cargo_install::installed("wasm-bindgen-cli", "wasm-bindgen-test-runner", &version)?;
    let folder = runner.parent().map(Path::to_owned);
    folder.context("wasm-bindgen-test-runner has no folder")
}
