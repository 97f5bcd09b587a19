//! `cargo xtask models`: the embedding models.

use std::process::ExitCode;

use anyhow::Result;

use crate::tools;
use crate::workspace::relative;

/// Fetches and checks the models, and converts the first.
///
/// # Errors
/// When one cannot be had or a hash differs.
pub fn run() -> Result<ExitCode> {
    let model = tools::model()?;
    println!("{} is ready:", tools::manifest()?.name);
    println!("  {}", relative(&model.weights));
    println!("  {}", relative(&model.tokenizer));
    println!("  {}", relative(&tools::chinese_encoder()?));
    Ok(ExitCode::SUCCESS)
}
