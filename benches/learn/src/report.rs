//! The curve as a table and as a file.

use std::fs;
use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};

use crate::course::Course;
use crate::tasks::Kind;

/// Tasks of a row: two of each kind.
const BLOCK: usize = 6;

/// A count of a run, with its name.
type Measure = (&'static str, fn(&Course) -> usize);

const MEASURES: [Measure; 3] = [
    ("steps", |course| course.steps),
    ("failed steps", |course| course.failed),
    ("requests", |course| course.requests),
];

/// The same tasks without memory and with it.
pub struct Curves {
    /// Without.
    pub off: Vec<Course>,
    /// With.
    pub on: Vec<Course>,
}

/// Prints the curve block by block, then the whole, by kinds of tasks too.
pub fn print(curves: &Curves) {
    println!(
        "{} tasks one after the other, each a run of its own and answered rightly; per task, with trajectory memory off and\n\
         on. A step is a call of a tool. Off, nothing is carried from task to task.",
        curves.off.len()
    );
    print!("{:<28}", "");
    MEASURES.iter().for_each(|(name, _)| print!("{name:>24}"));
    print!("\n{:<28}", "tasks");
    MEASURES
        .iter()
        .for_each(|_| print!("{:>10} {:>6} {:>6}", "off", "on", "diff"));
    println!();
    let blocks = curves.off.chunks(BLOCK).zip(curves.on.chunks(BLOCK));
    for ((off, on), first) in blocks.zip((1..).step_by(BLOCK)) {
        print_row(&format!("{first}-{}", first + off.len() - 1), off, on);
    }
    print_row("all", &curves.off, &curves.on);
    for kind in [Kind::Height, Kind::Opening, Kind::Builder] {
        let [off, on] = [&curves.off, &curves.on].map(|courses| of_kind(courses, kind));
        print_row(&kind.to_string(), &off, &on);
    }
}

fn print_row(name: &str, off: &[Course], on: &[Course]) {
    print!("{name:<28}");
    for (_, measure) in MEASURES {
        let [off, on] = [off, on].map(|courses| mean(courses, measure));
        print!("{off:>10.2} {on:>6.2} {:>6.2}", on - off);
    }
    println!();
}

fn of_kind(courses: &[Course], kind: Kind) -> Vec<Course> {
    let of = courses.iter().filter(|course| course.kind == kind);
    of.copied().collect()
}

fn mean(courses: &[Course], measure: fn(&Course) -> usize) -> f64 {
    let sum: usize = courses.iter().map(measure).sum();
    number(sum) / number(courses.len())
}

/// Writes `target/bench/learn.json`.
///
/// # Errors
/// The file cannot be written.
pub fn write(root: &Path, curves: &Curves) -> Result<()> {
    let cases: Vec<Value> = MEASURES
        .into_iter()
        .map(|(name, measure)| {
            let [off, on] = [&curves.off, &curves.on].map(|courses| mean(courses, measure));
            json!({
                "case": format!("{name} per task, {} tasks", curves.on.len()),
                "ours": digits(on),
                "unit": name,
                "peer": "ours without memory",
                "peer_value": digits(off),
                "ratio": digits(off / on),
            })
        })
        .collect();
    let tasks: Vec<Value> = curves
        .off
        .iter()
        .zip(&curves.on)
        .map(|(off, on)| json!({ "kind": off.kind.to_string(), "off": counts(off), "on": counts(on) }))
        .collect();
    let folder = root.join("target/bench");
    fs::create_dir_all(&folder)?;
    let text = serde_json::to_string_pretty(&json!({ "cases": cases, "tasks": tasks }))?;
    Ok(fs::write(folder.join("learn.json"), format!("{text}\n"))?)
}

fn counts(course: &Course) -> Value {
    let counts = MEASURES.map(|(name, measure)| (name.to_owned(), json!(measure(course))));
    Value::Object(counts.into_iter().collect())
}

/// Four significant digits.
fn digits(value: f64) -> f64 {
    format!("{value:.3e}").parse().unwrap_or(value)
}

/// A count as a number to reckon with.
#[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
fn number(count: usize) -> f64 {
    count as f64
}
