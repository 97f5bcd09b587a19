//! The page: built by Vite from www/ and the npm package.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::artefacts::Build;
use crate::tools;
use crate::workspace::{Inputs, Stamp, path, step};

/// Builds the page, with a build's artefacts, when anything it is made of has changed; returns its folder.
///
/// # Errors
/// When npm or Vite fails.
pub fn built(build: Build) -> Result<PathBuf> {
    let folder = path("www/dist");
    let stamp = Stamp::new("page", inputs(build)?);
    if !stamp.is_fresh(&[&folder.join("index.html")]) {
        super::package_built(build)?;
        tools::npm_install(Path::new("www"))?;
        step("building the page");
        tools::npm_run("www", "build")?;
        stamp.set()?;
    }
    Ok(folder)
}

fn inputs(build: Build) -> Result<Inputs> {
    Inputs::new()
        .content(&path("models"))?
        .content_without(&path("target/models"), &["f32", "wheel"])?
        .content_without(&path("www"), &["dist", "tests"])?
        .content_without(&path("npm"), &["test"])?
        .content(&build.path())
}
