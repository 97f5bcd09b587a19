//! The position of a run in its record.

use std::cell::RefCell;

use super::answering::mismatch;
use super::body::Bodies;
use super::format::Requested;
use super::record::{Effect, Outcome, Record};
use crate::host::HostError;

/// The record and how far the run has come in it.
#[derive(Default)]
pub(super) struct State {
    pub(super) records: Vec<Record>,
    pub(super) bodies: Bodies,
    next: usize,
    /// End of the record of a request that is run again although another one followed. A stopped run sends nothing
    /// beyond the record, either.
    until: Option<usize>,
    /// Effects that have their answer, which the run has not got yet.
    finishing: usize,
}

/// An effect that has its result, while the run waits for earlier ones before it may use that.
pub(super) struct Finishing<'s>(&'s RefCell<State>);

impl<'s> Finishing<'s> {
    pub(super) fn begin(state: &'s RefCell<State>) -> Self {
        state.borrow_mut().finishing += 1;
        Self(state)
    }
}

impl Drop for Finishing<'_> {
    fn drop(&mut self) {
        self.0.borrow_mut().finishing -= 1;
    }
}

/// An effect's number, and the answer on record if there is one.
pub(super) struct Ticket {
    pub(super) sequence: usize,
    pub(super) recorded: Option<Outcome>,
    /// True if the record lacked the effect.
    pub(super) is_new: bool,
}

impl State {
    /// A record at its start.
    pub(super) fn of(records: Vec<Record>, bodies: Bodies) -> Self {
        Self {
            records,
            bodies,
            ..Self::default()
        }
    }

    /// Goes on behind the record.
    pub(super) fn turn_to_end(&mut self) {
        self.next = self.records.len();
    }

    /// As [`Journal::turn_to`](super::Journal).
    pub(super) fn turn_to(&mut self, asked: &Requested, following: Option<&Requested>) {
        if asked.from > 0 {
            self.next = asked.from.min(self.records.len());
        }
        let known = |from: usize| if from > 0 { from } else { usize::MAX };
        self.until = following.map(|following| known(following.from));
    }

    /// Takes the next number. An effect that the record holds without a result (it was abandoned, or the run was killed
    /// while it waited) is repeated under its old number, unless another request followed.
    pub(super) fn ask(&mut self, asked: &Effect) -> Result<Ticket, HostError> {
        let sequence = self.next;
        let is_new = sequence == self.records.len();
        let is_past = self.is_past();
        let is_over = self.until.is_some_and(|until| sequence >= until);
        let recorded = match self.records.get(sequence) {
            record if is_over || is_past && record.is_none() => return Err(HostError::Abandoned),
            None => {
                self.records.push(Record {
                    effect: asked.clone(),
                    outcome: None,
                });
                None
            }
            Some(record) if record.effect == *asked => record.outcome.clone(),
            Some(record) => return Err(mismatch(sequence, &record.effect, asked)),
        };
        self.next += 1;
        if is_past && recorded.is_none() {
            return Err(HostError::Abandoned);
        }
        Ok(Ticket {
            sequence,
            recorded,
            is_new,
        })
    }

    /// From now on allows only recorded effects. Returns true if there is a result that the run has not received yet.
    pub(super) fn stop(&mut self) -> bool {
        self.until.get_or_insert(usize::MAX);
        self.finishing > 0 || self.is_next_answered()
    }

    /// Returns true if only recorded effects are allowed.
    pub(super) fn is_past(&self) -> bool {
        self.until.is_some()
    }

    /// The effect that comes next, if it is on record.
    pub(super) fn upcoming(&self) -> Option<&Record> {
        self.records.get(self.next)
    }

    /// Returns true if the next effect is replayed from the record.
    pub(super) fn is_next_answered(&self) -> bool {
        self.upcoming()
            .is_some_and(|record| record.outcome.is_some())
    }
}
