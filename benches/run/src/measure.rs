//! What is measured: one long run, and runs of several lengths beside the plain agent's.

use amb_agents::settings::ModelPrice;
use anyhow::{Result, ensure};

use crate::ours::{self, Plan, Ran, Reading};
use crate::pages::Pages;
use crate::plain::{self, Talked};
use crate::report::number;
use crate::traffic::Traffic;

/// Steps of the long run, which leave a thousand nodes.
const LONG: usize = 500;

/// Steps of its beginning and of its end that are compared, and of the run with a full memory.
const STRETCH: usize = 100;

/// Lengths of runs that are compared with the plain agent's.
const LENGTHS: [usize; 5] = [5, 10, 20, 40, 80];

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

/// What a long run cost.
pub struct Endurance {
    /// The first steps, the last ones, and those of a further run in the full memory.
    pub stretches: [Stretch; 3],
    /// Calls of the model in each step.
    pub calls_per_step: f64,
    /// Of these, turns of the conversation that carries it out.
    pub turns_per_step: f64,
    /// Bytes of texts that each step gave to memory.
    pub texts: f64,
    /// Bytes of the journal of each step as a file.
    pub journal_file: f64,
    /// The same of a run that is as long as a stretch.
    pub journal_file_first: f64,
    /// Bytes of the journal of each step in memory.
    pub journal_memory: f64,
}

/// One long run, and what its first steps cost alone.
pub fn endurance(pages: &Pages) -> Result<Endurance> {
    ensure!(pages.len() >= LONG + STRETCH, "only {} pages", pages.len());
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
    let nodes = long.session.bank.query_graph().len();
    let first = stretch("1-100", 2 * STRETCH, long.readings.get(..=STRETCH));
    let last = stretch("401-500", nodes, long.readings.get(LONG - STRETCH..));
    let per_step = |whole: usize| number(whole) / number(LONG);
    let (calls, texts) = (per_step(long.traffic.calls), per_step(long.texts));
    let turns = per_step(long.traffic.calls_of("react"));
    let (journal_file, journal_memory) =
        (per_step(long.journal_file), per_step(long.journal_memory));
    let full = alone(LONG, STRETCH, Some(long.session))?;
    let nodes = full.session.bank.query_graph().len();
    Ok(Endurance {
        stretches: [
            first,
            last,
            stretch("asked again", nodes, Some(&full.readings)),
        ],
        calls_per_step: calls,
        turns_per_step: turns,
        texts,
        journal_file,
        journal_file_first: number(short.journal_file) / number(STRETCH),
        journal_memory,
    })
}

fn stretch(name: &'static str, nodes: usize, readings: Option<&[Reading]>) -> Stretch {
    let readings = readings.unwrap_or_default();
    let pairs = readings.iter().zip(readings.iter().skip(1));
    let mut times: Vec<f64> = pairs
        .map(|(begin, end)| (end.time - begin.time).as_secs_f64() * 1000.0)
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

/// What runs of one length sent.
pub struct Saving {
    /// Steps.
    pub steps: usize,
    /// Ours.
    pub ours: Traffic,
    /// The plain agent.
    pub plain: Talked,
}

impl Endurance {
    /// The engine's own milliseconds of a turn: those of the middle step, its planning and its memory too.
    pub fn turn_ms(&self, stretch: &Stretch) -> f64 {
        stretch.median_ms / self.turns_per_step
    }
}

impl Saving {
    /// Tokens that ours sent as a share of the plain agent's.
    pub fn share(&self) -> f64 {
        number(self.ours.sent) / number(self.plain.traffic.sent)
    }

    /// What ours and the plain agent's run cost.
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
