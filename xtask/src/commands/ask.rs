//! `cargo xtask ask`: a question about documents, answered in the terminal.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;

use crate::{artefacts, javascript, tools};

/// Everything is passed on to the command line; its standard output is the only one.
#[derive(Args)]
#[command(
    after_help = "Example: cargo xtask ask \"Who wrote it?\" --doc FILE [--json]\n\
    Without --doc the document is read from standard input.\n\
    `cargo xtask ask -- --help` lists the command line's own options."
)]
pub struct Arguments {
    /// The question and the options of the command line.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, required = true)]
    pub arguments: Vec<String>,
}

/// Builds what has changed, then becomes the command line.
///
/// # Errors
/// When something does not build or Node is missing.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    tools::model_if_reachable()?;
    artefacts::build_all()?;
    let entry = javascript::package_built()?;
    javascript::become_command_line(&entry, "ask", &arguments.arguments)
}
