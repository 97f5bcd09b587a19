//! Native tests.

use anyhow::Result;

use crate::workspace::{over_all, run};

/// `cargo test` over the workspace, documentation tests included; every crate is tested, whatever fails.
///
/// # Errors
/// When a test fails.
pub fn tests() -> Result<()> {
    run(over_all("test")?.arg("--no-fail-fast"))
}
