//! wasm-pack, which runs the wasm tests in a browser.

use std::path::PathBuf;

use anyhow::Result;

use super::cargo_install;

/// The version the project is tested with.
const VERSION: &str = "0.15.1";

/// The path of `wasm-pack`.
///
/// # Errors
/// When it cannot be installed.
pub fn wasm_pack() -> Result<PathBuf> {
    cargo_install::installed("wasm-pack", "wasm-pack", VERSION)
}
