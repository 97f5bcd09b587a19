//! How a run went, step by step, wherever the engine was compiled to.

use std::fs;
use std::path::Path;

use amb_bench_run::scenario::STRETCH;
use anyhow::{Context, Result};
use serde::Deserialize;

use crate::report::number;

/// A moment between two steps.
#[derive(Clone, Copy, Deserialize)]
pub struct Reading {
    /// The engine's own time until then.
    pub milliseconds: f64,
    /// Bytes that the program holds.
    pub bytes: usize,
}

/// A run, step by step.
#[derive(Deserialize)]
pub struct Course {
    /// The beginning of the first step, and the end of each.
    pub readings: Vec<Reading>,
    /// Nodes in memory when it ended.
    pub nodes: usize,
    /// Turns of its ReAct conversations.
    pub turns: usize,
}

/// The long run, and one that is as long as a stretch of it, in the memory that it left.
#[derive(Deserialize)]
pub struct Courses {
    /// The long run.
    pub long: Course,
    /// The one after it.
    pub again: Course,
}

/// Some planned steps in a row.
pub struct Stretch {
    /// Which.
    pub name: &'static str,
    /// Nodes in memory at its end.
    pub nodes: usize,
    /// The engine's own milliseconds in a step that nine of ten are slower than: what a machine with nothing else to
    /// do comes near.
    pub fast_ms: f64,
    /// In the step in the middle of all, by time.
    pub median_ms: f64,
    /// In a step that nine of ten are faster than.
    pub slow_ms: f64,
    /// Bytes by which memory grew with each step.
    pub memory: f64,
}

/// How fast the engine is, as it was compiled.
pub struct Pace {
    /// To what it was compiled.
    pub build: &'static str,
    /// The first steps, the last ones, and those of a further run in the full memory.
    pub stretches: [Stretch; 3],
    /// Turns of the conversation that carries out a step.
    pub turns_per_step: f64,
}

impl Courses {
    /// Those of the engine's wasm, which `wasm.mjs` left in this file.
    ///
    /// # Errors
    /// When there is no such file, or something else is in it.
    pub fn read(file: &Path) -> Result<Self> {
        let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
        serde_json::from_str(&text).with_context(|| file.display().to_string())
    }
}

impl Pace {
    /// That of these runs.
    pub fn of(build: &'static str, Courses { long, again }: &Courses) -> Self {
        let steps = long.readings.len().saturating_sub(1);
        let last = steps.saturating_sub(STRETCH);
        Self {
            build,
            stretches: [
                stretch("1-100", 2 * STRETCH, long.readings.get(..=STRETCH)),
                stretch("501-600", long.nodes, long.readings.get(last..)),
                stretch("asked again", again.nodes, Some(&again.readings)),
            ],
            turns_per_step: number(long.turns) / number(steps),
        }
    }

    /// The engine's own milliseconds of a turn: those of the middle step, its planning and its memory too.
    pub fn turn_ms(&self, stretch: &Stretch) -> f64 {
        stretch.median_ms / self.turns_per_step
    }
}

fn stretch(name: &'static str, nodes: usize, readings: Option<&[Reading]>) -> Stretch {
    let readings = readings.unwrap_or_default();
    let pairs = readings.iter().zip(readings.iter().skip(1));
    let mut times: Vec<f64> = pairs
        .map(|(begin, end)| end.milliseconds - begin.milliseconds)
        .collect();
    times.sort_by(f64::total_cmp);
    let at = |tenths: usize| {
        times
            .get(times.len() * tenths / 10)
            .copied()
            .unwrap_or(f64::NAN)
    };
    let bytes =
        |reading: Option<&Reading>| reading.map_or(f64::NAN, |reading| number(reading.bytes));
    Stretch {
        name,
        nodes,
        fast_ms: at(1),
        median_ms: at(5),
        slow_ms: at(9),
        memory: (bytes(readings.last()) - bytes(readings.first())) / number(times.len()),
    }
}
