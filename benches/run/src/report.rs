//! The tables and the file.

use std::fs;
use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};

use crate::measure::{Endurance, Saving};
use crate::traffic::Traffic;

/// Most milliseconds of the engine's own that a step may take with a thousand nodes in memory.
const PROMISED_MS: f64 = 5.0;

/// Prints what a long run cost.
pub fn print_endurance(long: &Endurance) {
    println!(
        "the engine itself, model, search, pages and embeddings excluded; a step makes {:.1} calls of the model",
        long.calls_per_step
    );
    println!(
        "steps        nodes   ms per step: a tenth  median  nine tenths   per call   kB memory per step   of texts"
    );
    for stretch in &long.stretches {
        println!(
            "{:<12} {:>5} {:>22.2} {:>7.2} {:>12.2} {:>10.2} {:>20.1} {:>10.1}",
            stretch.name,
            stretch.nodes,
            stretch.fast_ms,
            stretch.median_ms,
            stretch.slow_ms,
            stretch.median_ms / long.calls_per_step,
            stretch.memory / 1000.0,
            long.texts / 1000.0,
        );
    }
    println!(
        "the journal, of each step: {:.1} kB in memory, {:.1} kB as a file; of the first hundred {:.1} kB as a file",
        long.journal_memory / 1000.0,
        long.journal_file / 1000.0,
        long.journal_file_first / 1000.0,
    );
}

/// Prints what was sent, ours beside the plain agent's.
pub fn print_savings(savings: &[Saving]) {
    println!(
        "estimated tokens in thousands: sent (of these repeated from an earlier request), longest request, written"
    );
    println!(
        "steps           ours: sent (repeated)  longest  written      plain: sent (repeated)  longest  written   saved"
    );
    for saving in savings {
        let thousands = |tokens: usize| format!("{:.1}", in_thousands(tokens));
        let side = |traffic: &Traffic| {
            format!(
                "{:>9} {:>12} {:>8} {:>8}",
                thousands(traffic.sent),
                format!("({})", thousands(traffic.repeated)),
                thousands(traffic.peak),
                thousands(traffic.written),
            )
        };
        let stopped = if saving.plain.was_full {
            format!("   full after {} steps", saving.plain.steps)
        } else {
            String::new()
        };
        println!(
            "{:<8} {}   {}   {:>5.0} %{stopped}",
            saving.steps,
            side(&saving.ours),
            side(&saving.plain.traffic),
            100.0 * (1.0 - saving.share()),
        );
    }
    let longest = savings
        .last()
        .map(|saving| (saving.steps, &saving.ours.by_agent));
    if let Some((steps, by_agent)) = longest {
        println!("ours by agent, {steps} steps: calls, and thousands of tokens sent");
        for (agent, (calls, tokens)) in by_agent {
            println!("{agent:<15} {calls:>6} {:>9.1}", in_thousands(*tokens));
        }
    }
}

/// Writes `target/bench/run.json`.
pub fn write(root: &Path, long: &Endurance, savings: &[Saving]) -> Result<()> {
    let cases: Vec<Value> = endurance_cases(long)
        .into_iter()
        .chain(savings.iter().flat_map(saving_cases))
        .collect();
    let folder = root.join("target/bench");
    fs::create_dir_all(&folder)?;
    let text = serde_json::to_string_pretty(&json!({ "cases": cases }))?;
    Ok(fs::write(folder.join("run.json"), format!("{text}\n"))?)
}

fn endurance_cases(long: &Endurance) -> Vec<Value> {
    let [first, last, full] = &long.stretches;
    let earlier = "ours, first 100";
    vec![
        case(
            "engine time per step, 1k nodes",
            full.median_ms,
            "ms",
            "promised",
            PROMISED_MS,
        ),
        case(
            "engine time per step, last 100 of 500",
            last.median_ms,
            "ms",
            earlier,
            first.median_ms,
        ),
        case(
            "memory per step, last 100 of 500",
            last.memory,
            "bytes",
            earlier,
            first.memory,
        ),
        case(
            "journal file per step, 500 steps",
            long.journal_file,
            "bytes",
            earlier,
            long.journal_file_first,
        ),
    ]
}

fn saving_cases(saving: &Saving) -> Vec<Value> {
    let steps = saving.steps;
    let peer = if saving.plain.was_full {
        format!("plain ReAct, full after {} steps", saving.plain.steps)
    } else {
        "plain ReAct".to_owned()
    };
    let plain = &saving.plain.traffic;
    let tokens = |what: &str, ours: usize, theirs: usize| {
        let unit = "estimated tokens";
        case(
            &format!("{what}, {steps} steps"),
            number(ours),
            unit,
            &peer,
            number(theirs),
        )
    };
    vec![
        tokens("sent", saving.ours.sent, plain.sent),
        tokens("sent and not repeated", saving.ours.fresh(), plain.fresh()),
        tokens("longest request", saving.ours.peak, plain.peak),
        tokens("written", saving.ours.written, plain.written),
    ]
}

fn case(name: &str, ours: f64, unit: &str, peer: &str, peer_value: f64) -> Value {
    json!({
        "case": name,
        "ours": digits(ours),
        "unit": unit,
        "peer": peer,
        "peer_value": digits(peer_value),
        "ratio": digits(peer_value / ours),
    })
}

/// Four significant digits.
fn digits(value: f64) -> f64 {
    format!("{value:.3e}").parse().unwrap_or(value)
}

fn in_thousands(tokens: usize) -> f64 {
    number(tokens) / 1000.0
}

/// A count as a number to reckon with.
#[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
pub fn number(count: usize) -> f64 {
    count as f64
}
