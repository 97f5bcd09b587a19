//! The cost of long-term memory in its stores, natively. `run.mjs` runs it, and the same in Chromium beside it.
//!
//! - `data FOLDER ENTRIES TRAJECTORIES` writes the entries, trajectories and questions;
//! - `sqlite FOLDER SIZES` measures a SQLite file, with the entries of that folder, at sizes like `100,1000`;
//! - `neo4j SIZES` measures the server that `NEO4J_URL`, `NEO4J_USER`, `NEO4J_PASSWORD` name, whose memory must be
//!   empty.
//!
//! Measurements are printed as JSON.
#![expect(
    clippy::disallowed_methods,
    reason = "a bench reads the clock; nothing of it is replayed"
)]

mod corpus;
mod data;
mod embedder;
mod http;
mod measure;
mod neo4j;
mod reading;
mod sqlite;

use std::path::Path;

use anyhow::{Context, Result, bail};

use reading::Reading;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["data", folder, entries, trajectories] => {
            data::write(Path::new(folder), entries.parse()?, trajectories.parse()?)
        }
        ["sqlite", folder, sizes] => print(&sqlite::measure(Path::new(folder), &numbers(sizes)?)?),
        ["neo4j", sizes] => print(&neo4j::measure(&numbers(sizes)?)?),
        _ => bail!("data FOLDER ENTRIES TRAJECTORIES, sqlite FOLDER SIZES, or neo4j SIZES"),
    }
}

fn numbers(list: &str) -> Result<Vec<usize>> {
    let number = |word: &str| word.parse().with_context(|| format!("{word:?} is no size"));
    list.split(',')
        .filter(|word| !word.is_empty())
        .map(number)
        .collect()
}

fn print(readings: &[Reading]) -> Result<()> {
    println!("{}", serde_json::to_string(readings)?);
    Ok(())
}
