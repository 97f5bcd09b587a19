//! From a crate to an artefact: cargo, wasm-bindgen, wasm-opt.

use std::fs;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::{self, ScopedJoinHandle};

use anyhow::{Context, Result};

use super::{Artefact, matrix};
use crate::tools;
use crate::workspace::{Inputs, Stamp, note, path, run, spawn_as, speaker, step};

/// What the compiled code depends on besides the toolchain.
const SOURCES: [&str; 9] = [
    "src",
    "npm/src/host.ts",
    "crates",
    "prompts",
    "models/manifest.toml",
    "Cargo.toml",
    "Cargo.lock",
    ".cargo/config.toml",
    "rust-toolchain.toml",
];

/// The feature of a crate whose artefact has relaxed SIMD.
const RELAXED: &str = "relaxed-simd";

/// What wasm-opt does: it takes away arguments and results that no call needs, which rustc leaves in, at the end what is
/// there twice (ends of branches, functions), what sets a local to the value that it has, and what only says which tools
/// made it, and little else. rustc has optimised already: at a higher level it takes four times as long for a wasm that is
/// no faster, and mostly larger in gzip.
const PASSES: [&str; 10] = [
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

/// What wasm-opt may use: what rustc emits for wasm32 today, and SIMD.
const WASM_FEATURES: [&str; 7] = [
    "--enable-simd",
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// Builds every artefact whose sources have changed since it was last built, and returns the matrix.
///
/// wasm-opt has one thread: while it optimises one artefact, the next is compiled.
///
/// # Errors
/// When a tool is missing and cannot be installed, or a crate does not compile.
pub fn build_all() -> Result<Vec<Artefact>> {
    let artefacts = matrix()?;
    thread::scope(|scope| {
        let mut optimising: Option<Optimising> = None;
        for (number, artefact) in (1..).zip(&artefacts) {
            let stamp = Stamp::new(&format!("artefact-{}", artefact.name), inputs(artefact)?);
            if stamp.is_fresh(&[&artefact.wasm(), &artefact.script()]) {
                continue;
            }
            step(&format!(
                "building {} ({number}/{})",
                artefact.name,
                artefacts.len()
            ));
            let bound = bound(artefact).with_context(|| not_built(artefact))?;
            finish(optimising.take())?;
            optimising = Some(spawn_as(scope, speaker(), move || {
                optimised(artefact, bound).with_context(|| not_built(artefact))?;
                stamp.set()
            }));
        }
        finish(optimising)
    })?;
    Ok(artefacts)
}

/// A thread in which wasm-opt works.
type Optimising<'scope> = ScopedJoinHandle<'scope, Result<()>>;

fn finish(optimising: Option<Optimising>) -> Result<()> {
    optimising.map_or(Ok(()), |it| {
        it.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

fn not_built(artefact: &Artefact) -> String {
    format!("{} was not built", artefact.name)
}

fn inputs(artefact: &Artefact) -> Result<Inputs> {
    let artefact = serde_json::to_string(artefact)?;
    let mut inputs = Inputs::new().word(&artefact).word(&PASSES.join(" "));
    for source in SOURCES {
        inputs = inputs.content_without(&path(source), &["tests", "benches"])?;
    }
    Ok(inputs)
}

/// What wasm-opt still has to do: nothing when cargo gave the same wasm as before.
struct Bound {
    optimiser: PathBuf,
    stamp: Stamp,
    is_optimised: bool,
}

/// Compiles an artefact and binds it to JavaScript.
fn bound(artefact: &Artefact) -> Result<Bound> {
    tools::wasm_target()?;
    tools::clang()?;
    let bindgen = tools::wasm_bindgen()?;
    let optimiser = tools::wasm_opt()?;
    note(&format!("compiling {}", artefact.package));
    let compiled = compile(artefact)?;
    let same = Inputs::new()
        .word(&serde_json::to_string(artefact)?)
        .word(&PASSES.join(" "))
        .content(&compiled)?;
    let stamp = Stamp::new(&format!("bound-{}", artefact.name), same);
    let is_optimised = stamp.is_fresh(&[&artefact.wasm(), &artefact.script()]);
    if !is_optimised {
        note("binding it to JavaScript");
        bind(artefact, &bindgen, &compiled)?;
    }
    Ok(Bound {
        optimiser,
        stamp,
        is_optimised,
    })
}

fn optimised(artefact: &Artefact, bound: Bound) -> Result<()> {
    if bound.is_optimised {
        return Ok(());
    }
    note(&format!("optimising {}", artefact.name));
    optimise(artefact, &bound.optimiser)?;
    bound.stamp.set()
}

/// Compiles the crate; returns the path of its wasm.
fn compile(artefact: &Artefact) -> Result<PathBuf> {
    let target_dir = path("target");
    let mut cargo = Command::new("cargo");
    cargo.args(["rustc", "--quiet", "--lib", "--profile", &artefact.profile]);
    cargo.args(["--target", tools::WASM, "-p", &artefact.package]);
    cargo.arg("--target-dir").arg(&target_dir);
    if artefact.no_default_features {
        cargo.arg("--no-default-features");
    }
    if !artefact.features.is_empty() {
        cargo.args(["--features", &artefact.features.join(",")]);
    }
    let linked = artefact.link_args.iter();
    cargo.arg("--");
    cargo.args(linked.map(|argument| format!("-Clink-arg={argument}")));
    run(cargo.current_dir(path("")))?;
    let folder = target_dir.join(tools::WASM).join(&artefact.profile);
    Ok(folder.join(format!("{}.wasm", artefact.stem())))
}

fn bind(artefact: &Artefact, bindgen: &Path, compiled: &Path) -> Result<()> {
    let out = path(&artefact.out_dir);
    fs::create_dir_all(&out)?;
    let mut bind = Command::new(bindgen);
    bind.args(["--target", "web", "--out-dir"]).arg(&out);
    run(bind.arg(compiled))
}

fn optimise(artefact: &Artefact, optimiser: &Path) -> Result<()> {
    let wasm = artefact.wasm();
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
