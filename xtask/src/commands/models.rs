//! `cargo xtask models`: the embedding model.

use std::process::ExitCode;

use anyhow::Result;

use crate::tools;
use crate::workspace::relative;

/// Fetches, checks and converts the model.
///
/// # Errors
/// When it cannot be had or a hash differs.
pub fn run() -> Result<ExitCode> {
    let model = tools::model()?;
    println!("{} is ready:", tools::manifest()?.name);
    println!("  {}", relative(&model.weights));
    println!("  {}", relative(&model.tokenizer));
    Ok(ExitCode::SUCCESS)
}
