//! pip, used to fetch a package's file; nothing is installed into a Python.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::workspace::run_quietly;

/// Downloads `package` at exactly `version` into `folder` and returns the wheel's path.
///
/// # Errors
/// When neither Python's pip nor `pip` is there, or it fails.
pub fn download(package: &str, version: &str, folder: &Path) -> Result<PathBuf> {
    std::fs::create_dir_all(folder)?;
    let requirement = format!("{package}=={version}");
    let download = |mut pip: Command| {
        pip.args(["download", "--quiet", "--no-deps", "--dest"]);
        run_quietly(pip.arg(folder).arg(&requirement))
    };
    let mut python = Command::new("python3");
    python.args(["-m", "pip"]);
    download(python).or_else(|_| download(Command::new("pip")))?;
    let entries = std::fs::read_dir(folder)?.filter_map(Result::ok);
    entries
        .map(|entry| entry.path())
        .find(|it| it.extension().is_some_and(|extension| extension == "whl"))
        .with_context(|| format!("pip download {requirement} left no wheel"))
}
