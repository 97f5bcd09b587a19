//! cargo for wasm32.

use std::env;
use std::fs;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use anyhow::{Context, Result};

use super::Artefact;
use crate::tools;
use crate::workspace::{Inputs, path, run, spawn_as, speaker};

/// Sources of the compiled code, besides the toolchain.
const SOURCES: [&str; 8] = [
    "src",
    "crates",
    "prompts",
    "models/manifest.toml",
    "Cargo.toml",
    "Cargo.lock",
    ".cargo/config.toml",
    "rust-toolchain.toml",
];

/// Returns the inputs of a build of `artefacts`, besides the toolchain.
///
/// # Errors
/// When a source cannot be read.
pub fn inputs(artefacts: &[Artefact]) -> Result<Inputs> {
    let flags = without_own_paths().unwrap_or_default().join(" ");
    let mut inputs = Inputs::new()
        .word(&serde_json::to_string(artefacts)?)
        .word(&flags);
    for source in SOURCES {
        inputs = inputs.content_without(&path(source), &["tests", "benches"])?;
    }
    Ok(inputs)
}

/// Call of cargo that compiles libraries to wasm32 in a profile.
pub struct Compilation {
    cargo: Command,
    folder: PathBuf,
}

impl Compilation {
    /// A call that compiles nothing yet.
    pub fn new(profile: &str) -> Self {
        let target = path("target");
        let mut cargo = Command::new("cargo");
        cargo.args(["build", "--quiet", "--lib", "--profile", profile]);
        cargo.args(without_own_paths().into_iter().flatten());
        cargo.args(["--target", tools::WASM, "--target-dir"]);
        cargo.arg(&target).current_dir(path(""));
        let folder = target.join(tools::WASM).join(profile);
        Self { cargo, folder }
    }

    /// Adds a package and features of it.
    pub fn package(&mut self, package: &str, features: &[String]) -> &mut Self {
        self.cargo.args(["-p", package]);
        for feature in features {
            self.cargo
                .args(["--features", &format!("{package}/{feature}")]);
        }
        self
    }

    /// Leaves the default features of every package out.
    pub fn without_default_features(&mut self) -> &mut Self {
        self.cargo.arg("--no-default-features");
        self
    }

    /// Compiles.
    ///
    /// # Errors
    /// When a package does not compile.
    pub fn run(&mut self) -> Result<()> {
        run(&mut self.cargo)
    }

    /// Returns the path of a package's wasm.
    pub fn wasm(&self, package: &str) -> PathBuf {
        let library = package.replace('-', "_");
        self.folder.join(library).with_extension("wasm")
    }
}

/// Returns the options of cargo that keep the paths of this machine, which name its user, out of the wasm.
fn without_own_paths() -> Option<[String; 2]> {
    let home = env::var_os("HOME").map(|home| PathBuf::from(home).join(".cargo"));
    let cargo_home = env::var_os("CARGO_HOME").map(PathBuf::from).or(home)?;
    let flag = format!("--remap-path-prefix={}=/cargo", cargo_home.display());
    // Added to the flags of .cargo/config.toml.
    let setting = format!("target.{}.rustflags=[{flag:?}]", tools::WASM);
    Some(["--config".to_owned(), setting])
}

/// Installs the requirements of compiling: the target, and clang for SQLite.
///
/// # Errors
/// When one is missing and cannot be installed.
pub fn prepare() -> Result<()> {
    thread::scope(|scope| {
        let clang = spawn_as(scope, speaker(), tools::clang);
        tools::wasm_target()?;
        clang.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// Reads compiled wasm.
///
/// # Errors
/// When there is none.
pub fn read(wasm: &Path) -> Result<Vec<u8>> {
    fs::read(wasm).with_context(|| format!("cargo left no {}", wasm.display()))
}
