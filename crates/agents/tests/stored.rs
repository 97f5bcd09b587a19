//! A journal in a store: read back whole, handed over in batches, and what becomes of it when the store fails.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected must stop"
)]

mod support;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use amb_agents::host::{ContentHash, Host, HostError};
use amb_agents::journal::{
    Journal, JournalError, JournalFile, Keeper, LINES_VERSION, LoadError, Requested, RunLog,
};
use amb_agents::protocol::{ResearchRequest, Termination};
use amb_agents::run::{Crew, Resumed, read_back, resume_stored};
use amb_agents::settings::Settings;
use amb_agents::task::Session;
use amb_llm::http::{HttpRequest, Method, Reach};
use amb_store::{
    Batch, Body, MemoryStore, NewRun, RunHead, RunState, Store, StoreError, StoreFuture, StoredRun,
};
use futures::executor::block_on;
use futures::future::AbortHandle;
use support::{HARBOUR, TestHost, about, asked, run, small_windows};

const RUN: &str = "run";
const QUESTION: &str = "How tall is the lighthouse tower?";

/// Failure of an append.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Trouble {
    /// It is refused.
    Refused,
    /// It is kept, and its acknowledgement lost.
    Unacknowledged,
    /// The run is deleted.
    Deleted,
    /// Another writer adds a line before.
    OtherWriter,
}

/// A store in memory whose appends can go wrong.
#[derive(Default)]
struct Troubled {
    inner: MemoryStore,
    appends: Cell<usize>,
    plan: Cell<Option<(usize, Trouble)>>,
}

impl Troubled {
    fn trouble(&self) -> Option<Trouble> {
        self.appends.set(self.appends.get() + 1);
        let (number, trouble) = self.plan.get()?;
        (number == self.appends.get()).then_some(trouble)
    }

    fn lines(&self) -> Vec<String> {
        block_on(self.inner.load(RUN)).unwrap().lines
    }
}

impl Store for Troubled {
    fn is_durable(&self) -> bool {
        false
    }

    fn create_run<'a>(&'a self, run: &'a NewRun) -> StoreFuture<'a, ()> {
        self.inner.create_run(run)
    }

    fn append<'a>(&'a self, run: &'a str, batch: &'a Batch) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let lost = StoreError::Io {
                detail: "lost".to_owned(),
            };
            match self.trouble() {
                None => {}
                Some(Trouble::Refused) => {
                    let detail = "full".to_owned();
                    return Err(StoreError::Full { detail });
                }
                Some(Trouble::Unacknowledged) => {
                    self.inner.append(run, batch).await?;
                    return Err(lost);
                }
                Some(Trouble::Deleted) => self.inner.delete_run(run).await?,
                Some(Trouble::OtherWriter) => {
                    let lines = vec!["another's".to_owned()];
                    let at = batch.at;
                    let other = Batch {
                        at,
                        lines,
                        ..Batch::default()
                    };
                    self.inner.append(run, &other).await?;
                }
            }
            self.inner.append(run, batch).await
        })
    }

    fn runs(&self) -> StoreFuture<'_, Vec<RunHead>> {
        self.inner.runs()
    }

    fn load<'a>(&'a self, run: &'a str) -> StoreFuture<'a, StoredRun> {
        self.inner.load(run)
    }

    fn bodies<'a>(&'a self, hashes: &'a [String]) -> StoreFuture<'a, Vec<Option<Vec<u8>>>> {
        self.inner.bodies(hashes)
    }

    fn put_blob<'a>(&'a self, run: &'a str, hash: &'a str, bytes: &'a [u8]) -> StoreFuture<'a, ()> {
        self.inner.put_blob(run, hash, bytes)
    }

    fn blob<'a>(&'a self, run: &'a str, hash: &'a str) -> StoreFuture<'a, Option<Vec<u8>>> {
        self.inner.blob(run, hash)
    }

    fn delete_blob<'a>(&'a self, run: &'a str, hash: &'a str) -> StoreFuture<'a, ()> {
        self.inner.delete_blob(run, hash)
    }

    fn delete_run<'a>(&'a self, run: &'a str) -> StoreFuture<'a, ()> {
        self.inner.delete_run(run)
    }

    fn bytes(&self) -> StoreFuture<'_, u64> {
        self.inner.bytes()
    }
}

type Told = Rc<RefCell<Vec<&'static str>>>;

/// A journal in this store, and the failures it tells of.
fn kept_by(store: &Rc<Troubled>, request: &ResearchRequest) -> (Journal<TestHost>, Told) {
    let told = Told::default();
    let tell = Rc::clone(&told);
    let journal = Journal::new(TestHost::default());
    let log = block_on(RunLog::begin(
        Rc::clone(store) as Rc<dyn Store>,
        RUN,
        1,
        &journal.file().asked(vec![asked(request)]),
        Rc::new(move |error| tell.borrow_mut().push(error.kind())),
    ));
    journal.keep_in(log.unwrap());
    (journal, told)
}

fn load(store: Rc<dyn Store>) -> Result<JournalFile, LoadError> {
    let loaded = block_on(RunLog::open(store, RUN, Rc::new(|_| {})));
    loaded.map(|(file, _)| file)
}

fn finished() -> RunState {
    RunState::Finished {
        termination: "answer".to_owned(),
    }
}

/// BX-02: what a store was handed line by line is the journal that the run has in memory.
#[test]
fn bx_02_a_stored_journal_is_read_back_whole() {
    let store = Rc::new(Troubled::default());
    let request = about(HARBOUR, QUESTION);
    let (journal, _) = kept_by(&store, &request);
    let ran = run(&journal, &small_windows(), &request).unwrap();
    block_on(journal.close(ran.result.stands())).unwrap();
    let expected = journal.file().asked(vec![asked(&request)]);
    assert_eq!(load(Rc::clone(&store) as Rc<dyn Store>).unwrap(), expected);
    let effects = expected.records().len();
    assert_eq!(store.appends.get(), 1, "{effects} effects");
    let head = block_on(store.runs()).unwrap().remove(0);
    assert_eq!((head.state, head.created), (finished(), 1));
    assert_eq!(head.question, QUESTION);
    assert!(head.updated > 1_700_000_000_000);
}

/// Thousands of cheap effects cost a few transactions, and what waits for one is bounded.
#[test]
fn bx_02_cheap_effects_share_transactions() {
    let store = Rc::new(Troubled::default());
    let (journal, _) = kept_by(&store, &about(HARBOUR, QUESTION));
    for number in 0..3000 {
        journal.now().unwrap();
        let texts = vec![format!("text {number}")];
        block_on(journal.embed(&texts)).unwrap();
    }
    let lines = store.lines().len();
    assert!(lines > 3 * 3000 - 1500, "{lines}");
    assert!(store.appends.get() < 25, "{}", store.appends.get());
}

/// BX-02: wherever its lines end, a stored run goes on from there: what is on record is not asked again, and the
/// store has the whole journal in the end.
#[test]
fn bx_02_a_stored_run_goes_on_from_any_line() {
    let store = Rc::new(Troubled::default());
    let request = about(HARBOUR, QUESTION);
    let (journal, _) = kept_by(&store, &request);
    let ran = run(&journal, &small_windows(), &request).unwrap();
    block_on(journal.close(ran.result.stands())).unwrap();
    let (lines, file) = (store.lines(), journal.file());
    for end in (2..=lines.len()).step_by(7) {
        let half = Rc::new(MemoryStore::default());
        let bodies = block_on(all_bodies(&store.inner, &file, &request));
        block_on(half.create_run(&NewRun {
            id: RUN.to_owned(),
            question: QUESTION.to_owned(),
            format: LINES_VERSION,
            created: 1,
            lines: lines[..end].to_vec(),
            bodies,
        }))
        .unwrap();
        let resumed = resume(Rc::clone(&half) as Rc<dyn Store>);
        assert_eq!(resumed.unsaved, None);
        assert_eq!(resumed.result.stands(), finished(), "at line {end}");
        let effects = resumed.journal.records().len();
        assert_eq!(effects, file.records().len(), "at line {end}");
        assert_eq!(load(half).unwrap(), resumed.journal, "at line {end}");
    }
}

/// BX-02: wherever its lines end, a stored run can be looked at: it is shown as far as it had come, though nothing of
/// it was done yet, and nobody is asked.
#[test]
fn bx_02_a_stored_run_is_read_back_from_any_line() {
    let request = about(HARBOUR, QUESTION);
    let journal = Journal::new(TestHost::default());
    let ran = run(&journal, &small_windows(), &request).unwrap();
    let whole = journal.file().asked(vec![asked(&request)]);
    for end in 2..=whole.records().len() {
        let file = whole.clone().truncated(end);
        let read = block_on(read_back(file.clone(), Crew::for_settings, &|_| {})).unwrap();
        assert_eq!(read.result.doc_id, ran.result.doc_id, "{end} effects");
        assert_eq!(read.journal, file, "{end} effects");
        let expected = match read.result.answer {
            Some(_) => Termination::Answer,
            None => Termination::Aborted,
        };
        assert_eq!(read.result.termination, expected, "{end} effects");
    }
}

fn resume(store: Rc<dyn Store>) -> Resumed {
    let (_handle, stop) = AbortHandle::new_pair();
    let host = TestHost::later_world();
    let crew = Crew::for_settings;
    let keeper = Keeper::new(store, Rc::new(|_| {}));
    let resumed = resume_stored(RUN, host, &keeper, crew, &|_| {}, stop);
    block_on(resumed).unwrap()
}

/// Every body that the lines of a journal point at.
async fn all_bodies(
    store: &MemoryStore,
    file: &JournalFile,
    request: &ResearchRequest,
) -> Vec<Body> {
    let json: serde_json::Value = serde_json::from_str(&file.to_json().unwrap()).unwrap();
    let pointed = json["bodies"].as_object().unwrap().keys().cloned();
    let asked = ContentHash::of(&serde_json::to_vec(request).unwrap());
    let hashes: Vec<String> = pointed.chain([asked.to_string()]).collect();
    let found = store.bodies(&hashes).await.unwrap();
    let there = hashes.into_iter().zip(found);
    there
        .map(|(hash, bytes)| Body {
            hash,
            bytes: bytes.unwrap(),
        })
        .collect()
}

/// BX-02: a memory that is asked again leaves one journal, each request with the settings that it was carried out
/// with; as a file and in a store it is the same, and it is read back to the same memory.
#[test]
fn bx_02_each_request_of_a_journal_has_its_own_settings() {
    let first = asked(&about(HARBOUR, QUESTION));
    let second = Requested {
        request: about(
            "# Trade\n\nThe harbour sells herring.",
            "What does the harbour sell?",
        ),
        settings: Settings::default(),
        from: 0,
    };
    let journal = Journal::new(TestHost::default());
    let ran = run(&journal, &first.settings, &first.request).unwrap();
    let record = journal.file().asked(vec![first.clone()]);
    let journal = Journal::extend(TestHost::later_world(), record);
    let second = Requested {
        from: journal.len(),
        ..second
    };
    let mut session = Session::open(&journal, Some(ran.session), &second.request).unwrap();
    let (_handle, stop) = AbortHandle::new_pair();
    let crew = Crew::for_settings;
    let result = block_on(second.run(&journal, &mut session, crew, &|_| {}, stop)).unwrap();
    let file = journal.file().asked(vec![first, second]);

    let json = file.to_json().unwrap();
    assert_eq!(JournalFile::from_json(&json).unwrap().as_own(), file);
    let store: Rc<dyn Store> = Rc::new(MemoryStore::default());
    let log = RunLog::begin(Rc::clone(&store), RUN, 1, &file, Rc::new(|_| {}));
    block_on(log).map(drop).unwrap();
    assert_eq!(load(store).unwrap(), file);
    let again = block_on(read_back(file, crew, &|_| {})).unwrap();
    assert_eq!(again.result, result);
}

/// Asks for exchanges, each of which is stored before and after. The host has no network, which is an answer, too.
fn exchange(journal: &Journal<TestHost>, times: usize) -> Result<(), HostError> {
    for number in 0..times {
        journal.random()?;
        let request = HttpRequest {
            method: Method::Get,
            url: format!("https://example.org/{number}"),
            headers: Vec::new(),
            body: String::new(),
            credential: None,
            timeout: 1000,
            idle_timeout: 1000,
            max_bytes: 1000,
            reach: Reach::Any,
        };
        match block_on(journal.fetch(&request, &|_| {})) {
            Ok(_) | Err(HostError::Unavailable { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// A store that refuses a batch, or loses its acknowledgement, is told of once; the run goes on, and the store has
/// each line once in the end.
#[test]
fn bx_02_a_run_outlives_a_store_that_fails() {
    let request = about(HARBOUR, QUESTION);
    let sound = Rc::new(Troubled::default());
    let (journal, told) = kept_by(&sound, &request);
    exchange(&journal, 3).unwrap();
    block_on(journal.close(RunState::Paused)).unwrap();
    assert!(told.borrow().is_empty());
    assert_eq!(
        sound.appends.get(),
        7,
        "before and after each exchange, and the end"
    );
    for trouble in [Trouble::Refused, Trouble::Unacknowledged] {
        for number in 1..=6 {
            let store = Rc::new(Troubled::default());
            store.plan.set(Some((number, trouble)));
            let (journal, told) = kept_by(&store, &request);
            exchange(&journal, 3).unwrap();
            block_on(journal.close(RunState::Paused)).unwrap();
            assert_eq!(store.lines(), sound.lines(), "{trouble:?} at {number}");
            assert_eq!(told.borrow().len(), 1, "{trouble:?} at {number}");
        }
        let store = Rc::new(Troubled::default());
        store.plan.set(Some((7, trouble)));
        let (journal, _) = kept_by(&store, &request);
        exchange(&journal, 3).unwrap();
        assert!(block_on(journal.close(RunState::Paused)).is_err());
        block_on(journal.close(RunState::Paused)).unwrap();
        assert_eq!(store.lines(), sound.lines(), "{trouble:?} at the end");
        let head = block_on(store.load(RUN)).unwrap().head;
        assert_eq!(head.state, RunState::Paused, "{trouble:?} at the end");
    }
}

/// A run that was deleted, or that another writer goes on with, stops before it pays for anything more.
#[test]
fn bx_02_a_run_with_another_writer_stops() {
    for (trouble, kind) in [
        (Trouble::Deleted, "stored_run_not_found"),
        (Trouble::OtherWriter, "stored_run_wrong_index"),
    ] {
        for number in 1..=4 {
            let store = Rc::new(Troubled::default());
            store.plan.set(Some((number, trouble)));
            let (journal, told) = kept_by(&store, &about(HARBOUR, QUESTION));
            let stopped = exchange(&journal, 3);
            assert_eq!(
                stopped,
                Err(HostError::Abandoned),
                "{trouble:?} at {number}"
            );
            let asked = number.div_ceil(2);
            assert_eq!(journal.len(), 2 * asked, "{trouble:?} at {number}");
            assert_eq!(*told.borrow(), [kind]);
            assert_eq!(exchange(&journal, 1), Err(HostError::Abandoned));
        }
    }
}

/// Stored runs that cannot be read are told apart.
#[test]
fn stored_runs_that_cannot_be_read_are_told_apart() {
    let store = Rc::new(Troubled::default());
    let request = about(HARBOUR, QUESTION);
    let (journal, _) = kept_by(&store, &request);
    run(&journal, &small_windows(), &request).unwrap();
    block_on(journal.close(finished())).unwrap();
    let lines = store.lines();
    let bodies = block_on(all_bodies(&store.inner, &journal.file(), &request));
    let read = |format: u32, lines: &[String], bodies: &[Body]| {
        let other = Rc::new(MemoryStore::default());
        let new = NewRun {
            id: RUN.to_owned(),
            question: String::new(),
            format,
            created: 0,
            lines: lines.to_vec(),
            bodies: bodies.to_vec(),
        };
        block_on(other.create_run(&new)).unwrap();
        load(other)
    };
    assert!(read(LINES_VERSION, &lines, &bodies).is_ok());
    let newer = read(LINES_VERSION + 1, &lines, &bodies).unwrap_err();
    assert_eq!(newer.kind(), "journal_too_new");
    let missing = load(Rc::new(MemoryStore::default())).unwrap_err();
    assert_eq!(missing.kind(), "stored_run_not_found");
    let nothing = read(LINES_VERSION, &lines[..1], &[]).unwrap_err();
    assert_eq!(nothing.kind(), "journal_without_request");
    for damaged in 0..lines.len() {
        let mut garbled = lines.clone();
        garbled[damaged].truncate(9);
        let error = read(LINES_VERSION, &garbled, &bodies).unwrap_err();
        assert_eq!(error.kind(), "journal_malformed", "line {damaged}");
    }
    let mut without = lines.clone();
    without.remove(2);
    let error = read(LINES_VERSION, &without, &bodies).unwrap_err();
    let LoadError::Journal(JournalError::WrongLine { index: 2 }) = error else {
        panic!("{error}");
    };
    for damaged in 0..bodies.len() {
        let mut garbled = bodies.clone();
        garbled[damaged].bytes.push(0);
        let read = |bodies: &[Body]| read(LINES_VERSION, &lines, bodies).map(drop).unwrap_err();
        assert_eq!(read(&garbled).kind(), "journal_damaged", "body {damaged}");
        garbled.remove(damaged);
        assert_eq!(read(&garbled).kind(), "journal_damaged", "body {damaged}");
    }
}
