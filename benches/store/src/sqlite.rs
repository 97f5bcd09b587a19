//! A SQLite file of this machine.

use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use amb_sqlite::SqliteStore;
use anyhow::{Context, Result};
use futures::executor::block_on;

use crate::measure;
use crate::reading::Reading;

const PLACE: &str = "SQLite, native";

/// Trajectories at these sizes, and the entries of the folder.
///
/// # Errors
/// A store that fails.
pub fn measure(folder: &Path, sizes: &[usize]) -> Result<Vec<Reading>> {
    let mut readings = Vec::new();
    let file = new_file(folder, "trajectories.sqlite")?;
    let store = Rc::new(block_on(SqliteStore::file(&file))?);
    readings.extend(measure::trajectories(PLACE, store, sizes, || bytes(&file))?);
    let file = new_file(folder, "memories.sqlite")?;
    let store = Rc::new(block_on(SqliteStore::file(&file))?);
    let parts = (0..).map(|part| folder.join(format!("entries-{part}.jsonl")));
    let parts = parts.take_while(|part| part.exists());
    let parts = parts.map(|part| fs::read_to_string(&part).context("the entries"));
    readings.extend(measure::memories(PLACE, store, parts, || bytes(&file))?);
    Ok(readings)
}

fn new_file(folder: &Path, name: &str) -> Result<PathBuf> {
    for rest in ["", "-wal", "-shm"] {
        let file = folder.join(format!("{name}{rest}"));
        if file.exists() {
            fs::remove_file(file)?;
        }
    }
    Ok(folder.join(name))
}

/// Returns the bytes of the file and of its write-ahead log.
fn bytes(file: &Path) -> Option<u64> {
    let log = fs::metadata(file.with_extension("sqlite-wal"));
    let log = log.map_or(0, |log| log.len());
    fs::metadata(file).ok().map(|file| file.len() + log)
}
