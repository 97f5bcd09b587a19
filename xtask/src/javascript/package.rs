//! The npm package: built from npm/src and the engine's artefact.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Result, bail};

use crate::tools;
use crate::workspace::{Inputs, Stamp, capture, path, step};

/// The entry point of the command line.
const COMMAND_LINE: &str = "npm/dist/cli.js";
/// Where its tests are built.
const TESTS: &str = "npm/dist/test";

/// Builds the package when it or an artefact has changed; returns the path of its command line.
///
/// # Errors
/// When npm fails.
pub fn built() -> Result<PathBuf> {
    let entry = path(COMMAND_LINE);
    let inputs = Inputs::new()
        .content_without(&path("npm"), &["dist", "test"])?
        .content(&path("target/artefacts"))?;
    let stamp = Stamp::new("npm-package", inputs);
    if !stamp.is_fresh(&[&entry]) {
        tools::npm_install(Path::new("npm"))?;
        step("building the npm package");
        tools::npm_run("npm", "build")?;
        if !entry.exists() {
            bail!("`npm run build` in npm left no {COMMAND_LINE}");
        }
        stamp.set()?;
    }
    Ok(entry)
}

/// Builds the package's tests when they, the package or an artefact have changed.
///
/// # Errors
/// When npm fails.
pub fn tests_built() -> Result<()> {
    built()?;
    let inputs = Inputs::new()
        .content_without(&path("npm"), &["dist"])?
        .content(&path("target/artefacts"))?;
    let stamp = Stamp::new("npm-tests", inputs);
    if stamp.is_fresh(&[&path(TESTS)]) {
        return Ok(());
    }
    step("building the npm package's tests");
    tools::npm_run("npm", "build:tests")?;
    stamp.set()
}

/// A call of the command line with `arguments`.
///
/// # Errors
/// When Node is missing.
fn command_line<S: AsRef<std::ffi::OsStr>>(entry: &Path, arguments: &[S]) -> Result<Command> {
    let mut node = tools::node()?;
    node.arg(entry).args(arguments);
    Ok(node)
}

/// Becomes the command line, at this command of it.
///
/// # Errors
/// When Node is missing or does not start.
pub fn become_command_line(entry: &Path, command: &str, arguments: &[String]) -> Result<ExitCode> {
    let mut line = command_line(entry, &[command])?;
    Err(line.args(arguments).exec().into())
}

/// What the command line prints.
///
/// # Errors
/// When it fails.
pub fn output<S: AsRef<std::ffi::OsStr>>(entry: &Path, arguments: &[S]) -> Result<String> {
    capture(&mut command_line(entry, arguments)?)
}
