//! Whether runs get better by what runs before them met (CG-10, BX-06).
//!
//! 48 tasks of three kinds, each kind with a trap, are carried out one after the other by the real engine over real HTTP on
//! loopback: once without long-term memory, once with one in SQLite, which is kept up between two tasks as it is when the
//! product is idle. The model is a deterministic policy with habits that lead into the traps. It reads nothing but the
//! prompts it is sent, and leaves a habit only where a prompt recalls that it failed; it does not know whether there is a
//! memory. Vectors are the scenarios' hashed words. Prints steps, failed steps and requests per task, and writes
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

    /// Tasks that show it, so many that what went well would crowd out what was learned; the bench takes all.
    const TRIED: usize = 27;

    /// The sum of what is counted over some tasks.
    fn sum(courses: &[Course], measure: fn(&Course) -> usize) -> usize {
        courses.iter().map(measure).sum()
    }

    /// CG-10, BX-06: without memory each task costs what the first of its kind cost; with it a trap is met once, and every
    /// answer is right either way.
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
