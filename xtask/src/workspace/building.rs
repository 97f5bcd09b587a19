//! Cargo over the whole workspace, always with the same features.
//!
//! Cargo chooses the features of dependencies by the requested packages. All native builds for tests use the same ones,
//! so that nothing is compiled twice: not for the types, the tests, or the server of scenarios.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};
use serde::Deserialize;

use super::{path, relative, run};

/// Output folder of the TypeScript types that tests write.
pub const GENERATED_TYPES: &str = "target/types";

/// Returns a cargo command over every package, with the features that generate types. xtask has a profile of its own,
/// and is left out.
///
/// # Errors
/// When a Cargo.toml cannot be read.
pub fn over_all(subcommand: &str) -> Result<Command> {
    let features: Vec<_> = packages_with_types()?
        .iter()
        .map(|package| format!("{package}/ts"))
        .collect();
    let mut cargo = Command::new("cargo");
    cargo.args([subcommand, "--workspace", "--exclude", "xtask"]);
    cargo
        .args(["--features", &features.join(",")])
        .env("TS_RS_EXPORT_DIR", path(GENERATED_TYPES))
        .current_dir(path(""));
    Ok(cargo)
}

/// Builds an example in the development profile; its program.
///
/// # Errors
/// When it does not build.
pub fn example(name: &str) -> Result<PathBuf> {
    run(over_all("build")?.args(["--quiet", "--example", name]))?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| path("target"), PathBuf::from);
    Ok(path(target).join("debug/examples").join(name))
}

#[derive(Deserialize)]
struct Cargo {
    package: Package,
    #[serde(default)]
    features: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
}

/// Returns the packages of crates/ and the root whose Cargo.toml has a feature `ts`.
fn packages_with_types() -> Result<Vec<String>> {
    let entries = fs::read_dir(path("crates"))?.filter_map(Result::ok);
    let mut folders: Vec<_> = entries.map(|entry| entry.path()).collect();
    folders.push(path(""));
    folders.sort();
    let mut packages = Vec::new();
    for manifest in folders.iter().map(|it| it.join("Cargo.toml")) {
        let text = fs::read_to_string(&manifest).with_context(|| relative(&manifest))?;
        let cargo: Cargo = toml::from_str(&text).with_context(|| relative(&manifest))?;
        if cargo.features.contains_key("ts") {
            packages.push(cargo.package.name);
        }
    }
    Ok(packages)
}
