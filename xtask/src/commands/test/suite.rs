//! Running lanes: all of them, whatever fails, then a summary.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;

use super::lanes::{Group, LANES, Lane};
use crate::workspace::step;

/// Options of `test`.
#[derive(Args)]
pub struct Arguments {
    /// Run these groups of lanes alone.
    #[arg(long, value_delimiter = ',', value_name = "GROUP,…")]
    only: Vec<Group>,
    /// Name the lanes and run none.
    #[arg(long)]
    list: bool,
}

/// How a lane ended.
struct Outcome {
    name: &'static str,
    took: Duration,
    error: Option<String>,
}

/// Runs the chosen lanes; the last line says how many passed and how many failed.
///
/// # Errors
/// None of its own: a failed lane is counted.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let lanes = chosen(&arguments.only);
    if arguments.list {
        lanes.iter().for_each(|lane| println!("{}", lane.name));
        return Ok(ExitCode::SUCCESS);
    }
    let count = lanes.len();
    let outcomes: Vec<_> = (1..)
        .zip(lanes)
        .map(|(number, lane)| run_lane(lane, number, count))
        .collect();
    Ok(summarise(&outcomes))
}

fn chosen(only: &[Group]) -> Vec<&'static Lane> {
    LANES
        .iter()
        .filter(|lane| only.is_empty() || only.contains(&lane.group))
        .collect()
}

fn run_lane(lane: &Lane, number: usize, count: usize) -> Outcome {
    step(&format!("{} ({number}/{count})", lane.name));
    let begun = Instant::now();
    let error = (lane.check)().err().map(|error| format!("{error:#}"));
    if let Some(error) = &error {
        eprintln!("{} failed: {error}", lane.name);
    }
    Outcome {
        name: lane.name,
        took: begun.elapsed(),
        error,
    }
}

fn summarise(outcomes: &[Outcome]) -> ExitCode {
    println!();
    for outcome in outcomes {
        let seconds = outcome.took.as_secs_f64();
        let verdict = if outcome.error.is_some() {
            "FAILED"
        } else {
            "ok"
        };
        println!("{verdict:<7} {seconds:>7.1} s  {}", outcome.name);
        if let Some(error) = &outcome.error {
            println!("{:>20}{error}", "");
        }
    }
    let failed = outcomes.iter().filter(|it| it.error.is_some()).count();
    println!("\n{} passed, {failed} failed", outcomes.len() - failed);
    if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::*;

    #[test]
    fn groups_choose_their_lanes_and_nothing_chooses_all() {
        assert_eq!(chosen(&[]).len(), LANES.len());
        let page = chosen(&[Group::Page]);
        assert!(!page.is_empty() && page.iter().all(|it| it.group == Group::Page));
        let sum: usize = Group::value_variants()
            .iter()
            .map(|group| chosen(&[*group]).len())
            .sum();
        assert_eq!(sum, LANES.len());
    }

    #[test]
    fn a_failing_lane_is_an_outcome_with_its_reason() {
        let lane = Lane {
            name: "always failing",
            group: Group::Lint,
            check: || anyhow::bail!("the reason"),
        };
        assert_eq!(run_lane(&lane, 1, 1).error.as_deref(), Some("the reason"));
    }
}
