//! Clang, which compiles SQLite to wasm: that on PATH, else Debian's.

use anyhow::{Context, Result};

use super::debian;
use crate::workspace::on_path;

/// Finds or installs clang.
///
/// # Errors
/// When it is missing and cannot be installed.
pub fn clang() -> Result<()> {
    if on_path("clang").is_none() {
        debian::install(&["clang"])?;
        on_path("clang").context("clang is not on PATH after its installation")?;
    }
    Ok(())
}
