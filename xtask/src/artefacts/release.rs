//! The release build: each artefact as small and fast as it gets, one after the other.

use std::panic::resume_unwind;
use std::slice::from_ref;
use std::thread::{self, ScopedJoinHandle};

use anyhow::{Context, Result};

use super::bind::bind;
use super::compile::{self, Compilation};
use super::optimise::{PASSES, optimise};
use super::{Artefact, Build, matrix};
use crate::tools;
use crate::workspace::{Inputs, Stamp, note, spawn_as, speaker, step};

/// Builds every artefact whose sources have changed since its last build; returns the matrix.
///
/// wasm-bindgen and wasm-opt use one thread: meanwhile, the next artefact is compiled.
///
/// # Errors
/// When a tool is missing and cannot be installed, or a crate does not compile.
pub fn build() -> Result<Vec<Artefact>> {
    let artefacts = matrix()?;
    thread::scope(|scope| {
        let mut finishing: Option<Finishing> = None;
        for (number, artefact) in (1..).zip(&artefacts) {
            let stamp = stamp_of(artefact)?;
            if is_built(&stamp, artefact) {
                continue;
            }
            let count = artefacts.len();
            step(&format!("building {} ({number}/{count})", artefact.name));
            let compiled = compiled(artefact).with_context(|| not_built(artefact))?;
            finish(finishing.take())?;
            finishing = Some(spawn_as(scope, speaker(), move || {
                finished(artefact, compiled).with_context(|| not_built(artefact))?;
                stamp.set()
            }));
        }
        finish(finishing)
    })?;
    Ok(artefacts)
}

/// Returns true if every artefact was built from its present sources.
///
/// # Errors
/// When a source cannot be read.
pub fn is_fresh() -> Result<bool> {
    for artefact in matrix()? {
        if !is_built(&stamp_of(&artefact)?, &artefact) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn stamp_of(artefact: &Artefact) -> Result<Stamp> {
    let inputs = compile::inputs(from_ref(artefact))?.word(&PASSES.join(" "));
    Ok(Stamp::new(&format!("artefact-{}", artefact.name), inputs))
}

/// Thread in which a compiled artefact is bound and optimised.
type Finishing<'scope> = ScopedJoinHandle<'scope, Result<()>>;

fn finish(finishing: Option<Finishing>) -> Result<()> {
    finishing.map_or(Ok(()), |it| {
        it.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

fn not_built(artefact: &Artefact) -> String {
    format!("{} was not built", artefact.name)
}

fn is_built(stamp: &Stamp, artefact: &Artefact) -> bool {
    let release = Build::Release;
    stamp.is_fresh(&[&artefact.wasm(release), &artefact.script(release)])
}

/// Compiles an artefact; returns its wasm.
fn compiled(artefact: &Artefact) -> Result<Vec<u8>> {
    compile::prepare()?;
    note(&format!("compiling {}", artefact.package));
    let mut compilation = Compilation::new(&artefact.profile);
    compilation.package(&artefact.package, &artefact.features);
    if artefact.no_default_features {
        compilation.without_default_features();
    }
    compilation.run()?;
    compile::read(&compilation.wasm(&artefact.package))
}

/// Binds and optimises an artefact, unless cargo gave the same wasm as before.
fn finished(artefact: &Artefact, compiled: Vec<u8>) -> Result<()> {
    let same = Inputs::new()
        .word(&serde_json::to_string(artefact)?)
        .word(&PASSES.join(" "))
        .bytes(&compiled);
    let stamp = Stamp::new(&format!("bound-{}", artefact.name), same);
    if is_built(&stamp, artefact) {
        return Ok(());
    }
    let optimiser = tools::wasm_opt()?;
    note(&format!("binding {} to JavaScript", artefact.name));
    bind(artefact, Build::Release, compiled)?;
    note(&format!("optimising {}", artefact.name));
    optimise(artefact, &optimiser)?;
    stamp.set()
}
