//! The scenarios on hosts that are not native: the built package, over real HTTP on loopback.

use std::process::Command;

use anyhow::Result;

use super::page;
use crate::tools;
use crate::workspace::{path, run};

/// Every scenario on Node.
///
/// # Errors
/// When one comes out otherwise than its file says.
pub fn on_node() -> Result<()> {
    prepare()?;
    tools::npm_run("npm", "test:scenarios-node")
}

/// Every scenario in a tab's dedicated worker, in Debian's Chromium.
///
/// # Errors
/// As [`on_node`].
pub fn in_chromium() -> Result<()> {
    prepare()?;
    run(Command::new("npm")
        .args(["run", "--silent", "test:scenarios-chromium"])
        .env("CHROMIUM", tools::browser()?.chromium)
        .current_dir(path("npm")))
}

/// The package, and the server that plays the world.
fn prepare() -> Result<()> {
    page::prepare()?;
    world()
}

/// The server that plays the world: tests start it as often as they need one, and must not wait for its build.
///
/// # Errors
/// When it does not build.
pub fn world() -> Result<()> {
    let mut cargo = Command::new("cargo");
    cargo.args([
        "build",
        "--quiet",
        "-p",
        "amb-scenarios",
        "--example",
        "serve",
    ]);
    run(cargo.current_dir(path("")))
}
