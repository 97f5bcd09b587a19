//! Lanes side by side: each begins as soon as it may and another one has made room for it.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::lanes::{Lane, When};
use crate::workspace::spawn_as;

/// The lanes that wait, run and have ended.
struct Board<'l, T> {
    waiting: Vec<&'l Lane>,
    at_work: Vec<&'l Lane>,
    ended: Vec<(&'l Lane, thread::Result<T>)>,
}

/// Does `work` for every lane, at most `at_once` of them at a time; returns the outcomes, in the order of `lanes`.
pub fn side_by_side<'l, T: Send>(
    lanes: &[&'l Lane],
    at_once: usize,
    work: impl Fn(&'l Lane) -> T + Sync,
) -> Vec<T> {
    let board = Mutex::new(Board {
        waiting: lanes.to_vec(),
        at_work: Vec::new(),
        ended: Vec::new(),
    });
    let change = Condvar::new();
    thread::scope(|scope| {
        let mut held = lock(&board);
        while !held.waiting.is_empty() {
            let Some(lane) = held.begin(at_once) else {
                held = change.wait(held).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let (board, change, work) = (&board, &change, &work);
            spawn_as(scope, (at_once > 1).then_some(lane.name), move || {
                // A lane that panicked has ended, too, or the others would wait for it.
                let came = catch_unwind(AssertUnwindSafe(|| work(lane)));
                lock(board).end(lane, came);
                change.notify_one();
            });
        }
    });
    let board = board.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut ended = board.ended;
    let place = |lane: &Lane| lanes.iter().position(|it| it.name == lane.name);
    ended.sort_by_key(|(lane, _)| place(lane));
    let came = ended.into_iter().map(|(_, came)| came);
    came.map(|came| came.unwrap_or_else(|panic| resume_unwind(panic)))
        .collect()
}

fn lock<T>(board: &Mutex<T>) -> MutexGuard<'_, T> {
    board.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'l, T> Board<'l, T> {
    /// Returns the first lane that may begin now, and marks it as running.
    fn begin(&mut self, at_once: usize) -> Option<&'l Lane> {
        let is_alone = |lane: &&Lane| matches!(lane.when, When::Alone);
        if self.at_work.len() >= at_once || self.at_work.iter().any(is_alone) {
            return None;
        }
        let may_begin = |lane: &&Lane| match lane.when {
            When::Anytime => true,
            When::After(others) => !others.iter().any(|other| self.is_to_come(other)),
            When::Alone => self.at_work.is_empty(),
        };
        let place = self.waiting.iter().position(may_begin)?;
        let lane = self.waiting.remove(place);
        self.at_work.push(lane);
        Some(lane)
    }

    /// Returns true if a lane of this name has not ended.
    fn is_to_come(&self, name: &str) -> bool {
        let mut to_come = self.waiting.iter().chain(&self.at_work);
        to_come.any(|lane| lane.name == name)
    }

    fn end(&mut self, lane: &'l Lane, came: thread::Result<T>) {
        self.at_work.retain(|it| it.name != lane.name);
        self.ended.push((lane, came));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::super::lanes::Group;
    use super::*;

    fn lane(name: &'static str, when: When) -> Lane {
        Lane {
            name,
            group: Group::Lint,
            check: || Ok(()),
            when,
        }
    }

    #[test]
    fn a_lane_waits_for_those_it_comes_after_and_one_alone_for_all() {
        let lanes = [
            lane("late", When::After(&["first", "of another group"])),
            lane("alone", When::Alone),
            lane("first", When::Anytime),
            lane("second", When::Anytime),
        ];
        let lanes: Vec<&Lane> = lanes.iter().collect();
        let (at_work, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let begun = Mutex::new(Vec::new());
        let came = side_by_side(&lanes, 2, |lane| {
            let now = at_work.fetch_add(1, Ordering::SeqCst) + 1;
            most.fetch_max(now, Ordering::SeqCst);
            assert!(now == 1 || lane.name != "alone");
            lock(&begun).push(lane.name);
            thread::sleep(Duration::from_millis(20));
            at_work.fetch_sub(1, Ordering::SeqCst);
            lane.name
        });
        assert_eq!(came, ["late", "alone", "first", "second"]);
        assert!(most.into_inner() <= 2);
        let begun = begun.into_inner().unwrap();
        let place = |name| begun.iter().position(|it| *it == name).unwrap();
        assert!(place("first") < place("late"), "{begun:?}");
    }

    #[test]
    fn the_panic_of_a_lane_is_told_when_all_have_ended() {
        let lanes = [lane("panics", When::Anytime), lane("ends", When::Alone)];
        let lanes: Vec<&Lane> = lanes.iter().collect();
        let ended = AtomicUsize::new(0);
        let panic = catch_unwind(AssertUnwindSafe(|| {
            side_by_side(&lanes, 2, |lane| {
                assert_ne!(lane.name, "panics");
                ended.fetch_add(1, Ordering::SeqCst)
            })
        }));
        assert!(panic.is_err());
        assert_eq!(ended.into_inner(), 1);
    }

    #[test]
    fn one_at_a_time_is_the_order_of_the_list() {
        let lanes = [
            lane("a", When::Anytime),
            lane("b", When::After(&["a"])),
            lane("c", When::Alone),
        ];
        let lanes: Vec<&Lane> = lanes.iter().collect();
        let begun = Mutex::new(Vec::new());
        side_by_side(&lanes, 1, |lane| lock(&begun).push(lane.name));
        assert_eq!(begun.into_inner().unwrap(), ["a", "b", "c"]);
    }
}
