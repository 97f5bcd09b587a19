//! The course of a run, step by step, for any build of the engine.

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

/// The long run, and one as long as a stretch of it, in the memory that it left.
#[derive(Deserialize)]
pub struct Courses {
    /// The long run.
    pub long: Course,
    /// The one after it.
    pub again: Course,
}

/// Some planned steps in a row.
pub struct Stretch {
    /// Name of the stretch.
    pub name: &'static str,
    /// Nodes in memory at its end.
    pub nodes: usize,
    /// The engine's own milliseconds in a step: the 10th percentile, near the value of an idle machine.
    pub fast_ms: f64,
    /// The median.
    pub median_ms: f64,
    /// The 90th percentile.
    pub slow_ms: f64,
    /// Bytes by which memory grew with each step.
    pub memory: f64,
}

/// The speed of a build of the engine.
pub struct Pace {
    /// The target of the build.
    pub build: &'static str,
    /// The first steps, the last ones, and those of a further run in the full memory.
    pub stretches: [Stretch; 3],
    /// Turns of the conversation that carries out a step.
    pub turns_per_step: f64,
}

impl Courses {
    /// Reads the courses of the engine's wasm, from the file of `wasm.mjs`.
    ///
    /// # Errors
    /// When there is no such file, or something else is in it.
    pub fn read(file: &Path) -> Result<Self> {
        let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
        serde_json::from_str(&text).with_context(|| file.display().to_string())
    }
}

impl Pace {
    /// Computes the pace of these runs.
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

    /// Returns the engine's own milliseconds of a turn: a middle step's, including planning and memory.
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
