//! The page: built by Vite from www/ and the npm package.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::artefacts::Build;
use crate::tools;
use crate::workspace::{Inputs, Stamp, path, step};

/// Builds the page over the package of a build's artefacts when either has changed; returns its folder.
///
/// # Errors
/// When npm or Vite fails.
pub fn built(build: Build) -> Result<PathBuf> {
    super::package_built(build)?;
    let folder = path("www/dist");
    let inputs = Inputs::new()
        .content_without(&path("www"), &["dist", "tests"])?
        .content_without(&path("npm"), &["test"])?;
    let stamp = Stamp::new("page", inputs);
    if !stamp.is_fresh(&[&folder.join("index.html")]) {
        tools::npm_install(Path::new("www"))?;
        step("building the page");
        tools::npm_run("www", "build")?;
        stamp.set()?;
    }
    Ok(folder)
}
