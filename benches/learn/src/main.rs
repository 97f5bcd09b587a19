//! Measures if runs get better through the experience of earlier runs (CG-10, BX-06).
//!
//! The real engine carries out 48 tasks of three kinds, each kind with a trap, one after the other over real HTTP on
//! loopback: once without long-term memory, once with memory in SQLite, whose upkeep is done between two tasks as in
//! the idle product. The model is a deterministic policy with habits that lead into the traps. It reads only its
//! prompts, and leaves a habit only if a prompt recalls that it failed; it does not know if there is a memory. Vectors
//! are the scenarios' hashed words. The bench prints steps, failed steps and requests per task, and writes
//! `target/bench/learn.json`.
//!
//! `cargo run -p amb-bench-learn`: nothing is timed.

mod advice;
mod course;
mod policy;
mod report;
mod tasks;

use std::path::Path;

use anyhow::{Context, Result};

use report::Curves;

fn main() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = root.canonicalize().context("the workspace's folder")?;
    let tasks = tasks::all();
    let curves = Curves {
        off: course::without_memory(&tasks)?,
        on: course::with_memory(&tasks)?,
    };
    report::print(&curves);
    report::write(&root, &curves)
}

#[cfg(test)]
mod tests {
    use super::course::{Course, with_memory, without_memory};
    use super::tasks;

    /// Number of tasks, large enough that successes could crowd out the lessons; the bench takes all.
    const TRIED: usize = 27;

    /// Returns the sum of a measure over some tasks.
    fn sum(courses: &[Course], measure: fn(&Course) -> usize) -> usize {
        courses.iter().map(measure).sum()
    }

    /// CG-10, BX-06: without memory each task costs as much as the first of its kind; with it a trap is met once, and
    /// every answer is right either way.
    #[test]
    fn cg_10_runs_get_better_by_memory_and_not_without_it() {
        let tasks = tasks::all();
        let tasks = &tasks[..TRIED];
        let (off, on) = (without_memory(tasks).unwrap(), with_memory(tasks).unwrap());
        let (first, later) = off.split_at(3);
        for (course, place) in later.iter().zip(0..) {
            assert_eq!(course, &first[place % 3]);
        }
        // The first of each kind does not know better.
        assert_eq!(on[..3], off[..3]);
        let failed = |courses: &[Course]| sum(courses, |course| course.failed);
        let steps = |courses: &[Course]| sum(courses, |course| course.steps);
        let requests = |courses: &[Course]| sum(courses, |course| course.requests);
        let [off, on] = [&off[3..], &on[3..]];
        assert_eq!((failed(on), failed(off) > on.len()), (0, true));
        assert!(steps(on) < steps(off) && requests(on) < requests(off));
    }
}
