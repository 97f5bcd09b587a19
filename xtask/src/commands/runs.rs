//! `cargo xtask runs`: the runs that are kept in a folder, listed or deleted in the terminal.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;

use crate::javascript;

/// Everything is passed on to the command line; its standard output is the only one.
#[derive(Args)]
#[command(
    after_help = "Example: cargo xtask runs --runs FOLDER [--json | --delete ID]\n\
    `cargo xtask runs -- --help` lists the command line's own options."
)]
pub struct Arguments {
    /// The options of the command line.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub arguments: Vec<String>,
}

/// Builds the package when it has changed, then becomes the command line. No engine is needed.
///
/// # Errors
/// When the package does not build or Node is missing.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let entry = javascript::package_built()?;
    javascript::become_command_line(&entry, "runs", &arguments.arguments)
}
