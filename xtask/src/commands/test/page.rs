//! The checks of TypeScript and of the page.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use super::scenarios;
use crate::commands::start;
use crate::workspace::{path, run, step, with_scratch_in_memory};
use crate::{artefacts, javascript, tools};

/// Folders with a package.json of their own.
const FOLDERS: [&str; 2] = ["npm", "www"];

/// Biome over everything it is configured for, and the TypeScript compiler over both packages.
///
/// # Errors
/// When one of them objects.
pub fn static_checks() -> Result<()> {
    install()?;
    step("biome");
    run(Command::new(path("npm/node_modules/.bin/biome"))
        .args(["ci", "--error-on-warnings"])
        .current_dir(path("")))?;
    for folder in FOLDERS {
        step(&format!("tsc in {folder}"));
        run(Command::new("node_modules/.bin/tsc")
            .arg("--noEmit")
            .current_dir(path(folder)))?;
    }
    Ok(())
}

/// `npm test` of both packages, on the built artefacts.
///
/// # Errors
/// When a test fails.
pub fn unit_tests() -> Result<()> {
    prepare()?;
    for folder in FOLDERS {
        if tools::script_exists(folder, "test") {
            step(&format!("npm test in {folder}"));
            tools::npm_run(folder, "test")?;
        }
    }
    Ok(())
}

/// Playwright on the built page, in Debian's Chromium; golden vectors are checked there, too.
///
/// # Errors
/// When a test fails.
pub fn browser_tests() -> Result<()> {
    prepare()?;
    let browser = tools::browser()?;
    javascript::page_built()?;
    let mut playwright = Command::new("node_modules/.bin/playwright");
    run(with_scratch_in_memory(&mut playwright)
        .arg("test")
        .env("SCENARIO_SERVER", scenarios::world()?)
        .env("CHROMIUM", browser.chromium)
        .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")
        .current_dir(path("www")))
}

/// The task that `cargo xtask start` does first gives an answer with citations.
///
/// # Errors
/// When it does not.
pub fn sample_task() -> Result<()> {
    prepare()?;
    start::do_the_sample_task(&javascript::package_built()?)
}

fn install() -> Result<()> {
    FOLDERS
        .iter()
        .try_for_each(|folder| tools::npm_install(Path::new(folder)))
}

/// Whatever stands on the artefacts needs: npm's packages, the model, the artefacts, the package.
pub(super) fn prepare() -> Result<()> {
    install()?;
    tools::model()?;
    artefacts::build_all()?;
    javascript::package_built().map(drop)
}
