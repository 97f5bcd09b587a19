//! The store of a run that may be killed.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::Poll;

use amb_scenarios::Fate;
use amb_store::{Batch, NewRun, RunHead, Store, StoreFuture, StoredRun};
use futures::future::AbortHandle;

/// A store for a run that may be killed. A run's calls on its blobs go directly to its store, past its host: they are
/// effects of the run, as the host's are.
pub struct MortalStore {
    store: Rc<dyn Store>,
    fate: Rc<Fate>,
    written: Rc<Written>,
    /// Number of writes until the run is stopped.
    stop: Option<(Cell<usize>, AbortHandle)>,
}

/// Writes of a store: the number of the next effect.
pub type Written = RefCell<BTreeSet<usize>>;

impl MortalStore {
    /// Over this store, for a run of this fate.
    pub fn new(store: Rc<dyn Store>, fate: &Rc<Fate>, written: &Rc<Written>) -> Self {
        let (fate, written) = (Rc::clone(fate), Rc::clone(written));
        Self {
            store,
            fate,
            written,
            stop: None,
        }
    }

    /// The user stops the run while the store is written for the `number`-th time (from 0).
    pub fn stopping(self, number: usize, run: AbortHandle) -> Self {
        let stop = Some((Cell::new(number + 1), run));
        Self { stop, ..self }
    }

    async fn may_be_stopped(&self) {
        let Some((left, run)) = &self.stop else {
            return;
        };
        left.set(left.get().saturating_sub(1));
        poll_fn(|context| {
            if left.get() > 0 || run.is_aborted() {
                return Poll::Ready(());
            }
            run.abort();
            context.waker().wake_by_ref();
            Poll::Pending
        })
        .await;
    }

    fn effect<'a, T: 'a>(&'a self, call: StoreFuture<'a, T>) -> StoreFuture<'a, T> {
        Box::pin(self.fate.wait_for(call))
    }

    fn write<'a, T: 'a>(&'a self, call: StoreFuture<'a, T>) -> StoreFuture<'a, T> {
        Box::pin(async {
            let done = call.await;
            self.written.borrow_mut().insert(self.fate.effects());
            done
        })
    }
}

impl Store for MortalStore {
    fn is_durable(&self) -> bool {
        self.store.is_durable()
    }

    fn create_run<'a>(&'a self, run: &'a NewRun) -> StoreFuture<'a, ()> {
        self.write(self.store.create_run(run))
    }

    fn append<'a>(&'a self, run: &'a str, batch: &'a Batch) -> StoreFuture<'a, ()> {
        self.write(Box::pin(async {
            self.may_be_stopped().await;
            self.store.append(run, batch).await
        }))
    }

    fn runs(&self) -> StoreFuture<'_, Vec<RunHead>> {
        self.store.runs()
    }

    fn load<'a>(&'a self, run: &'a str) -> StoreFuture<'a, StoredRun> {
        self.store.load(run)
    }

    fn bodies<'a>(&'a self, hashes: &'a [String]) -> StoreFuture<'a, Vec<Option<Vec<u8>>>> {
        self.store.bodies(hashes)
    }

    fn put_blob<'a>(&'a self, run: &'a str, hash: &'a str, bytes: &'a [u8]) -> StoreFuture<'a, ()> {
        self.write(self.effect(self.store.put_blob(run, hash, bytes)))
    }

    fn blob<'a>(&'a self, run: &'a str, hash: &'a str) -> StoreFuture<'a, Option<Vec<u8>>> {
        self.effect(self.store.blob(run, hash))
    }

    fn delete_blob<'a>(&'a self, run: &'a str, hash: &'a str) -> StoreFuture<'a, ()> {
        self.write(self.effect(self.store.delete_blob(run, hash)))
    }

    fn delete_run<'a>(&'a self, run: &'a str) -> StoreFuture<'a, ()> {
        self.store.delete_run(run)
    }

    fn bytes(&self) -> StoreFuture<'_, u64> {
        self.store.bytes()
    }
}
