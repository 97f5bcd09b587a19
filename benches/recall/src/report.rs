//! The table and the file.

use std::fs;
use std::path::Path;

use anyhow::Result;
use serde_json::json;

use amb_bench_recall::{Outcome, Rank};

/// Figures of one language and kind of document; shares from 0 to 1.
pub struct Figures {
    name: String,
    passages: usize,
    questions: usize,
    ours: Recall,
    first: Recall,
    by_meaning: Recall,
    by_keywords: Recall,
    answered: f64,
    refused: f64,
    quoted: f64,
    first_quoted: f64,
    conflicts: Vec<String>,
}

/// Share of questions whose passage is among the first five, and whose passage is the first.
#[derive(Clone, Copy)]
struct Recall {
    at_5: f64,
    at_1: f64,
}

impl Figures {
    /// Sums up.
    pub fn of(name: &str, passages: usize, conflicts: Vec<String>, outcomes: &[Outcome]) -> Self {
        let (with, without): (Vec<_>, Vec<_>) = outcomes
            .iter()
            .partition(|outcome| outcome.question.answerable);
        Self {
            name: name.to_owned(),
            passages,
            questions: outcomes.len(),
            ours: recall(&with, |outcome| outcome.ours),
            first: recall(&with, |outcome| outcome.first),
            by_meaning: recall(&with, |outcome| outcome.by_meaning),
            by_keywords: recall(&with, |outcome| outcome.by_keywords),
            answered: share(&with, |outcome| outcome.answered),
            refused: share(&without, |outcome| !outcome.answered),
            quoted: share(&with, |outcome| outcome.quoted),
            first_quoted: share(&with, |outcome| outcome.first_quoted),
            conflicts,
        }
    }

    /// Returns true if plain BM25 finds more among five passages.
    fn is_below_keywords(&self) -> bool {
        self.ours.at_5 < self.by_keywords.at_5
    }
}

fn recall(outcomes: &[&Outcome], rank: impl Fn(&Outcome) -> Rank) -> Recall {
    let within = |most: usize| share(outcomes, |o| rank(o).is_some_and(|place| place <= most));
    Recall {
        at_5: within(5),
        at_1: within(1),
    }
}

#[expect(clippy::cast_precision_loss, reason = "some hundred questions")]
fn share(outcomes: &[&Outcome], holds: impl Fn(&Outcome) -> bool) -> f64 {
    let held = outcomes.iter().filter(|outcome| holds(outcome)).count();
    if outcomes.is_empty() {
        0.0
    } else {
        held as f64 / outcomes.len() as f64
    }
}

/// Every question on a line.
pub fn print_outcomes(outcomes: &[Outcome]) {
    for outcome in outcomes {
        let place = |rank: Rank| rank.map_or_else(|| "-".to_owned(), |place| place.to_string());
        println!(
            "{}\t{}\t{} {} {}\t{}\t{:.2}\t{}\t{}",
            outcome.question.id,
            if outcome.question.answerable {
                "answerable"
            } else {
                "-"
            },
            place(outcome.ours),
            place(outcome.by_meaning),
            place(outcome.by_keywords),
            match (outcome.answered, outcome.quoted) {
                (true, true) => "quoted",
                (true, false) => "answered",
                (false, _) => "refused",
            },
            outcome.confidence,
            outcome.question.question,
            outcome.answer.lines().next().unwrap_or_default(),
        );
    }
}

/// The table.
pub fn print_table(cases: &[Figures]) {
    println!("recall of the passage that answers (share of questions with an answer)");
    println!(
        "case                 passages questions      ours @5/@1  first answer's     MiniLM @5/@1       BM25 @5/@1"
    );
    for case in cases {
        let pair = |recall: Recall| format!("{:>8.3} {:.3}", recall.at_5, recall.at_1);
        println!(
            "{:<20} {:>8} {:>9}  {:>14}  {:>14}   {:>14}   {:>14}{}",
            case.name,
            case.passages,
            case.questions,
            pair(case.ours),
            pair(case.first),
            pair(case.by_meaning),
            pair(case.by_keywords),
            if case.is_below_keywords() {
                "  below BM25"
            } else {
                ""
            }
        );
    }
    println!("answers");
    println!(
        "case                 answered  refused  quotes the sentence  first answer's  conflicts"
    );
    for case in cases {
        println!(
            "{:<20} {:>8.3} {:>8.3} {:>20.3} {:>15.3} {:>10}",
            case.name,
            case.answered,
            case.refused,
            case.quoted,
            case.first_quoted,
            case.conflicts.len()
        );
        case.conflicts
            .iter()
            .for_each(|conflict| println!("      {conflict}"));
    }
}

/// Writes `target/bench/recall.json`.
pub fn write(root: &Path, cases: &[Figures]) -> Result<()> {
    let rows: Vec<_> = cases.iter().flat_map(rows).collect();
    let folder = root.join("target/bench");
    fs::create_dir_all(&folder)?;
    let text = serde_json::to_string_pretty(&json!({ "cases": rows }))?;
    Ok(fs::write(folder.join("recall.json"), format!("{text}\n"))?)
}

fn rows(case: &Figures) -> Vec<serde_json::Value> {
    let peers = [
        ("MiniLM top-5", case.by_meaning),
        ("BM25 top-5", case.by_keywords),
    ];
    peers
        .into_iter()
        .map(|(peer, recall)| {
            let ratio = if recall.at_5 > 0.0 {
                case.ours.at_5 / recall.at_5
            } else {
                f64::MAX
            };
            json!({
                "case": case.name,
                "ours": case.ours.at_5,
                "unit": "recall@5",
                "peer": peer,
                "peer_value": recall.at_5,
                "ratio": ratio,
                "ours_at_1": case.ours.at_1,
                "first_answer": case.first.at_5,
                "first_answer_at_1": case.first.at_1,
                "peer_at_1": recall.at_1,
                "answered": case.answered,
                "refused": case.refused,
                "answer_quotes": case.quoted,
                "conflicts": case.conflicts.len(),
                "below_bm25": case.is_below_keywords(),
            })
        })
        .collect()
}
