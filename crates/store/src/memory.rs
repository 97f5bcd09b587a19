//! A store that keeps runs as long as it lives.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::{Batch, Body, NewRun, RunHead, RunState, Store, StoreError, StoreFuture, StoredRun};

/// Runs in memory.
#[derive(Debug, Default)]
pub struct MemoryStore(RefCell<State>);

#[derive(Debug, Default)]
struct State {
    runs: BTreeMap<String, Run>,
    bytes: BTreeMap<String, Vec<u8>>,
}

#[derive(Debug)]
struct Run {
    question: String,
    format: u32,
    created: i64,
    state: RunState,
    updated: i64,
    lines: Vec<String>,
    bodies: BTreeSet<String>,
    blobs: BTreeSet<String>,
}

impl Run {
    fn begin(new: &NewRun) -> Self {
        Self {
            question: new.question.clone(),
            format: new.format,
            created: new.created,
            state: RunState::Running,
            updated: new.created,
            lines: new.lines.clone(),
            bodies: names(&new.bodies),
            blobs: BTreeSet::new(),
        }
    }

    /// Returns the bytes that belong to this run alone.
    fn own_bytes(&self) -> u64 {
        let lines: usize = self.lines.iter().map(String::len).sum();
        lines as u64
    }

    fn has(&self, hash: &str) -> bool {
        self.bodies.contains(hash) || self.blobs.contains(hash)
    }
}

impl State {
    fn run(&self, id: &str) -> Result<&Run, StoreError> {
        self.runs.get(id).ok_or_else(|| not_found(id))
    }

    fn run_mut(&mut self, id: &str) -> Result<&mut Run, StoreError> {
        self.runs.get_mut(id).ok_or_else(|| not_found(id))
    }

    fn create(&mut self, new: &NewRun) -> Result<(), StoreError> {
        if self.runs.contains_key(&new.id) {
            return Err(StoreError::RunExists {
                run: new.id.clone(),
            });
        }
        self.runs.insert(new.id.clone(), Run::begin(new));
        self.hold_all(&new.bodies);
        Ok(())
    }

    fn append(&mut self, id: &str, batch: &Batch) -> Result<(), StoreError> {
        let run = self.run_mut(id)?;
        let expected = run.lines.len() as u64;
        if batch.at != expected {
            return Err(StoreError::WrongIndex {
                run: id.to_owned(),
                expected,
                given: batch.at,
            });
        }
        run.lines.extend_from_slice(&batch.lines);
        run.updated = batch.updated;
        if let Some(state) = &batch.state {
            run.state = state.clone();
        }
        run.bodies.append(&mut names(&batch.bodies));
        self.hold_all(&batch.bodies);
        Ok(())
    }

    fn hold_all(&mut self, bodies: &[Body]) {
        for body in bodies {
            self.hold(&body.hash, &body.bytes);
        }
    }

    fn hold(&mut self, hash: &str, bytes: &[u8]) {
        self.bytes
            .entry(hash.to_owned())
            .or_insert_with(|| bytes.to_vec());
    }

    /// Forgets bytes that no run has.
    fn sweep(&mut self) {
        let runs = &self.runs;
        self.bytes
            .retain(|hash, _| runs.values().any(|run| run.has(hash)));
    }

    fn head(&self, id: &str, run: &Run) -> RunHead {
        let shared = run.bodies.union(&run.blobs);
        let shared: usize = shared
            .filter_map(|hash| self.bytes.get(hash))
            .map(Vec::len)
            .sum();
        RunHead {
            id: id.to_owned(),
            question: run.question.clone(),
            format: run.format,
            state: run.state.clone(),
            created: run.created,
            updated: run.updated,
            lines: run.lines.len() as u64,
            bytes: run.own_bytes() + shared as u64,
        }
    }
}

fn names(bodies: &[Body]) -> BTreeSet<String> {
    bodies.iter().map(|body| body.hash.clone()).collect()
}

fn not_found(run: &str) -> StoreError {
    StoreError::RunNotFound {
        run: run.to_owned(),
    }
}

impl MemoryStore {
    /// Carries a call out when its future is polled.
    fn call<'a, T: 'a>(
        &'a self,
        call: impl FnOnce(&mut State) -> Result<T, StoreError> + 'a,
    ) -> StoreFuture<'a, T> {
        Box::pin(async move { call(&mut self.0.borrow_mut()) })
    }
}

impl Store for MemoryStore {
    fn is_durable(&self) -> bool {
        false
    }

    fn create_run<'a>(&'a self, run: &'a NewRun) -> StoreFuture<'a, ()> {
        self.call(|state| state.create(run))
    }

    fn append<'a>(&'a self, run: &'a str, batch: &'a Batch) -> StoreFuture<'a, ()> {
        self.call(|state| state.append(run, batch))
    }

    fn runs(&self) -> StoreFuture<'_, Vec<RunHead>> {
        self.call(|state| {
            let mut heads: Vec<RunHead> = state
                .runs
                .iter()
                .map(|(id, run)| state.head(id, run))
                .collect();
            heads.sort_by_key(|head| Reverse(head.created));
            Ok(heads)
        })
    }

    fn load<'a>(&'a self, run: &'a str) -> StoreFuture<'a, StoredRun> {
        self.call(|state| {
            let found = state.run(run)?;
            Ok(StoredRun {
                head: state.head(run, found),
                lines: found.lines.clone(),
            })
        })
    }

    fn bodies<'a>(&'a self, hashes: &'a [String]) -> StoreFuture<'a, Vec<Option<Vec<u8>>>> {
        self.call(|state| {
            let found = hashes.iter().map(|hash| state.bytes.get(hash).cloned());
            Ok(found.collect())
        })
    }

    fn put_blob<'a>(&'a self, run: &'a str, hash: &'a str, bytes: &'a [u8]) -> StoreFuture<'a, ()> {
        self.call(|state| {
            state.run_mut(run)?.blobs.insert(hash.to_owned());
            state.hold(hash, bytes);
            Ok(())
        })
    }

    fn blob<'a>(&'a self, run: &'a str, hash: &'a str) -> StoreFuture<'a, Option<Vec<u8>>> {
        self.call(|state| {
            let is_there = state.run(run)?.blobs.contains(hash);
            Ok(state.bytes.get(hash).filter(|_| is_there).cloned())
        })
    }

    fn delete_blob<'a>(&'a self, run: &'a str, hash: &'a str) -> StoreFuture<'a, ()> {
        self.call(|state| {
            state.run_mut(run)?.blobs.remove(hash);
            state.sweep();
            Ok(())
        })
    }

    fn delete_run<'a>(&'a self, run: &'a str) -> StoreFuture<'a, ()> {
        self.call(|state| {
            state.run(run)?;
            state.runs.remove(run);
            state.sweep();
            Ok(())
        })
    }

    fn bytes(&self) -> StoreFuture<'_, u64> {
        self.call(|state| {
            let shared: usize = state.bytes.values().map(Vec::len).sum();
            let own: u64 = state.runs.values().map(Run::own_bytes).sum();
            Ok(own + shared as u64)
        })
    }
}
