//! Pairs of statements: contradiction or not, by the engine's rule.

use std::path::Path;

use amb_agents::extractive::contradict;
use amb_bench_recall::{Half, read_lines};
use anyhow::Result;
use serde::Deserialize;

use crate::tally::{Group, Judged};

/// A line of a file of contradictions.
#[derive(Deserialize)]
struct Pair {
    left: String,
    right: String,
    #[serde(default)]
    left_titles: Vec<String>,
    #[serde(default)]
    right_titles: Vec<String>,
    verdict: Verdict,
    kind: String,
    language: String,
    half: Half,
}

#[derive(Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    /// Both cannot be true.
    Contradiction,
    /// Both can be true.
    None,
}

/// The files of pairs, each a judgement by itself, and its name.
pub const CONTRADICTIONS: [(&str, &str); 3] = [
    ("contradictions", "contradictions.jsonl"),
    ("contradictions in tests", "own-contradictions.jsonl"),
    ("contradictions by meaning", "meaning-contradictions.jsonl"),
];

/// Judges every pair of a file.
///
/// # Errors
/// The file is missing or malformed.
pub fn judge_contradictions(folder: &Path, file: &str) -> Result<Vec<Judged>> {
    let pairs: Vec<Pair> = read_lines(&folder.join(file))?;
    Ok(pairs.iter().map(judge).collect())
}

fn judge(pair: &Pair) -> Judged {
    let (left, right) = (pair.left.as_str(), pair.right.as_str());
    let found = contradict(
        (pair.left_titles.as_slice(), left),
        (pair.right_titles.as_slice(), right),
    );
    let told = |titles: &[String], text: &str| format!("{} {text}", titles.join(" / "));
    Judged {
        group: Group {
            half: pair.half,
            language: pair.language.clone(),
            kind: pair.kind.clone(),
        },
        expected: pair.verdict == Verdict::Contradiction,
        found,
        right: found,
        input: format!(
            "{} | {}",
            told(&pair.left_titles, left),
            told(&pair.right_titles, right)
        ),
    }
}
