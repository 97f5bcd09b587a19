//! The Worker in workerd: types, its tests, one question through `wrangler dev`, and a deployment that is not sent.

use std::fs;

use anyhow::{Result, bail};

use super::{page, scenarios};
use crate::artefacts::{self, Build, weight_of};
use crate::commands::worker;
use crate::javascript::{self, WORKER};
use crate::tools;
use crate::workspace::{note, path, run, step, with_scratch_in_memory};

/// Folder of a deployment's upload.
const UPLOAD: &str = "target/worker/upload";
/// Most bytes of a Worker's code, unpacked. The platform takes 64 MiB, and all of it is in each isolate's 128 MB of
/// memory.
const BUDGET: u64 = 40 * 1024 * 1024;

/// Checks the Worker.
///
/// # Errors
/// When a check fails, or the code is over its budget.
pub fn tests() -> Result<()> {
    page::prepare()?;
    javascript::worker_built(Build::Release)?;
    artefacts::build_contract()?;
    step(&format!("npm run check in {WORKER}"));
    tools::npm_run(WORKER, "check")?;
    step(&format!("npm test in {WORKER}"));
    let mut suite = tools::npm_script(WORKER, "test");
    run(javascript::on_its_own(with_scratch_in_memory(&mut suite))
        .env("SCENARIO_SERVER", scenarios::world()?)
        .env("CHROMIUM", tools::browser()?.chromium))?;
    worker::check()?;
    deployable()
}

/// Deploys without sending anything, and weighs the code that would be sent.
fn deployable() -> Result<()> {
    let folder = path(UPLOAD);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    step("wrangler deploy --dry-run");
    run(javascript::wrangler()
        .args(["deploy", "--dry-run", "--outdir"])
        .arg(&folder))?;
    let (mut raw, mut gzip) = (0, 0);
    for entry in fs::read_dir(&folder)? {
        let file = entry?.path();
        if file
            .extension()
            .is_some_and(|it| it == "js" || it == "wasm")
        {
            let weight = weight_of(&file)?;
            raw += weight.raw;
            gzip += weight.gzip;
        }
    }
    note(&format!(
        "the Worker's code has {raw} bytes, {gzip} in gzip; its budget is {BUDGET}, the platform's limit 64 MiB"
    ));
    match raw {
        0 => bail!("wrangler left no code in {UPLOAD}"),
        1..=BUDGET => Ok(()),
        _ => bail!("the Worker's code has {raw} bytes, its budget is {BUDGET}"),
    }
}
