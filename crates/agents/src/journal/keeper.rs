//! Runs that a store keeps from their first moment.

use std::rc::Rc;

use amb_store::{Store, StoreError};

use super::format::{JournalFile, Requested};
use super::log::{LoadError, RunLog, Tell};
use super::recorder::Journal;
use crate::host::{Host, HostError};

/// A store, and the receiver of its failures.
#[derive(Clone)]
pub struct Keeper {
    store: Rc<dyn Store>,
    tell: Tell,
}

impl Keeper {
    /// For runs in this store.
    #[must_use]
    pub fn new(store: Rc<dyn Store>, tell: Tell) -> Self {
        Self { store, tell }
    }

    /// Begins to keep a run with these requests, and replaces another one, if any. A failure is reported, and does not
    /// stop the run.
    ///
    /// # Errors
    /// The host has no time.
    pub async fn keep<H: Host>(
        &self,
        journal: &Journal<H>,
        id: &str,
        requests: &[Requested],
        replaced: Option<&str>,
    ) -> Result<(), HostError> {
        let (store, tell) = (Rc::clone(&self.store), Rc::clone(&self.tell));
        let now = journal.unrecorded_now()?;
        let file = journal.file().asked(requests.to_vec());
        let begun = match RunLog::begin(store, id, now, &file, tell).await {
            Err(exists @ StoreError::RunExists { .. }) => {
                self.open_same(id, &file).await.ok_or(exists)
            }
            begun => begun,
        };
        let log = match begun {
            Ok(log) => log,
            Err(error) => {
                (self.tell)(&error);
                return Ok(());
            }
        };
        if let Err(error) = log.take_over(replaced, &file, journal).await {
            (self.tell)(&error);
        }
        journal.keep_in(log);
        Ok(())
    }

    /// The store's own journal of a run, if it is this one: it goes on there.
    async fn open_same(&self, id: &str, file: &JournalFile) -> Option<RunLog> {
        let (stored, log) = self.open(id).await.ok()?;
        let is_same = stored.records() == file.records() && stored.requests == file.requests;
        is_same.then_some(log)
    }

    /// A run that the store has, to go on with it.
    ///
    /// # Errors
    /// As [`RunLog::open`].
    pub async fn open(&self, id: &str) -> Result<(JournalFile, RunLog), LoadError> {
        RunLog::open(Rc::clone(&self.store), id, Rc::clone(&self.tell)).await
    }

    /// Forgets a run that another one replaces. A failure is reported.
    pub async fn forget(&self, id: &str) {
        if let Err(error) = self.store.delete_run(id).await {
            (self.tell)(&error);
        }
    }
}
