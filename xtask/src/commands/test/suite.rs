//! Runs all lanes in spite of failures, then prints a summary.

use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;

use super::lanes::{Group, LANES, Lane};
use super::schedule::side_by_side;
use crate::workspace::{say, step, warning};

/// Lanes at a time on a machine of several cores. Most use two cores for a part of their time only; more lanes than two
/// would be in each other's way, and tests wait only so long.
const AT_ONCE: usize = 2;

/// Options of `test`.
#[derive(Args)]
pub struct Arguments {
    /// Run these groups of lanes alone.
    #[arg(long, value_delimiter = ',', value_name = "GROUP,…")]
    only: Vec<Group>,
    /// Run so many lanes at a time; two where there are several cores.
    #[arg(long, value_name = "LANES", value_parser = clap::value_parser!(u8).range(1..))]
    at_once: Option<u8>,
    /// Name the lanes and run none.
    #[arg(long)]
    list: bool,
}

/// The reason why a lane was not run here: a requirement is missing.
#[derive(Debug, thiserror::Error)]
#[error("left out, for {0}")]
pub struct LeftOut(pub String);

/// The outcome of a lane.
struct Outcome {
    name: &'static str,
    took: Duration,
    verdict: Verdict,
}

/// The verdict on a lane.
#[derive(Debug, PartialEq, Eq)]
enum Verdict {
    Passed,
    LeftOut(String),
    Failed(String),
}

impl Verdict {
    /// Returns the verdict. If every lane must run (CI), one that was left out has failed.
    fn of(checked: Result<()>, may_leave_out: bool) -> Self {
        match checked {
            Ok(()) => Self::Passed,
            Err(error) if may_leave_out && error.is::<LeftOut>() => {
                Self::LeftOut(format!("{error:#}"))
            }
            Err(error) => Self::Failed(format!("{error:#}")),
        }
    }
}

/// Runs the chosen lanes; the last line counts passed and failed ones.
///
/// # Errors
/// None of its own: a failed lane is counted.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let lanes = chosen(&arguments.only);
    if arguments.list {
        lanes.iter().for_each(|lane| println!("{}", lane.name));
        return Ok(ExitCode::SUCCESS);
    }
    let (count, begun) = (lanes.len(), AtomicUsize::new(0));
    let at_once = at_once(arguments.at_once).min(count);
    let outcomes = side_by_side(&lanes, at_once, |lane| {
        let number = begun.fetch_add(1, Ordering::Relaxed) + 1;
        run_lane(lane, number, count)
    });
    Ok(summarise(&outcomes))
}

fn at_once(chosen: Option<u8>) -> usize {
    chosen.map_or_else(
        || available_parallelism().map_or(1, |cores| cores.get().min(AT_ONCE)),
        usize::from,
    )
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
    let is_ci = std::env::var("CI").is_ok_and(|value| value == "true");
    let verdict = Verdict::of((lane.check)(), !is_ci);
    match &verdict {
        Verdict::Passed => {}
        Verdict::LeftOut(why) => warning(&format!("{}: {why}", lane.name)),
        Verdict::Failed(error) => say(&format!("{} failed: {error}", lane.name)),
    }
    Outcome {
        name: lane.name,
        took: begun.elapsed(),
        verdict,
    }
}

fn summarise(outcomes: &[Outcome]) -> ExitCode {
    println!();
    for outcome in outcomes {
        let seconds = outcome.took.as_secs_f64();
        let (verdict, why) = match &outcome.verdict {
            Verdict::Passed => ("ok", None),
            Verdict::LeftOut(why) => ("left out", Some(why)),
            Verdict::Failed(error) => ("FAILED", Some(error)),
        };
        println!("{verdict:<8} {seconds:>6.1} s  {}", outcome.name);
        for line in why.into_iter().flat_map(|why| why.lines()) {
            println!("{:>20}{line}", "");
        }
    }
    let failed = count(outcomes, |it| matches!(it, Verdict::Failed(_)));
    let passed = count(outcomes, |it| *it == Verdict::Passed);
    let left_out = match outcomes.len() - passed - failed {
        0 => String::new(),
        left_out => format!(", {left_out} left out"),
    };
    println!("\n{passed} passed, {failed} failed{left_out}");
    if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn count(outcomes: &[Outcome], is: impl Fn(&Verdict) -> bool) -> usize {
    outcomes.iter().filter(|it| is(&it.verdict)).count()
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::super::lanes::When;
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
    fn every_lane_that_another_comes_after_stands_before_it() {
        for (place, lane) in LANES.iter().enumerate() {
            if let When::After(others) = lane.when {
                for other in others {
                    let found = LANES.iter().position(|it| it.name == *other);
                    assert!(found.is_some_and(|it| it < place), "{other}");
                }
            }
        }
    }

    #[test]
    fn a_failing_lane_is_an_outcome_with_its_reason() {
        let lane = Lane {
            name: "always failing",
            group: Group::Lint,
            check: || anyhow::bail!("the reason"),
            when: When::Anytime,
        };
        let verdict = run_lane(&lane, 1, 1).verdict;
        assert_eq!(verdict, Verdict::Failed("the reason".to_owned()));
    }

    #[test]
    fn what_is_left_out_is_named_and_fails_where_everything_must_be_had() {
        let checked = || Err(LeftOut("there is no Java".to_owned()).into());
        let why = "left out, for there is no Java".to_owned();
        assert_eq!(Verdict::of(checked(), true), Verdict::LeftOut(why.clone()));
        assert_eq!(Verdict::of(checked(), false), Verdict::Failed(why));
    }
}
