//! Pairs of errors: one predicament or two, as a run's loop detection sees them.

use std::path::Path;

use amb_bench_recall::{Half, read_lines};
use amb_memory::task::Trust;
use amb_memory::trajectory::TrajectorySettings;
use amb_memory::trajectory::loops::LoopSignature;
use amb_memory::trajectory::records::{RawStep, RawTrajectory};
use amb_memory::trajectory::writer::RunObserver;
use anyhow::Result;
use serde::Deserialize;

use crate::tally::{Group, Judged};

/// A line of a file of signatures.
#[derive(Deserialize)]
struct Pair {
    left: String,
    right: String,
    same: bool,
    kind: String,
    language: String,
    half: Half,
    /// Inputs of the actions that met the errors.
    #[serde(default)]
    inputs: [String; 2],
}

/// Judges every pair of the files `signatures.jsonl` and `own-signatures.jsonl`.
///
/// # Errors
/// A file is missing or malformed.
pub fn judge_signatures(folder: &Path) -> Result<Vec<Judged>> {
    let mut judged = judge_ordinary_signatures(folder)?;
    judged.extend(judge_file(folder, "own-signatures.jsonl")?);
    Ok(judged)
}

/// Judges the pairs that tools printed: the file `signatures.jsonl` alone.
///
/// # Errors
/// The file is missing or malformed.
pub fn judge_ordinary_signatures(folder: &Path) -> Result<Vec<Judged>> {
    judge_file(folder, "signatures.jsonl")
}

fn judge_file(folder: &Path, file: &str) -> Result<Vec<Judged>> {
    let pairs: Vec<Pair> = read_lines(&folder.join(file))?;
    Ok(pairs.iter().map(judge).collect())
}

fn judge(pair: &Pair) -> Judged {
    let [first, second] = &pair.inputs;
    let left = signature(first, &pair.left);
    let found = left.is_same_predicament(&signature(second, &pair.right));
    Judged {
        group: Group {
            half: pair.half,
            language: pair.language.clone(),
            kind: pair.kind.clone(),
        },
        expected: pair.same,
        found,
        right: found,
        input: format!("{:?} | {:?}", pair.left, pair.right),
    }
}

/// The signature of a step of a run that meets this error.
fn signature(input: &str, error: &str) -> LoopSignature {
    let run = RawTrajectory::default();
    let mut observer = RunObserver::new(&run, &TrajectorySettings::default());
    let step = RawStep {
        action: "bash".to_owned(),
        input: input.to_owned(),
        error: Some(error.to_owned()),
        trust: Trust::Given,
        ..RawStep::default()
    };
    observer.observe(&step).signature()
}
