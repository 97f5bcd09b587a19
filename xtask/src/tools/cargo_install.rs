//! Command-line tools from crates.io, installed under target/tools.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use anyhow::{Context, Result};

use crate::workspace::{on_path, one_at_a_time, path, program_version, run, step};

static INSTALLING: Mutex<()> = Mutex::new(());

/// Crates that go through megabytes of wasm. Everything else is compiled without optimisation, for it works for seconds.
const OPTIMISED: [&str; 2] = ["walrus", "wasm-bindgen-cli-support"];

/// The path of `program` from `package` at exactly `version`: the one under target/tools, else one on PATH, else it
/// is installed. All are compiled in one folder, since they share much. Without `--locked`: the lock file that
/// wasm-bindgen-cli ships names a release that is gone.
///
/// # Errors
/// When it has to be installed and cargo cannot.
pub fn installed(package: &str, program: &str, version: &str) -> Result<PathBuf> {
    let _alone = one_at_a_time(&INSTALLING);
    let ours = path("target/tools/bin").join(program);
    let has_version = |candidate: &Path| program_version(candidate).as_deref() == Some(version);
    let present = [Some(ours.clone()), on_path(program)];
    if let Some(found) = present.into_iter().flatten().find(|it| has_version(it)) {
        return Ok(found);
    }
    step(&format!(
        "installing {package} {version} (once, some minutes)"
    ));
    let exactly = format!("={version}");
    let mut cargo = Command::new("cargo");
    cargo.args([
        "install",
        package,
        "--version",
        &exactly,
        "--force",
        "--root",
    ]);
    cargo
        .arg(path("target/tools"))
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0")
        .env("CARGO_TARGET_DIR", path("target/tools/build"));
    for optimised in OPTIMISED {
        let level = format!("profile.release.package.{optimised}.opt-level=1");
        cargo.args(["--config", &level]);
    }
    run(&mut cargo).with_context(|| {
        format!("install it by hand: cargo install {package} --version {version}")
    })?;
    Ok(ours)
}
