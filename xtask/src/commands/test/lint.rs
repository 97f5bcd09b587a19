//! Formatting and clippy.

use std::process::Command;

use anyhow::{Context, Result};

use crate::tools;
use crate::workspace::{path, run};

/// Packages that are compiled to wasm32.
const WASM_PACKAGES: [&str; 16] = [
    "agentic-memory-bank",
    "amb-agents",
    "amb-bench-run",
    "amb-documents",
    "amb-embed",
    "amb-fetch",
    "amb-html",
    "amb-long-term",
    "amb-memory",
    "amb-neo4j",
    "amb-pdf",
    "amb-sqlite",
    "amb-storage",
    "amb-store",
    "amb-web",
    "amb-worker-contract",
];

/// `cargo fmt --check`.
///
/// # Errors
/// When a file is formatted otherwise.
pub fn formatting() -> Result<()> {
    tools::lint_components()?;
    let mut cargo = Command::new("cargo");
    cargo
        .args(["fmt", "--all", "--check"])
        .current_dir(path(""));
    run(&mut cargo).context("run `cargo fmt --all`")
}

/// clippy over everything that runs natively.
///
/// # Errors
/// When it warns.
pub fn clippy_native() -> Result<()> {
    tools::lint_components()?;
    clippy(&[
        "--workspace",
        "--all-targets",
        "--features",
        "amb-neo4j/server",
    ])
}

/// clippy over the libraries as they are compiled to wasm32.
///
/// # Errors
/// When it warns.
pub fn clippy_wasm() -> Result<()> {
    tools::lint_components()?;
    tools::wasm_target()?;
    tools::clang()?;
    let packages = WASM_PACKAGES.iter().flat_map(|package| ["-p", package]);
    let target = ["--lib", "--target", tools::WASM];
    let arguments: Vec<_> = target.into_iter().chain(packages).collect();
    clippy(&arguments)?;
    let shared = ["--no-default-features", "--features", "neo4j"];
    clippy(&[&target[..], &["-p", "amb-storage"], &shared].concat())
}

fn clippy(arguments: &[&str]) -> Result<()> {
    let mut cargo = Command::new("cargo");
    cargo.args(["clippy", "--quiet"]).args(arguments);
    run(cargo.args(["--", "-D", "warnings"]).current_dir(path("")))
}
