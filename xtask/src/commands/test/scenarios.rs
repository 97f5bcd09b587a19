//! The scenarios on hosts that are not native: the built package, over real HTTP on loopback.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use super::page;
use crate::workspace::{example, run};

/// The npm package's suite of scenarios on Node.
pub(super) const NODE_SUITE: &str = "test:scenarios-node";
/// The suite of scenarios in a tab.
pub(super) const CHROMIUM_SUITE: &str = "test:scenarios-chromium";

/// Every scenario on Node.
///
/// # Errors
/// When one comes out otherwise than its file says.
pub fn on_node() -> Result<()> {
    run(&mut scenarios(NODE_SUITE)?)
}

/// Every scenario in a tab's dedicated worker, in Debian's Chromium.
///
/// # Errors
/// As [`on_node`].
pub fn in_chromium() -> Result<()> {
    run(&mut scenarios(CHROMIUM_SUITE)?)
}

/// A suite, and the server that plays the world for it.
fn scenarios(script: &str) -> Result<Command> {
    let world = world()?;
    let mut suite = page::suite(script)?;
    suite.env("SCENARIO_SERVER", world);
    Ok(suite)
}

/// The server that plays the world: tests start it as often as they need one, and must not wait for its build.
///
/// # Errors
/// When it does not build.
pub fn world() -> Result<PathBuf> {
    example("serve")
}
