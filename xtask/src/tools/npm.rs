//! Node and npm: packages by their lock file, scripts, and programs.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::workspace::{Inputs, Stamp, on_path, one_at_a_time, path, relative, run, step};

/// The oldest Node that the page's tools run on.
const OLDEST_NODE: u32 = 20;

static INSTALLING: Mutex<()> = Mutex::new(());

/// Installs the packages of `folder` (relative to the repository, or absolute) when its package files have changed
/// since the last time. Browsers are never downloaded along with packages.
///
/// # Errors
/// When Node is missing or too old, or npm fails.
pub fn install(folder: &Path) -> Result<()> {
    let _alone = one_at_a_time(&INSTALLING);
    let folder = path(folder);
    let lock = folder.join("package-lock.json");
    let inputs = Inputs::new()
        .content(&folder.join("package.json"))?
        .content(&lock)?;
    let name = relative(&folder);
    let stamp = Stamp::new(&format!("npm-{}", name.replace('/', "-")), inputs);
    if stamp.is_fresh(&[&folder.join("node_modules")]) {
        return Ok(());
    }
    require_node()?;
    step(&format!("installing npm packages in {name}"));
    let verb = if lock.exists() { "ci" } else { "install" };
    let mut npm = Command::new("npm");
    npm.args([verb, "--no-audit", "--no-fund", "--loglevel=error"])
        .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")
        .env("PUPPETEER_SKIP_DOWNLOAD", "1")
        .current_dir(&folder);
    run(&mut npm)
        .with_context(|| format!("npm {verb} failed in {name}: its lock file does not match package.json, or the registry is out of reach"))?;
    stamp.set()
}

/// Runs the npm script called `script` in `folder`.
///
/// # Errors
/// When it fails.
pub fn run_script(folder: &str, script: &str) -> Result<()> {
    run(&mut self::script(folder, script))
        .with_context(|| format!("`npm run {script}` failed in {folder}"))
}

/// A call of the npm script called `script` in `folder`.
pub fn script(folder: &str, script: &str) -> Command {
    let mut npm = Command::new("npm");
    npm.args(["run", "--silent", script])
        .current_dir(path(folder));
    npm
}

/// Returns the scripts in package.json of `folder` with this prefix, in alphabetical order.
///
/// # Errors
/// When the file is missing, or has other content.
pub fn scripts(folder: &str, beginning: &str) -> Result<Vec<String>> {
    let file = path(folder).join("package.json");
    let text = std::fs::read_to_string(&file).with_context(|| relative(&file))?;
    let package: Package = serde_json::from_str(&text).with_context(|| relative(&file))?;
    let names = package.scripts.into_keys();
    Ok(names.filter(|name| name.starts_with(beginning)).collect())
}

#[derive(Deserialize)]
struct Package {
    scripts: BTreeMap<String, String>,
}

/// A call of Node.
///
/// # Errors
/// When Node is missing or too old.
pub fn node() -> Result<Command> {
    require_node()?;
    Ok(Command::new("node"))
}

fn require_node() -> Result<()> {
    let Some(node) = on_path("node") else {
        bail!("Node.js is not on PATH: install Node {OLDEST_NODE} or newer, with npm");
    };
    let printed = Command::new(&node).arg("--version").output()?;
    let version = String::from_utf8_lossy(&printed.stdout).trim().to_owned();
    match major(&version) {
        Some(major) if major >= OLDEST_NODE => Ok(()),
        _ => bail!("Node {version} is too old: install Node {OLDEST_NODE} or newer"),
    }
}

fn major(version: &str) -> Option<u32> {
    version
        .trim_start_matches('v')
        .split('.')
        .next()?
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::major;

    #[test]
    fn the_major_version_of_what_node_prints() {
        assert_eq!(major("v20.20.2"), Some(20));
        assert_eq!(major("nothing"), None);
    }
}
