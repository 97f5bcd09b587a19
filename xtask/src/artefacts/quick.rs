//! The quick build, for `cargo xtask start`: one call of cargo, no optimisation across crates, no wasm-opt.

use std::panic::resume_unwind;
use std::thread;

use anyhow::Result;

use super::bind::bind;
use super::compile::{self, Compilation};
use super::{Artefact, Build, matrix};
use crate::workspace::{Stamp, spawn_as, speaker, step};

/// Profile of Cargo.toml.
const PROFILE: &str = "quick";

/// Builds every artefact when a source has changed since the last time.
///
/// Artefacts of the same package are bound from one wasm, which has the features of all of them.
///
/// # Errors
/// When a tool is missing and cannot be installed, or a crate does not compile.
pub fn build() -> Result<()> {
    let artefacts = matrix()?;
    let stamp = Stamp::new("artefacts-quick", compile::inputs(&artefacts)?);
    let files = artefacts
        .iter()
        .flat_map(|it| [it.wasm(Build::Quick), it.script(Build::Quick)]);
    let files: Vec<_> = files.collect();
    let files: Vec<_> = files.iter().map(AsRef::as_ref).collect();
    if stamp.is_fresh(&files) {
        return Ok(());
    }
    compile::prepare()?;
    step("compiling the artefacts");
    let mut compilation = Compilation::new(PROFILE);
    for artefact in &artefacts {
        compilation.package(&artefact.package, artefact.quick_features());
    }
    compilation.run()?;
    step("binding the artefacts to JavaScript");
    bind_all(&artefacts, &compilation)?;
    stamp.set()
}

fn bind_all(artefacts: &[Artefact], compilation: &Compilation) -> Result<()> {
    thread::scope(|scope| {
        let binding: Vec<_> = artefacts
            .iter()
            .map(|artefact| {
                spawn_as(scope, speaker(), move || {
                    let compiled = compile::read(&compilation.wasm(&artefact.package))?;
                    bind(artefact, Build::Quick, compiled)
                })
            })
            .collect();
        binding
            .into_iter()
            .try_for_each(|it| it.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}
