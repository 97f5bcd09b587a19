//! `cargo xtask memory`: what is remembered in a folder of runs, looked at and tended in the terminal.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;

use crate::{artefacts, javascript, tools};

/// Everything is passed on to the command line; its standard output is the only one.
#[derive(Args)]
#[command(
    after_help = "Example: cargo xtask memory list --runs FOLDER [--json]\n\
    `cargo xtask memory -- --help` lists what there is to do, and the command line's own options."
)]
pub struct Arguments {
    /// What to do, and the options of the command line.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, required = true)]
    pub arguments: Vec<String>,
}

/// Builds what has changed, then becomes the command line: memory is searched with the engine and its model.
///
/// # Errors
/// When something does not build or Node is missing.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    tools::model_if_reachable()?;
    artefacts::build_all()?;
    let entry = javascript::package_built()?;
    javascript::become_command_line(&entry, "memory", &arguments.arguments)
}
