//! wasm-bindgen over compiled wasm: glue for bundlers, and the wasm that belongs to it.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

use super::{Artefact, Build};

/// Bytes of a page of wasm memory.
const PAGE: u64 = 65_536;

/// Binds compiled wasm to JavaScript and writes the artefact's two files.
///
/// # Errors
/// Those of [`bind_into`].
pub fn bind(artefact: &Artefact, build: Build, compiled: Vec<u8>) -> Result<()> {
    bind_into(&build.path(), &artefact.name, artefact.max_memory, compiled)
}

/// Binds compiled wasm to JavaScript and writes NAME.js and NAME.wasm into `folder`.
///
/// The glue is wasm-bindgen's `_bg.js`: it exports `__wbg_set_wasm`, the classes, and the functions that the wasm
/// imports from `./NAME_bg.js`.
///
/// # Errors
/// When the wasm is of another version of wasm-bindgen, or brings JavaScript of its own.
pub fn bind_into(
    folder: &Path,
    name: &str,
    max_memory: Option<u64>,
    compiled: Vec<u8>,
) -> Result<()> {
    let mut output = Bindgen::new()
        .bundler(true)?
        .typescript(false)
        .demangle(false)
        .remove_name_section(true)
        .input_bytes(name, compiled)
        .generate_output()
        .with_context(|| format!("{name} cannot be bound to JavaScript"))?;
    let has_snippets = output.snippets().values().any(|it| !it.is_empty());
    if has_snippets || !output.local_modules().is_empty() {
        bail!("{name} brings JavaScript of its own, which the npm package does not bundle");
    }
    if let Some(bytes) = max_memory {
        for memory in output.wasm_mut().memories.iter_mut() {
            memory.maximum = Some(bytes / PAGE);
        }
    }
    let bound = folder.join(name);
    output.emit(&bound)?;
    for extension in ["js", "wasm"] {
        let from = bound.join(format!("{name}_bg.{extension}"));
        fs::rename(&from, folder.join(format!("{name}.{extension}")))
            .with_context(|| format!("wasm-bindgen left no {}", from.display()))?;
    }
    fs::remove_dir_all(bound)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::workspace::locked_version;

    #[test]
    fn the_glue_is_made_by_the_version_that_the_crates_use() {
        let version = |package| locked_version(package).unwrap();
        assert_eq!(version("wasm-bindgen"), version("wasm-bindgen-cli-support"));
    }
}
