//! Native tests.

use std::process::Command;

use anyhow::Result;

use crate::tools;
use crate::workspace::{over_all, path, run};

/// Runs `cargo test` over the workspace, documentation tests included; every crate is tested in spite of failures. The
/// documents of `benches/judgement` are downloaded first, for the floors of their answers.
///
/// # Errors
/// When a test fails, or a document cannot be downloaded.
pub fn tests() -> Result<()> {
    let documents = tools::judged_documents();
    let of_libraries = run(over_all("test")?.arg("--no-fail-fast"));
    let mut own = Command::new("cargo");
    own.args(["test", "--profile", "xtask", "--package", "xtask"]);
    own.current_dir(path(""));
    let of_commands = run(&mut own);
    of_libraries.and(of_commands).and(documents)
}
