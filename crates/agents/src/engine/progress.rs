//! Progress of long work, reported at a limited rate.

use std::cell::Cell;

use crate::protocol::{Activity, Event};

/// Counts the bytes of text that are being read into memory.
///
/// Each byte counts twice: once when its passage is embedded, once when its topic is in the graph.
pub struct Progress<'a> {
    emit: &'a dyn Fn(Event),
    total: Cell<u64>,
    done: Cell<u64>,
    told: Cell<u64>,
}

/// Share of the whole that must have been done before progress is told again: 1/400.
const STEP: u64 = 400;

impl<'a> Progress<'a> {
    /// Nothing to do yet.
    #[must_use]
    pub fn new(emit: &'a dyn Fn(Event)) -> Self {
        Self {
            emit,
            total: Cell::new(0),
            done: Cell::new(0),
            told: Cell::new(0),
        }
    }

    /// More text is to be read.
    pub fn expect(&self, bytes: usize) {
        self.total.set(self.total.get() + 2 * bytes as u64);
    }

    /// Work so far, in the unit of [`Progress::expect`].
    #[must_use]
    pub fn done(&self) -> u64 {
        self.done.get()
    }

    /// Moves on by some bytes, but not past `limit`.
    pub fn advance(&self, bytes: usize, limit: u64, activity: &Activity) {
        self.reach((self.done.get() + bytes as u64).min(limit), activity);
    }

    /// Moves on to a point; never back.
    pub fn reach(&self, done: u64, activity: &Activity) {
        let done = done.min(self.total.get()).max(self.done.get());
        self.done.set(done);
        let due = done - self.told.get() >= (self.total.get() / STEP).max(1);
        if due {
            self.told.set(done);
            let total = self.total.get();
            (self.emit)(Event::Progress {
                activity: activity.clone(),
                done,
                total,
            });
        }
    }
}
