//! A run that the store keeps for another, or of a file: what becomes of its record and its bytes.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected must stop"
)]

mod support;

use std::cell::RefCell;
use std::rc::Rc;

use amb_agents::host::Host;
use amb_agents::journal::{Journal, JournalFile, Keeper, RunLog};
use amb_store::{MemoryStore, RunState, Store, StoreError};
use futures::executor::block_on;
use support::{HARBOUR, TestHost, about, asked};

const RUN: &str = "run";
const QUESTION: &str = "How tall is the lighthouse tower?";

/// BX-02, MB-16: a run that takes the place of another one has the bytes that this had kept, such as an image that waits.
#[test]
fn bx_02_a_run_that_takes_the_place_of_another_has_its_bytes() {
    let keeper = faultless();
    let requests = [asked(&about(HARBOUR, QUESTION))];
    let first = Journal::new(TestHost::default());
    block_on(keeper.keep(&first, "first", &requests, None)).unwrap();
    let image = block_on(first.put_blob(b"an image")).unwrap();
    let gone = block_on(first.put_blob(b"looked at")).unwrap();
    block_on(first.delete_blob(&gone)).unwrap();
    block_on(first.close(RunState::Paused)).unwrap();
    let record = first.file().asked(requests.to_vec());
    let second = Journal::extend(TestHost::default(), record);
    block_on(keeper.keep(&second, "second", &requests, Some("first"))).unwrap();
    block_on(keeper.forget("first"));
    let found = block_on(second.get_blob(&image)).unwrap();
    assert_eq!(found.as_deref(), Some(b"an image".as_slice()));
    assert_eq!(block_on(second.get_blob(&gone)).unwrap(), None);
}

/// BX-02, MB-16: likewise a run that is taken up from a file, and kept from then on: what was put before it was kept, and
/// what it finds on record afterwards.
#[test]
fn bx_02_a_run_that_is_kept_from_a_file_on_has_its_bytes() {
    let requests = [asked(&about(HARBOUR, QUESTION))];
    let first = Journal::new(TestHost::default());
    let earlier = block_on(first.put_blob(b"of an earlier request")).unwrap();
    let image = block_on(first.put_blob(b"an image")).unwrap();
    let gone = block_on(first.put_blob(b"looked at")).unwrap();
    block_on(first.delete_blob(&gone)).unwrap();
    let record = first.file().asked(requests.to_vec());
    let again = Journal::resume(TestHost::default(), record);
    block_on(again.put_blob(b"of an earlier request")).unwrap();
    block_on(faultless().keep(&again, "again", &requests, None)).unwrap();
    block_on(again.put_blob(b"an image")).unwrap();
    block_on(again.put_blob(b"looked at")).unwrap();
    block_on(again.delete_blob(&gone)).unwrap();
    assert!(again.is_kept() && again.len() == 4);
    let found = |hash| block_on(again.get_blob(hash)).unwrap();
    assert_eq!(
        found(&earlier).as_deref(),
        Some(b"of an earlier request".as_slice())
    );
    assert_eq!(found(&image).as_deref(), Some(b"an image".as_slice()));
    assert_eq!(found(&gone), None);
}

/// BX-02: a run that is taken up from a file goes on in the store that has it, unless it went on there since.
#[test]
fn bx_02_a_run_whose_journal_the_store_has_goes_on_there() {
    let store: Rc<dyn Store> = Rc::new(MemoryStore::default());
    let told = Rc::new(RefCell::new(Vec::new()));
    let teller = Rc::clone(&told);
    let tell = Rc::new(move |error: &StoreError| teller.borrow_mut().push(error.kind()));
    let keeper = Keeper::new(Rc::clone(&store), tell);
    let requests = [asked(&about(HARBOUR, QUESTION))];
    let first = Journal::new(TestHost::default());
    block_on(keeper.keep(&first, RUN, &requests, None)).unwrap();
    block_on(first.put_blob(b"an image")).unwrap();
    block_on(first.close(RunState::Paused)).unwrap();
    let record = first.file().asked(requests.to_vec());

    let again = Journal::extend(TestHost::default(), record.clone());
    block_on(keeper.keep(&again, RUN, &requests, None)).unwrap();
    block_on(again.put_blob(b"another one")).unwrap();
    block_on(again.close(RunState::Paused)).unwrap();
    assert_eq!(load(&store), again.file().asked(requests.to_vec()));
    assert!(told.borrow().is_empty(), "{told:?}");

    let late = Journal::extend(TestHost::default(), record);
    block_on(keeper.keep(&late, RUN, &requests, None)).unwrap();
    assert!(!late.is_kept());
    assert_eq!(*told.borrow(), ["stored_run_exists"]);
    assert_eq!(load(&store).records().len(), again.len());
}

/// Keeps runs in a store that is empty at first, and never fails.
fn faultless() -> Keeper {
    let store: Rc<dyn Store> = Rc::new(MemoryStore::default());
    Keeper::new(store, Rc::new(|error| panic!("the store failed: {error}")))
}

fn load(store: &Rc<dyn Store>) -> JournalFile {
    block_on(RunLog::load(store.as_ref(), RUN)).unwrap()
}
