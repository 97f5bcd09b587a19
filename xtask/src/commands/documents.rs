//! `cargo xtask documents`: the real documents that benches and the development questions are about.

use std::process::ExitCode;

use anyhow::Result;

use crate::tools;
use crate::workspace::relative;

/// Makes sure that the documents are there and prints their folder.
///
/// # Errors
/// When a document cannot be had.
pub fn run() -> Result<ExitCode> {
    println!("{}", relative(&tools::documents()?));
    Ok(ExitCode::SUCCESS)
}
