//! Native tests.

use std::process::Command;

use anyhow::Result;

use crate::workspace::{over_all, path, run};

/// `cargo test` over the workspace, documentation tests included; every crate is tested, whatever fails.
///
/// # Errors
/// When a test fails.
pub fn tests() -> Result<()> {
    let of_libraries = run(over_all("test")?.arg("--no-fail-fast"));
    let mut own = Command::new("cargo");
    own.args(["test", "--profile", "xtask", "--package", "xtask"]);
    own.current_dir(path(""));
    let of_commands = run(&mut own);
    of_libraries.and(of_commands)
}
