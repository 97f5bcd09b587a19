//! The scenarios on hosts that are not native: the built package, over real HTTP on loopback.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use super::page;
use crate::tools;
use crate::workspace::{example, path, run, with_scratch_in_memory};

/// Every scenario on Node.
///
/// # Errors
/// When one comes out otherwise than its file says.
pub fn on_node() -> Result<()> {
    run(with_scratch_in_memory(&mut Command::new("npm"))
        .args(["run", "--silent", "test:scenarios-node"])
        .env("SCENARIO_SERVER", prepare()?)
        .current_dir(path("npm")))
}

/// Every scenario in a tab's dedicated worker, in Debian's Chromium.
///
/// # Errors
/// As [`on_node`].
pub fn in_chromium() -> Result<()> {
    run(with_scratch_in_memory(&mut Command::new("npm"))
        .args(["run", "--silent", "test:scenarios-chromium"])
        .env("SCENARIO_SERVER", prepare()?)
        .env("CHROMIUM", tools::browser()?.chromium)
        .current_dir(path("npm")))
}

/// The package, and the server that plays the world.
fn prepare() -> Result<PathBuf> {
    page::prepare()?;
    world()
}

/// The server that plays the world: tests start it as often as they need one, and must not wait for its build.
///
/// # Errors
/// When it does not build.
pub fn world() -> Result<PathBuf> {
    example("serve")
}
