//! The judgements hold their floors on the test half, by keywords alone (BX-01, MB-10, CG-06, AF-12).
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that meets the unexpected must stop"
)]

use std::collections::BTreeMap;
use std::path::PathBuf;

use amb_bench_judgement::{
    CONTRADICTIONS, Judged, below, groups, judge_answers, judge_cases, judge_contradictions,
    judge_ordinary_signatures, judge_signatures, judge_times, merged, merged_answers, read_floors,
};
use amb_bench_recall::{BenchHost, Document, Half, inline, judged, root};

fn folder() -> PathBuf {
    root().unwrap().join("benches/judgement")
}

/// Fails if a figure of a judgement lies below its floor.
fn hold(judgement: &str, figures: &[(&str, Option<f64>)]) {
    let floors = read_floors(&folder()).unwrap();
    let below = below(&floors, judgement, figures);
    assert!(below.is_empty(), "{below:#?}");
}

fn hold_judged(judgement: &str, judged: &[Judged]) {
    let tally = merged(&groups(judged), Half::Test);
    let figures = [("precision", tally.precision()), ("recall", tally.recall())];
    hold(judgement, &figures);
}

fn hold_answers(judgement: &str, mut documents: Vec<Document>) {
    documents.retain(|document| document.half == Half::Test);
    let answers = judge_answers(&BenchHost::new(None), &documents, None).unwrap();
    let tally = merged_answers(&answers.groups, Half::Test);
    let figures = [
        ("retrieved", tally.retrieval()),
        ("from_passage", tally.answered_from_passage()),
        ("right_of_retrieved", tally.answered_of_retrieved()),
        ("refused", tally.refusal()),
        ("precision", tally.precision()),
        ("recall", tally.recall()),
    ];
    hold(judgement, &figures);
}

#[test]
fn mb_10_contradictions_hold_their_floors() {
    for (name, file) in CONTRADICTIONS {
        hold_judged(name, &judge_contradictions(&folder(), file).unwrap());
    }
}

#[test]
fn cg_06_signatures_hold_their_floors() {
    hold_judged("signatures", &judge_signatures(&folder()).unwrap());
    let ordinary = judge_ordinary_signatures(&folder()).unwrap();
    hold_judged("ordinary signatures", &ordinary);
}

#[test]
fn af_12_times_hold_their_floors() {
    hold_judged("times", &judge_times(&folder()).unwrap());
}

#[test]
fn bx_01_answers_from_short_documents_hold_their_floors() {
    hold_answers("short answers", inline(&root().unwrap()).unwrap());
}

/// The documents are obtained by `node benches/judgement/obtain.mjs`; CI does so before.
#[test]
fn bx_01_answers_from_obtained_documents_hold_their_floors() {
    let root = root().unwrap();
    if root.join("target/judgement").exists() || is_ci() {
        hold_answers("document answers", judged(&root).unwrap());
    }
}

/// BX-01, MB-04: everyday inputs of each kind are read and answered.
#[test]
fn bx_01_cases_hold_their_floors() {
    let root = root().unwrap();
    let with_files = root.join("target/judgement").exists() || is_ci();
    let outcomes = judge_cases(&root, &BenchHost::new(None), with_files).unwrap();
    let mut kinds = BTreeMap::<&str, (usize, usize)>::new();
    for outcome in &outcomes {
        let (right, all) = kinds.entry(&outcome.kind).or_default();
        *right += usize::from(outcome.faults.is_empty());
        *all += 1;
    }
    let right = outcomes.iter().filter(|it| it.faults.is_empty()).count();
    let share = f64::from(u32::try_from(right).unwrap())
        / f64::from(u32::try_from(outcomes.len()).unwrap());
    println!("{kinds:?}");
    hold("cases", &[("right", Some(share))]);
}

/// Returns true in CI, where every requirement must be met.
fn is_ci() -> bool {
    std::env::var("CI").is_ok_and(|value| value == "true")
}
