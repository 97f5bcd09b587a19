//! The engine's own cost of a research run, and its tokens beside those of a plain ReAct agent.
//!
//! Model, search and pages are played inside the program from real books, and reply at once: each step searches, visits
//! a page, and answers. The engine works on them as it does for users: prompts, streams, journal, memory. The bench
//! prints its own time, its memory and its journal per step, over six hundred steps and with a thousand nodes in
//! memory; then the tokens of runs of several lengths beside those of one ReAct conversation with the same tools, pages
//! and replies. Each planned step is a search, a visit and an answer: three turns of a ReAct conversation. It writes
//! `target/bench/run.json`. Native: tokens and journal are the same in wasm; `wasm.mjs` measures the times of the
//! engine's artefact, which are read from its file.
//!
//! `cargo run --release -p amb-bench-run [-- READINGS]`

mod course;
mod measure;
mod ours;
mod plain;
mod report;
mod world;

use std::fs;
use std::path::Path;

use amb_bench_run::pages::Pages;
use amb_bench_run::scenario;
use anyhow::{Context, Result};
use peak_alloc::PeakAlloc;

use course::{Courses, Pace};

/// Counts the program's memory.
#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

fn main() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = root.canonicalize().context("the workspace's folder")?;
    let readings = std::env::args_os().nth(1);
    let wasm = readings.map(|file| Courses::read(Path::new(&file)));
    let wasm = wasm.transpose()?;
    let wasm = wasm.map(|courses| Pace::of("wasm in Node", &courses));
    let pages = Pages::of_books(|book| {
        let file = root.join("target/documents").join(book);
        let missing = || format!("{} (cargo xtask documents fetches it)", file.display());
        fs::read(&file).with_context(missing)
    })?;
    println!("{} pages", pages.count());
    let savings = measure::savings(&pages)?;
    report::print_savings(&savings, &scenario::price()?);
    let long = measure::endurance(&pages)?;
    report::print_endurance(&long, wasm.as_ref());
    report::write(&root, &long, wasm.as_ref(), &savings)
}
