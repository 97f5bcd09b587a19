//! Native tests.

use std::process::Command;

use anyhow::Result;

use crate::commands::types;
use crate::workspace::{path, run};

/// `cargo test` over the workspace, documentation tests included; every crate is tested, whatever fails.
///
/// # Errors
/// When a test fails.
pub fn tests() -> Result<()> {
    let mut cargo = Command::new("cargo");
    cargo.args(["test", "--workspace", "--no-fail-fast"]);
    run(types::with_types(&mut cargo)?.current_dir(path("")))
}
