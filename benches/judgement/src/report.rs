//! The tables, and `target/bench/judge.json`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use amb_bench_recall::Half;
use anyhow::Result;
use serde_json::{Value, json};

use crate::answers::AnswerTally;
use crate::cases::CaseOutcome;
use crate::tally::{Group, Judged, Tally, groups, merged};

/// Prints the table of one judgement of yes or no, and returns its rows for the file.
#[must_use]
pub fn print(judgement: &str, judged: &[Judged], verbose: bool) -> Vec<Value> {
    let groups = groups(judged);
    println!("\n{judgement}");
    println!(
        "{:<12} {:<9} {:<26} {:>6} {:>9} {:>6}",
        "half", "language", "kind", "cases", "precision", "recall"
    );
    for (group, tally) in &groups {
        print_row(group, *tally);
    }
    for half in [Half::Development, Half::Test] {
        let group = whole(half);
        print_row(&group, merged(&groups, half));
    }
    if verbose {
        for wrong in judged.iter().filter(|one| one.is_wrong()) {
            println!(
                "{}\t{}\t{}\texpected {}, found {}\t{}",
                wrong.group.half,
                wrong.group.language,
                wrong.group.kind,
                wrong.expected,
                wrong.found,
                wrong.input
            );
        }
    }
    let halves = [Half::Development, Half::Test].map(|half| (whole(half), merged(&groups, half)));
    let all = groups.into_iter().chain(halves);
    all.map(|(group, tally)| {
        json!({
            "judgement": judgement,
            "half": group.half,
            "language": group.language,
            "kind": group.kind,
            "cases": tally.cases,
            "precision": tally.precision(),
            "recall": tally.recall(),
        })
    })
    .collect()
}

/// The group of all languages and kinds.
fn whole(half: Half) -> Group {
    Group {
        half,
        language: "all".to_owned(),
        kind: "all".to_owned(),
    }
}

fn print_row(group: &Group, tally: Tally) {
    println!(
        "{:<12} {:<9} {:<26} {:>6} {:>9} {:>6}",
        group.half.to_string(),
        group.language,
        group.kind,
        tally.cases,
        shown(tally.precision()),
        shown(tally.recall())
    );
}

fn shown(figure: Option<f64>) -> String {
    figure.map_or_else(|| "-".to_owned(), |figure| format!("{figure:.3}"))
}

/// Counts of answers of one half, all kinds and languages together.
#[must_use]
pub fn merged_answers(groups: &BTreeMap<Group, AnswerTally>, half: Half) -> AnswerTally {
    let mut whole = AnswerTally::default();
    for (_, tally) in groups.iter().filter(|(group, _)| group.half == half) {
        whole += *tally;
    }
    whole
}

/// Prints the table of answers, and returns its rows for the file. A row that retrieves less than plain BM25 is marked.
#[must_use]
pub fn print_answers(judgement: &str, groups: &BTreeMap<Group, AnswerTally>) -> Vec<Value> {
    println!("\n{judgement}");
    println!(
        "{:<12} {:<9} {:<16} {:>9} {:>9} {:>6} {:>8} {:>8} {:>7} {:>9} {:>6}",
        "half",
        "language",
        "kind",
        "questions",
        "retrieved",
        "BM25",
        "passage",
        "sentence",
        "refused",
        "precision",
        "recall"
    );
    let halves =
        [Half::Development, Half::Test].map(|half| (whole(half), merged_answers(groups, half)));
    let all = groups
        .iter()
        .map(|(group, tally)| (group.clone(), *tally))
        .chain(halves);
    all.map(|(group, tally)| {
        print_answer_row(&group, &tally);
        json!({
            "judgement": judgement,
            "half": group.half,
            "language": group.language,
            "kind": group.kind,
            "answerable": tally.answerable,
            "unanswerable": tally.unanswerable,
            "retrieved": tally.retrieval(),
            "retrieved_by_bm25": tally.keyword_retrieval(),
            "from_passage": tally.answered_from_passage(),
            "right_of_retrieved": tally.answered_of_retrieved(),
            "refused": tally.refusal(),
            "precision": tally.precision(),
            "recall": tally.recall(),
        })
    })
    .collect()
}

fn print_answer_row(group: &Group, tally: &AnswerTally) {
    let mark = if tally.retrieved < tally.by_keywords {
        "  below BM25"
    } else {
        ""
    };
    println!(
        "{:<12} {:<9} {:<16} {:>9} {:>9} {:>6} {:>8} {:>8} {:>7} {:>9} {:>6}{mark}",
        group.half.to_string(),
        group.language,
        group.kind,
        tally.answerable + tally.unanswerable,
        shown(tally.retrieval()),
        shown(tally.keyword_retrieval()),
        shown(tally.answered_from_passage()),
        shown(tally.answered_of_retrieved()),
        shown(tally.refusal()),
        shown(tally.precision()),
        shown(tally.recall())
    );
}

/// Prints how many cases of each kind are right, and returns the rows for the file.
#[must_use]
pub fn print_cases(outcomes: &[CaseOutcome], verbose: bool) -> Vec<Value> {
    let mut kinds = BTreeMap::<&str, (usize, usize)>::new();
    for outcome in outcomes {
        let (right, all) = kinds.entry(&outcome.kind).or_default();
        *right += usize::from(outcome.faults.is_empty());
        *all += 1;
    }
    println!("\ncases");
    for (kind, (right, all)) in &kinds {
        println!("{kind:<26} {right} of {all}");
    }
    if verbose {
        for outcome in outcomes.iter().filter(|it| !it.faults.is_empty()) {
            println!("{}\t{}", outcome.id, outcome.faults.join(" | "));
        }
    }
    kinds
        .into_iter()
        .map(|(kind, (right, all))| {
            json!({ "judgement": "cases", "kind": kind, "cases": all, "right": right })
        })
        .collect()
}

/// Writes `target/bench/judge.json`.
///
/// # Errors
/// The file cannot be written.
pub fn write(root: &Path, rows: &[Value]) -> Result<()> {
    let folder = root.join("target/bench");
    fs::create_dir_all(&folder)?;
    let text = serde_json::to_string_pretty(&json!({ "cases": rows }))?;
    Ok(fs::write(folder.join("judge.json"), format!("{text}\n"))?)
}
