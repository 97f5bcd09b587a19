//! A run's journal in a store.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use amb_store::{Batch, Body, NewRun, RunHead, RunState, Store, StoreError};
use futures::lock::Mutex;

use super::format::{JournalError, JournalFile, Requested};
use super::line::{LINES_VERSION, Line, Reading};
use super::record::{Effect, Outcome};
use super::recorder::Journal;
use crate::host::{ContentHash, Host, HostError, HostFuture};

/// Hears of each failure to store a run, once until it is over.
pub type Tell = Rc<dyn Fn(&StoreError)>;

/// Lines at which a batch is written even without urgency.
const BATCH_LINES: usize = 512;
/// Bytes of lines and bodies at which a batch is written, likewise: the vectors of some four seconds in a tab.
const BATCH_BYTES: usize = 1 << 18;

/// Writes a run's journal to a store as it grows.
///
/// A store that fails does not stop a run: refused lines wait and are offered again, the failure is reported, and the
/// journal in memory is complete. A run that is deleted, or continued by another writer, stops as if it were aborted:
/// two writers would pay twice.
pub struct RunLog {
    store: Rc<dyn Store>,
    run: String,
    tell: Tell,
    waiting: RefCell<Waiting>,
    /// One batch is on its way at a time.
    turn: Mutex<()>,
    is_lost: Cell<bool>,
    is_failing: Cell<bool>,
}

/// The data that the store does not have yet.
#[derive(Default)]
struct Waiting {
    batch: Batch,
    /// Bodies that the store has, or that wait.
    known: BTreeSet<ContentHash>,
    bytes: usize,
    /// True if the last batch may have been stored without an acknowledgement.
    is_in_doubt: bool,
}

/// Why a stored run could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The store failed, or does not have it.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The stored journal is unreadable for this build.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

impl LoadError {
    /// Stable name of the error.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Store(error) => error.kind(),
            Self::Journal(error) => error.kind(),
        }
    }
}

impl RunLog {
    /// Begins a run in a store, with its effects so far.
    ///
    /// # Errors
    /// As [`Store::create_run`].
    pub async fn begin(
        store: Rc<dyn Store>,
        id: &str,
        created: i64,
        file: &JournalFile,
        tell: Tell,
    ) -> Result<Self, StoreError> {
        let last = file.requests.last();
        let question = last.map_or(String::new(), |asked| asked.request.question.clone());
        let log = Self::at(store, id, 0, created, tell);
        let (lines, bodies) = log.waiting.borrow_mut().record(file);
        let new = NewRun {
            id: id.to_owned(),
            question,
            format: LINES_VERSION,
            created,
            lines,
            bodies,
        };
        log.store.create_run(&new).await?;
        Ok(log)
    }

    /// Loads a run from a store, to go on with it.
    ///
    /// # Errors
    /// A run that is not there, that is damaged, or that a newer version wrote.
    pub async fn open(
        store: Rc<dyn Store>,
        id: &str,
        tell: Tell,
    ) -> Result<(JournalFile, Self), LoadError> {
        let (head, file, bodies) = read(store.as_ref(), id).await?;
        let log = Self::at(store, id, head.lines, head.updated, tell);
        let mut waiting = log.waiting.borrow_mut();
        waiting.known = bodies;
        waiting.batch.state = Some(RunState::Running);
        drop(waiting);
        Ok((file, log))
    }

    /// Makes the store keep for this run, too, the bytes that it held before: for the run that this one replaces, or
    /// for the host.
    ///
    /// # Errors
    /// The store's error.
    pub(super) async fn take_over<H: Host>(
        &self,
        replaced: Option<&str>,
        file: &JournalFile,
        journal: &Journal<H>,
    ) -> Result<(), StoreError> {
        for record in file.records() {
            let Effect::PutBlob { hash } = &record.effect else {
                continue;
            };
            let stored = match replaced {
                Some(run) => self.store.blob(run, hash.as_str()).await,
                None => Ok(None),
            };
            let bytes = match stored {
                Ok(Some(bytes)) => Some(bytes),
                Ok(None) | Err(StoreError::RunNotFound { .. }) => {
                    journal.unrecorded_blob(hash).await
                }
                Err(error) => return Err(error),
            };
            if let Some(bytes) = bytes {
                let kept = self.store.put_blob(&self.run, hash.as_str(), &bytes);
                kept.await?;
            }
        }
        Ok(())
    }

    /// Notes that the run goes on from this effect: the stored effects from there on count no more.
    pub fn goes_on_from(&self, number: usize) {
        self.waiting.borrow_mut().add(&Line::GoesOn { number });
    }

    /// Loads a run from a store, to look at it.
    ///
    /// # Errors
    /// As [`RunLog::open`].
    pub async fn load(store: &dyn Store, id: &str) -> Result<JournalFile, LoadError> {
        Ok(read(store, id).await?.1)
    }

    fn at(store: Rc<dyn Store>, id: &str, at: u64, updated: i64, tell: Tell) -> Self {
        let batch = Batch {
            at,
            updated,
            ..Batch::default()
        };
        Self {
            store,
            run: id.to_owned(),
            tell,
            waiting: RefCell::new(Waiting {
                batch,
                ..Waiting::default()
            }),
            turn: Mutex::new(()),
            is_lost: Cell::new(false),
            is_failing: Cell::new(false),
        }
    }

    pub(super) fn asked(&self, number: usize, effect: &Effect) {
        self.waiting.borrow_mut().asked(number, effect);
    }

    pub(super) fn answered(&self, number: usize, outcome: &Outcome) {
        let outcome = outcome.clone();
        self.waiting
            .borrow_mut()
            .add(&Line::Answered { number, outcome });
    }

    pub(super) fn recorded(&self, number: usize, effect: &Effect, outcome: &Outcome) {
        let mut waiting = self.waiting.borrow_mut();
        if let Outcome::Time { milliseconds } = outcome {
            waiting.batch.updated = *milliseconds;
        }
        waiting.recorded(number, effect, outcome);
    }

    pub(super) fn body(&self, hash: &ContentHash, bytes: &[u8]) {
        self.waiting.borrow_mut().body(hash, bytes);
    }

    /// Writes waiting data, if it must not wait longer.
    ///
    /// # Errors
    /// [`HostError::Abandoned`] if the run has another writer.
    pub(super) async fn keep(&self, at_once: bool) -> Result<(), HostError> {
        // While the store fails, waiting data is offered before and after paid effects, not each time.
        let hurries = at_once || !self.is_failing.get() && self.waiting.borrow().is_large();
        if !hurries {
            return self.ours();
        }
        match self.hand_over().await {
            Ok(()) => self.is_failing.set(false),
            Err(error) => {
                if !self.is_failing.replace(true) {
                    (self.tell)(&error);
                }
            }
        }
        self.ours()
    }

    /// Writes waiting data, and the run's new state.
    ///
    /// # Errors
    /// As [`Store::append`].
    pub(super) async fn close(&self, state: RunState) -> Result<(), StoreError> {
        self.waiting.borrow_mut().batch.state = Some(state);
        self.hand_over().await
    }

    fn ours(&self) -> Result<(), HostError> {
        if self.is_lost.get() {
            return Err(HostError::Abandoned);
        }
        Ok(())
    }

    async fn hand_over(&self) -> Result<(), StoreError> {
        let _turn = self.turn.lock().await;
        self.find_out().await?;
        let Some(sent) = self.waiting.borrow_mut().send() else {
            return Ok(());
        };
        // Stays in doubt if this future is dropped while it waits.
        let done = self.store.append(&self.run, &sent).await;
        let mut waiting = self.waiting.borrow_mut();
        match &done {
            Ok(()) => waiting.taken(&sent),
            Err(StoreError::WrongIndex { .. } | StoreError::RunNotFound { .. }) => {
                self.is_lost.set(true);
            }
            Err(error) => waiting.is_in_doubt = error.is_in_doubt(),
        }
        done
    }

    /// Finds out if the store has the batch that it did not acknowledge.
    async fn find_out(&self) -> Result<(), StoreError> {
        if !self.waiting.borrow().is_in_doubt {
            return Ok(());
        }
        let stored = self.store.load(&self.run).await;
        if let Err(StoreError::RunNotFound { .. }) = &stored {
            self.is_lost.set(true);
        }
        let lines = stored?.lines;
        let mut waiting = self.waiting.borrow_mut();
        if let Err(error) = waiting.compare(&self.run, &lines) {
            self.is_lost.set(true);
            return Err(error);
        }
        Ok(())
    }

    pub(super) fn put_blob<'a>(&'a self, bytes: &'a [u8]) -> HostFuture<'a, ContentHash> {
        Box::pin(async move {
            let hash = ContentHash::of(bytes);
            let kept = self.store.put_blob(&self.run, hash.as_str(), bytes).await;
            kept.map_err(|error| failed(&error))?;
            Ok(hash)
        })
    }

    pub(super) fn get_blob<'a>(&'a self, hash: &'a ContentHash) -> HostFuture<'a, Option<Vec<u8>>> {
        Box::pin(async move {
            let found = self.store.blob(&self.run, hash.as_str()).await;
            found.map_err(|error| failed(&error))
        })
    }

    pub(super) fn delete_blob<'a>(&'a self, hash: &'a ContentHash) -> HostFuture<'a, ()> {
        Box::pin(async move {
            let gone = self.store.delete_blob(&self.run, hash.as_str()).await;
            gone.map_err(|error| failed(&error))
        })
    }
}

impl Waiting {
    fn add(&mut self, line: &Line) {
        let line = line.to_json();
        self.bytes += line.len();
        self.batch.lines.push(line);
    }

    fn asked(&mut self, number: usize, effect: &Effect) {
        let effect = effect.clone();
        self.add(&Line::Asked { number, effect });
    }

    fn recorded(&mut self, number: usize, effect: &Effect, outcome: &Outcome) {
        let (effect, outcome) = (effect.clone(), outcome.clone());
        self.add(&Line::Recorded {
            number,
            effect,
            outcome,
        });
    }

    fn body(&mut self, hash: &ContentHash, bytes: &[u8]) {
        if self.known.insert(hash.clone()) {
            self.bytes += bytes.len();
            self.batch.bodies.push(Body {
                hash: hash.to_string(),
                bytes: bytes.to_vec(),
            });
        }
    }

    fn requested(&mut self, asked: &Requested) {
        // Plain data: the serialiser has nothing to object to.
        let bytes = serde_json::to_vec(&asked.request).unwrap_or_default();
        let body = ContentHash::of(&bytes);
        self.body(&body, &bytes);
        let from = asked.from;
        self.add(&Line::Requested { body, from });
    }

    /// A whole journal, as lines and bodies that need not wait.
    fn record(&mut self, file: &JournalFile) -> (Vec<String>, Vec<Body>) {
        let mut settings = None;
        for asked in &file.requests {
            if settings.replace(&asked.settings) != Some(&asked.settings) {
                let settings = Box::new(asked.settings.clone());
                let foreign = !file.is_own();
                self.add(&Line::Begun { settings, foreign });
            }
            self.requested(asked);
        }
        for (number, record) in file.records().iter().enumerate() {
            match &record.outcome {
                Some(outcome) => self.recorded(number, &record.effect, outcome),
                None => self.asked(number, &record.effect),
            }
        }
        for (hash, bytes) in file.bodies() {
            self.body(hash, bytes);
        }
        self.bytes = 0;
        self.batch.at += self.batch.lines.len() as u64;
        let lines = std::mem::take(&mut self.batch.lines);
        (lines, std::mem::take(&mut self.batch.bodies))
    }

    fn is_large(&self) -> bool {
        self.batch.lines.len() >= BATCH_LINES || self.bytes >= BATCH_BYTES
    }

    /// Returns all waiting data, if any; in doubt until it is [taken](Waiting::taken).
    fn send(&mut self) -> Option<Batch> {
        if self.batch.lines.is_empty() && self.batch.state.is_none() {
            return None;
        }
        self.is_in_doubt = true;
        Some(self.batch.clone())
    }

    /// Removes data that the store has; later additions go on to wait.
    fn taken(&mut self, sent: &Batch) {
        self.batch.at += sent.lines.len() as u64;
        self.batch.lines.drain(..sent.lines.len());
        self.batch.bodies.drain(..sent.bodies.len());
        if self.batch.state == sent.state {
            self.batch.state = None;
        }
        let lines: usize = self.batch.lines.iter().map(String::len).sum();
        let bodies: usize = self.batch.bodies.iter().map(|body| body.bytes.len()).sum();
        self.bytes = lines + bodies;
        self.is_in_doubt = false;
    }

    /// Removes waiting lines that the store has. Bodies go on to wait: sending them again is harmless.
    fn compare(&mut self, run: &str, stored: &[String]) -> Result<(), StoreError> {
        let at = usize::try_from(self.batch.at).unwrap_or(usize::MAX);
        let kept = stored
            .get(at..)
            .filter(|kept| self.batch.lines.starts_with(kept));
        let Some(kept) = kept.map(<[String]>::len) else {
            return Err(StoreError::WrongIndex {
                run: run.to_owned(),
                expected: stored.len() as u64,
                given: self.batch.at,
            });
        };
        self.batch.lines.drain(..kept);
        self.batch.at += kept as u64;
        self.is_in_doubt = false;
        Ok(())
    }
}

/// A stored run, and the names of the bodies that it points at.
async fn read(
    store: &dyn Store,
    id: &str,
) -> Result<(RunHead, JournalFile, BTreeSet<ContentHash>), LoadError> {
    let stored = store.load(id).await?;
    let (found, supported) = (stored.head.format, LINES_VERSION);
    if found > supported {
        return Err(JournalError::TooNew { found, supported }.into());
    }
    let reading = Reading::of(&stored.lines)?;
    let hashes = reading.bodies();
    let names: Vec<String> = hashes.iter().map(ToString::to_string).collect();
    let bytes = store.bodies(&names).await?;
    let file = reading.complete(hashes.iter().cloned().zip(bytes).collect())?;
    Ok((stored.head, file, hashes))
}

fn failed(error: &StoreError) -> HostError {
    HostError::Storage {
        detail: error.to_string(),
    }
}
