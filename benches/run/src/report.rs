//! The tables and the file.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use amb_agents::settings::ModelPrice;
use amb_bench_run::traffic::Traffic;
use anyhow::Result;
use serde_json::{Value, json};

use crate::course::Pace;
use crate::measure::{Endurance, Saving};

/// Most milliseconds of the engine's own that a turn may take with a thousand nodes in memory.
const PROMISED_MS: f64 = 5.0;

/// Row that the end of a long run is compared with.
const EARLIER: &str = "ours, first 100";

/// Prints the cost of a long run, and the speed of the engine's wasm, if it was measured.
pub fn print_endurance(long: &Endurance, wasm: Option<&Pace>) {
    println!(
        "\nThe engine itself over a long run: its own time (without the model, the search, the pages and the embedder), and\n\
         the memory that it holds more after each planned step, with the texts in it. A planned step makes {:.1} calls of\n\
         the model, {:.1} of them turns of its ReAct conversation; the others plan, read and remember. The time of a turn is\n\
         that of the whole step in the middle of all, over its turns: less than {PROMISED_MS} ms is promised. Time is the\n\
         processor's. The memory of wasm grows in leaps.",
        long.calls_per_step, long.pace.turns_per_step,
    );
    println!(
        "{:<13} steps        nodes   ms per ReAct turn   ms per planned step: a tenth  median  nine tenths   kB memory per step   of texts",
        "build"
    );
    for pace in [Some(&long.pace), wasm].into_iter().flatten() {
        for stretch in &pace.stretches {
            println!(
                "{:<13} {:<12} {:>5} {:>19.2} {:>30.2} {:>7.2} {:>12.2} {:>20.1} {:>10.1}",
                pace.build,
                stretch.name,
                stretch.nodes,
                pace.turn_ms(stretch),
                stretch.fast_ms,
                stretch.median_ms,
                stretch.slow_ms,
                stretch.memory / 1000.0,
                long.texts / 1000.0,
            );
        }
        let [first, last, _] = &pace.stretches;
        println!(
            "{:<13} The last hundred steps took {:.2} times as long as the first hundred.",
            pace.build,
            last.median_ms / first.median_ms
        );
    }
    println!(
        "The journal of a planned step takes {:.1} kB in memory and {:.1} kB as a file; of a run of a hundred {:.1} kB as a file.",
        long.journal_memory / 1000.0,
        long.journal_file / 1000.0,
        long.journal_file_first / 1000.0,
    );
}

/// Prints the traffic of the engine beside the plain agent's.
pub fn print_savings(savings: &[Saving], price: &ModelPrice) {
    println!(
        "\nTokens of whole runs, in thousands, by the engine's own estimate: ours, which plans step by step and remembers,\n\
         beside one ReAct conversation that keeps everything, with the same tools, pages and replies. \"Again\" of what is\n\
         sent is the beginning that an earlier request had too: an endpoint's cache may hold it. {}: what a run costs with\n\
         {} and such a cache.",
        price.currency, price.model,
    );
    println!(
        "planned   ours:    sent    again  longest  written      {0}   plain:   sent    again  longest  written      {0}   saved of sent",
        price.currency
    );
    for saving in savings {
        let [ours, plain] = saving.costs(price);
        let stopped = if saving.plain.was_full {
            format!("   full after {} steps", saving.plain.steps)
        } else {
            String::new()
        };
        println!(
            "{:<8} {} {ours:>8.3}   {} {plain:>8.3} {:>13.0} %{stopped}",
            saving.steps,
            side(&saving.ours),
            side(&saving.plain.traffic),
            100.0 * (1.0 - saving.share()),
        );
    }
    print_agents(savings);
}

fn side(traffic: &Traffic) -> String {
    let parts = [
        traffic.sent,
        traffic.repeated,
        traffic.peak,
        traffic.written,
    ];
    let [sent, again, longest, written] = parts.map(in_thousands);
    format!("{sent:>13.1} {again:>8.1} {longest:>8.1} {written:>8.1}")
}

/// Prints the engine's tokens by agent.
fn print_agents(savings: &[Saving]) {
    println!("Ours by who asked, thousands of tokens sent for each planned step:");
    print!("{:<15}", "planned");
    savings
        .iter()
        .for_each(|saving| print!("{:>8}", saving.steps));
    println!();
    let agents = savings
        .iter()
        .flat_map(|saving| saving.ours.by_agent.keys());
    for agent in agents.collect::<BTreeSet<_>>() {
        print!("{agent:<15}");
        for saving in savings {
            let sent = saving.ours.by_agent.get(agent);
            let sent = sent.map_or(0, |(_, tokens)| *tokens);
            print!("{:>8.2}", in_thousands(sent) / number(saving.steps));
        }
        println!();
    }
}

/// Writes `target/bench/run.json`.
pub fn write(root: &Path, long: &Endurance, wasm: Option<&Pace>, savings: &[Saving]) -> Result<()> {
    let cases: Vec<Value> = pace_cases(&long.pace)
        .into_iter()
        .chain(wasm.into_iter().flat_map(pace_cases))
        .chain(wasm.map(|wasm| beside_native(wasm, &long.pace)))
        .chain([case(
            "journal file per step, 600 steps",
            long.journal_file,
            "bytes",
            EARLIER,
            long.journal_file_first,
        )])
        .chain(savings.iter().flat_map(saving_cases))
        .collect();
    let folder = root.join("target/bench");
    fs::create_dir_all(&folder)?;
    let text = serde_json::to_string_pretty(&json!({ "cases": cases }))?;
    Ok(fs::write(folder.join("run.json"), format!("{text}\n"))?)
}

fn pace_cases(pace: &Pace) -> Vec<Value> {
    let [first, last, full] = &pace.stretches;
    let named = |what: &str| format!("{what}, {}", pace.build);
    vec![
        case(
            &named("engine time per ReAct turn, 1k nodes"),
            pace.turn_ms(full),
            "ms",
            "promised",
            PROMISED_MS,
        ),
        case(
            &named("engine time per planned step, last 100 of 600"),
            last.median_ms,
            "ms",
            EARLIER,
            first.median_ms,
        ),
        case(
            &named("memory per step, last 100 of 600"),
            last.memory,
            "bytes",
            EARLIER,
            first.memory,
        ),
    ]
}

fn beside_native(wasm: &Pace, native: &Pace) -> Value {
    let [[.., ours], [.., theirs]] = [wasm, native].map(|pace| &pace.stretches);
    case(
        &format!("engine time per planned step, 1k nodes, {}", wasm.build),
        ours.median_ms,
        "ms",
        &format!("ours, {}", native.build),
        theirs.median_ms,
    )
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
