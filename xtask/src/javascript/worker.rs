//! The Worker of worker/: its packages and its assets.

use std::path::Path;

use anyhow::Result;

use crate::artefacts::Build;
use crate::tools;
use crate::workspace::{Inputs, Stamp, path, run, step};

/// Folder of the Worker.
pub const WORKER: &str = "worker";

/// Builds the Worker's assets and bundle from a build's artefacts, if an input has changed.
///
/// # Errors
/// When npm fails.
pub fn built(build: Build) -> Result<()> {
    let page = super::page_built(build)?;
    tools::npm_install(Path::new(WORKER))?;
    let script = path(WORKER).join("build.mjs");
    let inputs = Inputs::new()
        .content(&script)?
        .content_without(&page, &[])?
        .content(&path("npm/minilm"))?;
    let stamp = Stamp::new("worker", inputs);
    if stamp.is_fresh(&[&path(WORKER).join("assets/index.html")]) {
        return Ok(());
    }
    step("filling the Worker's assets");
    let mut node = tools::node()?;
    run(node.arg(&script).current_dir(path(WORKER)))?;
    stamp.set()
}
