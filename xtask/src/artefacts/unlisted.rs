//! Wasm that is not in the matrix, for benches and tests: compiled and bound as the artefacts are, without wasm-opt.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::bind::bind_into;
use super::compile::{self, Compilation};
use crate::workspace::{Stamp, path, step};

/// The suites of every store, which the Worker's tests run in a Durable Object.
const CONTRACT: &str = "amb-worker-contract";
/// Its sources, besides those of the artefacts.
const CONTRACT_SOURCES: &str = "worker/contract";

/// Builds a bench's own library; returns the folder that holds PACKAGE.js and PACKAGE.wasm.
///
/// # Errors
/// When a tool is missing and cannot be installed, or the package does not compile.
pub fn build_bench(package: &str) -> Result<PathBuf> {
    let folder = path("target/bench/wasm");
    build(package, "release", &folder)?;
    Ok(folder)
}

/// Builds the suites of stores when a source has changed since the last time; returns the folder that holds
/// amb-worker-contract.js and amb-worker-contract.wasm.
///
/// # Errors
/// As [`build_bench`].
pub fn build_contract() -> Result<PathBuf> {
    let folder = path("target/contract");
    let inputs = compile::inputs(&[])?.content(&path(CONTRACT_SOURCES))?;
    let stamp = Stamp::new(CONTRACT, inputs);
    let files = ["js", "wasm"].map(|it| folder.join(format!("{CONTRACT}.{it}")));
    if !stamp.is_fresh(&[&files[0], &files[1]]) {
        build(CONTRACT, "quick", &folder)?;
        stamp.set()?;
    }
    Ok(folder)
}

fn build(package: &str, profile: &str, folder: &Path) -> Result<()> {
    compile::prepare()?;
    step(&format!("building {package}"));
    let mut compilation = Compilation::new(profile);
    compilation.package(package, &[]);
    compilation.run()?;
    let compiled = compile::read(&compilation.wasm(package))?;
    bind_into(folder, package, None, compiled).with_context(|| format!("{package} was not built"))
}
