//! wasm-bindgen's command-line tool, which must have the version of the library that the crates are built with.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::cargo_install;
use crate::workspace::locked_version;

/// The path of `wasm-bindgen`.
///
/// # Errors
/// When Cargo.lock does not name the library or the tool cannot be installed.
pub fn wasm_bindgen() -> Result<PathBuf> {
    let version = locked_version("wasm-bindgen")?;
    cargo_install::installed("wasm-bindgen-cli", "wasm-bindgen", &version)
}

/// The folder that holds `wasm-bindgen-test-runner`, for PATH.
///
/// # Errors
/// As [`wasm_bindgen`].
pub fn test_runner_folder() -> Result<PathBuf> {
    let tool = wasm_bindgen()?;
    let folder = tool.parent().map(Path::to_owned);
    folder.context("wasm-bindgen has no folder")
}
