//! `cargo xtask build`: the wasm artefacts, within their budgets.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;

use super::size;
use crate::artefacts::{self, check_budgets};

/// Options of `build`.
#[derive(Args)]
pub struct Arguments {}

/// Builds what has changed, prints the sizes and fails over budget.
///
/// # Errors
/// When something does not build or is over budget.
pub fn run(_: &Arguments) -> Result<ExitCode> {
    build_within_budgets()?;
    Ok(ExitCode::SUCCESS)
}

/// Builds all artefacts and checks their budgets, for the test lanes.
///
/// # Errors
/// As [`run`].
pub fn build_within_budgets() -> Result<()> {
    let weighed = size::weighed(artefacts::build_release()?)?;
    size::print(&weighed);
    check_budgets(&weighed)
}
