//! Questions that name a time, and the time that the query analysis reads.

use std::path::Path;

use amb_bench_recall::{Half, read_lines};
use amb_memory::hierarchy::{UtcOffset, analyze_query};
use anyhow::{Context, Result};
use serde::Deserialize;

use crate::tally::{Group, Judged};

/// A line of a file of times; moments are in milliseconds since 1970.
#[derive(Deserialize)]
struct Line {
    question: String,
    now: i64,
    /// Minutes ahead of UTC.
    #[serde(default)]
    offset: i32,
    expected: Option<Range>,
    #[serde(default = "time")]
    kind: String,
    language: String,
    half: Half,
}

#[derive(Deserialize, PartialEq, Eq)]
struct Range {
    from: i64,
    to: i64,
}

fn time() -> String {
    "time".to_owned()
}

/// Judges every question of the files `times.jsonl` and `own-times.jsonl`.
///
/// # Errors
/// A file is missing or malformed.
pub fn judge_times(folder: &Path) -> Result<Vec<Judged>> {
    let mut lines: Vec<Line> = read_lines(&folder.join("own-times.jsonl"))?;
    lines.extend(read_lines::<Line>(&folder.join("times.jsonl"))?);
    lines.iter().map(judge).collect()
}

fn judge(line: &Line) -> Result<Judged> {
    let offset = UtcOffset::from_minutes(line.offset).context("an offset from UTC")?;
    let time = analyze_query(&line.question, line.now, offset).time;
    let found = time.map(|time| Range {
        from: time.range.from,
        to: time.range.until,
    });
    Ok(Judged {
        group: Group {
            half: line.half,
            language: line.language.clone(),
            kind: line.kind.clone(),
        },
        expected: line.expected.is_some(),
        found: found.is_some(),
        right: found.is_some() && found == line.expected,
        input: line.question.clone(),
    })
}
