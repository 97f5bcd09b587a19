//! The npm packages: built from npm/ and the artefacts.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::artefacts::Build;
use crate::tools;
use crate::workspace::{Inputs, Stamp, capture, path, run, step};

/// The entry point of the command line.
const COMMAND_LINE: &str = "npm/dist/cli.js";
/// Output folder of its tests.
const TESTS: &str = "npm/dist/test";
/// Folder of the converted model.
const MODEL: &str = "target/models";

/// Files in npm/ that are copied there, and the package itself.
const COPIED: [&str; 4] = ["dist", "minilm", "LICENSE-APACHE", "LICENSE-MIT"];

/// Builds the package of a build's artefacts when either has changed; returns the path of its command line.
///
/// # Errors
/// When npm fails.
pub fn built(build: Build) -> Result<PathBuf> {
    let entry = path(COMMAND_LINE);
    let inputs = Inputs::new()
        .content_without(&path("npm"), &[&COPIED[..], &["test"]].concat())?
        .content(&build.path())?
        .content(&manifest())?;
    let stamp = Stamp::new("npm-package", inputs);
    if !stamp.is_fresh(&[&entry]) {
        tools::npm_install(Path::new("npm"))?;
        step("building the npm package");
        run(&mut bundler(build)?)?;
        if !entry.exists() {
            bail!("build.mjs in npm left no {COMMAND_LINE}");
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
    built(Build::Release)?;
    let inputs = Inputs::new()
        .content_without(&path("npm"), &COPIED)?
        .content(&Build::Release.path())?;
    let stamp = Stamp::new("npm-tests", inputs);
    if stamp.is_fresh(&[&path(TESTS)]) {
        return Ok(());
    }
    step("building the npm package's tests");
    run(bundler(Build::Release)?.arg("--tests"))?;
    stamp.set()
}

/// Returns the path of the model's manifest; a model that could not be had has none.
fn manifest() -> PathBuf {
    path(MODEL).join("manifest.json")
}

/// A call of npm/build.mjs with a build's artefacts and the model.
fn bundler(build: Build) -> Result<Command> {
    let mut node = tools::node()?;
    node.args(["build.mjs", "--artefacts"]).arg(build.path());
    if manifest().exists() {
        node.arg("--model").arg(path(MODEL));
    }
    node.current_dir(path("npm"));
    Ok(node)
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

/// Returns the output of the command line.
///
/// # Errors
/// When it fails.
pub fn output<S: AsRef<std::ffi::OsStr>>(entry: &Path, arguments: &[S]) -> Result<String> {
    capture(&mut command_line(entry, arguments)?)
}
