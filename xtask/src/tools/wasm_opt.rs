//! wasm-opt from npm's binaryen, which ships it inside the package: nothing is downloaded on the side.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use super::npm;
use crate::workspace::path;

/// The path of `wasm-opt`, a script for Node, among the development packages of npm/.
///
/// # Errors
/// When npm cannot install it.
pub fn wasm_opt() -> Result<PathBuf> {
    npm::install(Path::new("npm"))?;
    let program = path("npm/node_modules/.bin/wasm-opt");
    if !program.exists() {
        bail!("npm/package.json no longer names binaryen, which carries wasm-opt");
    }
    Ok(program)
}
