//! The data of the page.

use std::fs;
use std::path::Path;

use amb_long_term::{HIERARCHY_FORMAT, HierarchyRecord, MEMORY_FILE_VERSION};
use anyhow::Result;
use serde_json::json;

use crate::corpus::{entry, question, run, situation};

/// Entries of a file: memory is imported in files as somebody may have them.
pub const PART: usize = 5000;
/// Questions and situations.
const ASKED: usize = 100;

/// Writes entries as exports of hierarchical memory, runs one per line, and the questions.
///
/// # Errors
/// The folder cannot be written.
pub fn write(folder: &Path, entries: usize, trajectories: usize) -> Result<()> {
    fs::create_dir_all(folder)?;
    for part in 0..entries.div_ceil(PART) {
        let numbers = part * PART..entries.min((part + 1) * PART);
        fs::write(
            folder.join(format!("entries-{part}.jsonl")),
            exported(numbers)?,
        )?;
    }
    let runs = (0..trajectories).map(|number| serde_json::to_string(&run(number)));
    let runs = runs.collect::<Result<Vec<_>, _>>()?;
    fs::write(folder.join("runs.jsonl"), runs.join("\n"))?;
    let questions: Vec<String> = (0..ASKED).map(question).collect();
    let situations = (0..ASKED).map(|number| {
        let (state, repo) = situation(number);
        json!({ "state": state, "repo": repo })
    });
    let situations: Vec<_> = situations.collect();
    let asked = json!({ "questions": questions, "situations": situations });
    fs::write(folder.join("asked.json"), asked.to_string())?;
    Ok(())
}

fn exported(numbers: std::ops::Range<usize>) -> Result<String> {
    let header = json!({ "format": HIERARCHY_FORMAT, "version": MEMORY_FILE_VERSION });
    let mut text = format!("{header}\n");
    let records = numbers.len() as u64;
    for number in numbers {
        let record = HierarchyRecord::Entry(Box::new(entry(number)?));
        text.push_str(&serde_json::to_string(&record)?);
        text.push('\n');
    }
    text.push_str(&serde_json::to_string(&HierarchyRecord::End { records })?);
    text.push('\n');
    Ok(text)
}
