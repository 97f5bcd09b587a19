//! wasm-opt over a bound artefact.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Result;

use super::{Artefact, Build};
use crate::workspace::run;

/// Feature of a crate whose artefact has relaxed SIMD.
const RELAXED: &str = "relaxed-simd";

/// Passes of wasm-opt: unused arguments and results, duplicate code, redundant assignments, names of tools.
/// rustc has optimised already: a higher level takes four times as long and gains nothing (decision 20).
pub const PASSES: [&str; 10] = [
    "--dae-optimizing",
    "-O1",
    "--code-folding",
    "--remove-unused-brs",
    "--rse",
    "--vacuum",
    "--duplicate-function-elimination",
    "--merge-blocks",
    "--strip-producers",
    "--strip-target-features",
];

/// Features that wasm-opt may use: those that rustc emits for wasm32, and SIMD.
const WASM_FEATURES: [&str; 7] = [
    "--enable-simd",
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// Optimises the release wasm of an artefact in place.
///
/// # Errors
/// When wasm-opt fails.
pub fn optimise(artefact: &Artefact, optimiser: &Path) -> Result<()> {
    let wasm = artefact.wasm(Build::Release);
    let part = wasm.with_extension("part");
    let mut optimise = Command::new(optimiser);
    optimise.args(PASSES).args(WASM_FEATURES);
    if artefact.features.iter().any(|feature| feature == RELAXED) {
        optimise.arg("--enable-relaxed-simd");
    }
    run(optimise.arg(&wasm).arg("-o").arg(&part))?;
    fs::rename(part, wasm)?;
    Ok(())
}
