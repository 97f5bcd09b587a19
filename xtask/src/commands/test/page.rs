//! The checks of TypeScript and of the page.

use std::path::Path;
use std::process::Command;
use std::sync::Mutex;

use anyhow::Result;

use super::{neo4j, scenarios};
use crate::artefacts::Build;
use crate::commands::package::INSTALL_SUITE;
use crate::commands::start;
use crate::javascript::WORKER;
use crate::workspace::{one_at_a_time, path, run, step, with_scratch_in_memory};
use crate::{artefacts, javascript, tools};

/// Folders with a package.json of their own.
const FOLDERS: [&str; 3] = ["npm", "www", WORKER];

/// Prefix of the scripts of the npm package's test suites.
const SUITE: &str = "test:";

static PREPARING: Mutex<()> = Mutex::new(());

/// Biome over everything it is configured for, and the TypeScript compiler over the package and the page, which is
/// written against the package's declarations.
///
/// # Errors
/// When one of them objects.
pub fn static_checks() -> Result<()> {
    prepare()?;
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

/// Every suite of the npm package that has no lane of its own, and the page's unit tests, on the built artefacts.
///
/// # Errors
/// When a test fails.
pub fn unit_tests() -> Result<()> {
    prepare()?;
    for script in tools::npm_scripts("npm", SUITE)? {
        if !OF_OTHER_LANES.contains(&script.as_str()) {
            run(&mut suite(&script)?)?;
        }
    }
    step("npm test in www");
    tools::npm_run("www", "test")
}

/// The suites of the npm package that other lanes run, in alphabetical order.
const OF_OTHER_LANES: [&str; 4] = [
    INSTALL_SUITE,
    neo4j::SUITE,
    scenarios::CHROMIUM_SUITE,
    scenarios::NODE_SUITE,
];

/// A suite of the npm package's tests.
///
/// # Errors
/// When something that it stands on cannot be had.
pub fn suite(script: &str) -> Result<Command> {
    prepare()?;
    step(&format!("npm run {script}"));
    let mut npm = tools::npm_script("npm", script);
    with_scratch_in_memory(&mut npm).env("CHROMIUM", tools::browser()?.chromium);
    Ok(npm)
}

/// Playwright on the built page, in Debian's Chromium; golden vectors are checked there, too.
///
/// # Errors
/// When a test fails.
pub fn browser_tests() -> Result<()> {
    prepare()?;
    let browser = tools::browser()?;
    javascript::page_built(Build::Release)?;
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
    start::do_the_sample_task(&javascript::package_built(Build::Release)?)
}

fn install() -> Result<()> {
    FOLDERS
        .iter()
        .try_for_each(|folder| tools::npm_install(Path::new(folder)))
}

/// Makes npm's packages, the model, the artefacts, the package and its tests.
///
/// # Errors
/// When one of them cannot be had.
pub fn prepare() -> Result<()> {
    let _alone = one_at_a_time(&PREPARING);
    install()?;
    tools::model()?;
    artefacts::build_release()?;
    javascript::package_tests_built()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_suites_of_other_lanes_are_scripts_and_every_folder_of_tests_has_one() {
        let scripts = tools::npm_scripts("npm", SUITE).unwrap();
        for suite in OF_OTHER_LANES {
            assert!(scripts.iter().any(|script| script == suite), "{suite}");
        }
        let folders = std::fs::read_dir(path("npm/test")).unwrap();
        for folder in folders.map(|entry| entry.unwrap().path()) {
            let name = folder.file_name().unwrap().to_string_lossy().into_owned();
            let has_suite = |script: &String| script.starts_with(&format!("{SUITE}{name}"));
            assert!(!folder.is_dir() || scripts.iter().any(has_suite), "{name}");
        }
    }
}
