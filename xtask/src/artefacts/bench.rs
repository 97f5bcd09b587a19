//! Wasm of a bench's own crate: compiled and bound as the artefacts are, without wasm-opt.

use std::path::PathBuf;

use anyhow::{Context, Result};

use super::bind::bind_into;
use super::compile::{self, Compilation};
use crate::workspace::{path, step};

/// Builds a package's library; returns the folder that holds PACKAGE.js and PACKAGE.wasm.
///
/// # Errors
/// When a tool is missing and cannot be installed, or the package does not compile.
pub fn build(package: &str) -> Result<PathBuf> {
    compile::prepare()?;
    step(&format!("building {package}"));
    let mut compilation = Compilation::new("release");
    compilation.package(package, &[]);
    compilation.run()?;
    let compiled = compile::read(&compilation.wasm(package))?;
    let folder = path("target/bench/wasm");
    bind_into(&folder, package, None, compiled)
        .with_context(|| format!("{package} was not built"))?;
    Ok(folder)
}
