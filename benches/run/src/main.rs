//! What a research run costs the engine, and how many tokens it sends beside a plain ReAct agent.
//!
//! Model, search and pages are played inside the program and answer at once, from real books: each step searches, visits
//! a page, and answers. The engine works on them as it does for users: prompts, streams, journal, memory. Printed are its
//! own time, its memory and its journal per step, over five hundred steps and with a thousand nodes in memory; then the
//! tokens of runs of several lengths beside those of one ReAct conversation with the same tools, pages and replies.
//! Each planned step is a search, a visit and an answer: three turns of a ReAct conversation. Prints tables and writes
//! `target/bench/run.json`. Native: tokens and journal are the same in wasm, times are not.
//!
//! `cargo run --release -p amb-bench-run`

mod measure;
mod ours;
mod pages;
mod plain;
mod report;
mod scenario;
mod script;
mod traffic;
mod world;

use std::path::Path;

use anyhow::{Context, Result};
use peak_alloc::PeakAlloc;

/// Counts what the program holds.
#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

fn main() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = root.canonicalize().context("the workspace's folder")?;
    let pages = pages::Pages::read(&root)?;
    println!("{} pages", pages.len());
    let savings = measure::savings(&pages)?;
    report::print_savings(&savings, &scenario::price()?);
    let long = measure::endurance(&pages)?;
    report::print_endurance(&long);
    report::write(&root, &long, &savings)
}
