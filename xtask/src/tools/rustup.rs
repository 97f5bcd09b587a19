//! Parts of the Rust toolchain. rust-toolchain.toml names them, but a toolchain that was installed before, or
//! without rustup, may lack them.

use std::path::Path;
use std::process::Command;
use std::sync::Mutex;

use anyhow::{Context, Result};

use crate::workspace::{capture, one_at_a_time, run, step};

static INSTALLING: Mutex<()> = Mutex::new(());

/// The target of the artefacts.
pub const WASM: &str = "wasm32-unknown-unknown";

/// Makes sure that the standard library for wasm32 is there.
///
/// # Errors
/// When it is missing and rustup cannot add it.
pub fn wasm_target() -> Result<()> {
    let _alone = one_at_a_time(&INSTALLING);
    let library =
        capture(Command::new("rustc").args(["--print", "target-libdir", "--target", WASM]))?;
    if Path::new(library.trim()).is_dir() {
        return Ok(());
    }
    step(&format!("installing the Rust target {WASM}"));
    run(Command::new("rustup").args(["target", "add", WASM]))
        .with_context(|| format!("install the target by hand: rustup target add {WASM}"))
}

/// Makes sure that clippy and rustfmt are there.
///
/// # Errors
/// When one is missing and rustup cannot add it.
pub fn lint_components() -> Result<()> {
    let _alone = one_at_a_time(&INSTALLING);
    for (component, program) in [("clippy", "cargo-clippy"), ("rustfmt", "cargo-fmt")] {
        let answers = Command::new(program)
            .arg("--version")
            .output()
            .is_ok_and(|output| output.status.success());
        if !answers {
            component_add(component)?;
        }
    }
    Ok(())
}

/// Adds a component to the toolchain in use.
///
/// # Errors
/// When rustup cannot add it.
pub fn component_add(component: &str) -> Result<()> {
    step(&format!("installing the Rust component {component}"));
    run(Command::new("rustup").args(["component", "add", component]))
        .with_context(|| format!("install it by hand: rustup component add {component}"))
}

/// The folder of the toolchain in use.
///
/// # Errors
/// When rustc does not run.
pub fn sysroot() -> Result<String> {
    let printed = capture(Command::new("rustc").args(["--print", "sysroot"]))?;
    Ok(printed.trim().to_owned())
}
