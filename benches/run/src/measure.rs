//! The measurements: one long run, and runs of several lengths beside the plain agent's.

use amb_agents::settings::ModelPrice;
use amb_bench_run::pages::Pages;
use amb_bench_run::scenario::{LONG, STRETCH};
use amb_bench_run::traffic::Traffic;
use anyhow::{Result, ensure};

use crate::course::{Courses, Pace};
use crate::ours::{self, Plan, Ran};
use crate::plain::{self, Talked};
use crate::report::number;

/// Lengths of runs that are compared with the plain agent's.
const LENGTHS: [usize; 5] = [5, 10, 20, 40, 80];

/// The cost of a long run.
pub struct Endurance {
    /// The speed of the engine.
    pub pace: Pace,
    /// Calls of the model in each step.
    pub calls_per_step: f64,
    /// Bytes of texts that each step gave to memory.
    pub texts: f64,
    /// Bytes of the journal of each step as a file.
    pub journal_file: f64,
    /// The same of a run that is as long as a stretch.
    pub journal_file_first: f64,
    /// Bytes of the journal of each step in memory.
    pub journal_memory: f64,
}

/// Runs one long run, and its first steps alone.
pub fn endurance(pages: &Pages) -> Result<Endurance> {
    let count = pages.count();
    ensure!(count >= LONG + STRETCH, "only {count} pages");
    let alone = |from, steps, kept| -> Result<Ran> {
        let traffic = Traffic::default();
        let plan = Plan {
            from,
            steps,
            kept,
            traffic,
        };
        ours::run(pages, plan)
    };
    let short = alone(0, STRETCH, None)?;
    let long = alone(0, LONG, None)?;
    let per_step = |whole: usize| number(whole) / number(LONG);
    let (calls, texts) = (per_step(long.traffic.calls), per_step(long.texts));
    let (journal_file, journal_memory) =
        (per_step(long.journal_file), per_step(long.journal_memory));
    let again = alone(LONG, STRETCH, Some(long.session))?.course;
    let long = long.course;
    Ok(Endurance {
        pace: Pace::of("native", &Courses { long, again }),
        calls_per_step: calls,
        texts,
        journal_file,
        journal_file_first: number(short.journal_file) / number(STRETCH),
        journal_memory,
    })
}

/// The traffic of runs of one length.
pub struct Saving {
    /// Steps.
    pub steps: usize,
    /// Ours.
    pub ours: Traffic,
    /// The plain agent.
    pub plain: Talked,
}

impl Saving {
    /// Tokens that ours sent as a share of the plain agent's.
    pub fn share(&self) -> f64 {
        number(self.ours.sent) / number(self.plain.traffic.sent)
    }

    /// Returns the costs of the engine's run and of the plain agent's.
    pub fn costs(&self, price: &ModelPrice) -> [f64; 2] {
        [&self.ours, &self.plain.traffic].map(|traffic| traffic.cost(price))
    }
}

/// Runs of several lengths, each also by the plain agent.
pub fn savings(pages: &Pages) -> Result<Vec<Saving>> {
    LENGTHS
        .into_iter()
        .map(|steps| {
            let plan = Plan {
                from: 0,
                steps,
                kept: None,
                traffic: Traffic::compared(),
            };
            Ok(Saving {
                steps,
                ours: ours::run(pages, plan)?.traffic,
                plain: plain::talk(pages, steps)?,
            })
        })
        .collect()
}
