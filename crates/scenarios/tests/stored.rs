//! Every scenario with its journal in SQLite: killed at each effect, the file opened again, and resumed.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected must stop"
)]

mod support;

use std::path::Path;
use std::rc::Rc;

use amb_agents::journal::{Journal, JournalFile, Keeper, RunLog, Tell};
use amb_agents::protocol::Termination;
use amb_agents::run::{Crew, Resumed, read_back, resume_stored};
use amb_scenarios::{Exchange, Kill, Ran, Scenario, all, run, unless_killed};
use amb_sqlite::SqliteStore;
use amb_store::{MemoryStore, RunHead, RunState, Store};
use futures::executor::block_on;
use futures::future::{AbortHandle, AbortRegistration};
use support::mortal_store::{MortalStore, Written};
use support::{Unbroken, World, bodies, each, folder, mended_provider, never};

const RUN: &str = "run";

fn silent() -> Tell {
    Rc::new(|error| panic!("the store failed: {error}"))
}

fn open(file: &Path) -> Rc<dyn Store> {
    Rc::new(block_on(SqliteStore::file(file)).unwrap())
}

/// A scenario in its world.
struct Played<'s> {
    scenario: &'s Scenario,
    world: World,
    written: Rc<Written>,
}

impl<'s> Played<'s> {
    fn new(scenario: &'s Scenario) -> Self {
        Self {
            scenario,
            world: World::new(scenario),
            written: Rc::default(),
        }
    }

    /// Runs the scenario with its journal in this file.
    fn run(&self, file: &Path) -> (Ran, JournalFile) {
        let store = MortalStore::new(open(file), self.world.host.fate(), &self.written);
        self.run_in(store, never())
    }

    fn run_in(&self, store: MortalStore, stop: AbortRegistration) -> (Ran, JournalFile) {
        let World { settings, host, .. } = &self.world;
        let journal = Journal::new(host);
        let asked = self.scenario.asked(settings.clone());
        let begun = journal.file().asked(vec![asked]);
        let log = RunLog::begin(Rc::new(store), RUN, 1, &begun, silent());
        journal.keep_in(block_on(log).unwrap());
        let ran = run(self.scenario, settings, &journal, stop).unwrap();
        block_on(journal.close(ran.result.stands())).unwrap();
        (ran, journal.file())
    }

    /// Reads the run back without a request.
    fn read_back(&self, store: Rc<dyn Store>) -> Resumed {
        let file = block_on(RunLog::load(store.as_ref(), RUN)).unwrap();
        block_on(read_back(file, Crew::for_settings, &|_| {})).unwrap()
    }

    fn resume(&self, store: Rc<dyn Store>) -> Resumed {
        let crew = Crew::for_settings;
        let emit = |_| {};
        let keeper = Keeper::new(store, silent());
        let resumed = resume_stored(RUN, &self.world.host, &keeper, crew, &emit, never());
        block_on(resumed).unwrap()
    }

    fn exchanges(&self) -> Vec<Exchange> {
        self.world.server.exchanges()
    }
}

fn head(store: &dyn Store) -> RunHead {
    block_on(store.load(RUN)).unwrap().head
}

/// A scenario that was carried out to its end, and when it can be killed.
struct Whole {
    unbroken: Unbroken,
    kills: Vec<Kill>,
}

impl Whole {
    /// A kill leaves another file only at an effect that writes it: of all effects up to the next write, the run need
    /// only be killed at the first.
    fn new(scenario: Scenario, file: &Path) -> Self {
        let played = Played::new(&scenario);
        let (ran, journal) = played.run(file);
        let (effects, exchanges) = (played.world.host.fate().effects(), played.exchanges());
        assert_eq!(effects, journal.records().len(), "{}", scenario.name);
        let written = played.written.take().into_iter();
        let unbroken = Unbroken::new(scenario, ran.result, exchanges, &journal);
        let kills = written.filter(|next| *next < effects).map(Kill::Before);
        let kills = kills.chain(unbroken.kills_under_way()).collect();
        Self { unbroken, kills }
    }
}

/// BX-02: a run killed at any effect is resumed from its file to the identical result, and no request is sent twice,
/// except one whose response was on its way at the kill. A run killed at a request has left in the file that request
/// and all its earlier effects.
#[test]
fn bx_02_a_run_killed_anywhere_resumes_from_its_file() {
    let folder = folder();
    let scenarios = all().unwrap().into_iter();
    let whole = scenarios.map(|scenario| {
        let file = folder.path().join(&scenario.name);
        Whole::new(scenario, &file)
    });
    let whole: Vec<Whole> = whole.collect();
    let kills = whole.iter().flat_map(|Whole { unbroken, kills }| {
        let kills = kills.iter();
        kills.map(move |kill| (unbroken, *kill))
    });
    each(&kills.collect::<Vec<_>>(), |(whole, kill)| {
        resumes_where_it_was_killed(whole, *kill);
    });
}

fn resumes_where_it_was_killed(whole: &Unbroken, kill: Kill) {
    let name = format!("{} killed {kill:?}", whole.scenario.name);
    let folder = folder();
    let file = folder.path().join("runs.sqlite");
    let played = Played::new(&whole.scenario);
    played.world.host.fate().kill(kill);
    let dead = unless_killed(|| played.run(&file));
    assert!(dead.is_none(), "{name}");

    let store = open(&file);
    assert_eq!(head(store.as_ref()).state, RunState::Running, "{name}");
    let journal = block_on(RunLog::load(store.as_ref(), RUN)).unwrap();
    let (Kill::Before(effect) | Kill::After(effect)) = kill;
    if whole.is_paid(effect) {
        assert_eq!(journal.records().len(), effect + 1, "{name}");
    }
    if kill == Kill::After(effect) {
        played.world.server.take_back_last();
    }
    played.world.host.rewind(&journal);
    let again = played.resume(Rc::clone(&store));
    assert_eq!(again.unsaved, None, "{name}");
    let (sent, expected) = (played.exchanges(), whole.sent_by(kill));
    assert_eq!(bodies(&sent), bodies(&expected), "{name}");
    assert_eq!(again.result, whole.result, "{name}");
    assert_eq!(head(store.as_ref()).state, whole.result.stands(), "{name}");
}

/// BX-02: a run that is stopped while the store is written has the store's state, and is read back unchanged.
#[test]
fn bx_02_a_run_that_is_stopped_while_the_store_is_written_is_read_back_as_it_was() {
    for name in ["image", "long-document-and-web", "memory-second-run"] {
        let scenario = all().unwrap().into_iter().find(|one| one.name == name);
        let scenario = scenario.unwrap();
        for number in 0.. {
            let played = Played::new(&scenario);
            let inner: Rc<dyn Store> = Rc::new(MemoryStore::default());
            let (handle, stop) = AbortHandle::new_pair();
            let fate = played.world.host.fate();
            let store = MortalStore::new(Rc::clone(&inner), fate, &played.written);
            let (ran, _) = played.run_in(store.stopping(number, handle), stop);
            assert_eq!(
                played.read_back(inner).result,
                ran.result,
                "{name}, write {number}"
            );
            if ran.result.termination != Termination::Aborted {
                assert!(number > 5, "{name}: it was stopped");
                break;
            }
        }
    }
}

/// BX-02: a run's file is read back without a network, to the identical result; a finished run is resumed to the same.
#[test]
fn bx_02_a_finished_run_is_read_back_without_a_network() {
    for scenario in all().unwrap() {
        let folder = folder();
        let file = folder.path().join("runs.sqlite");
        let played = Played::new(&scenario);
        let (ran, _) = played.run(&file);
        let sent = played.exchanges().len();
        let store = open(&file);
        let before = head(store.as_ref());
        assert_eq!(before.state, ran.result.stands(), "{}", scenario.name);
        let again = played.read_back(Rc::clone(&store));
        assert_eq!(again.result, ran.result, "{}", scenario.name);
        if ran.result.termination != Termination::Error {
            let again = played.resume(Rc::clone(&store));
            assert_eq!(again.result, ran.result, "{}", scenario.name);
        }
        assert_eq!(head(store.as_ref()), before, "{}", scenario.name);
        assert_eq!(played.exchanges().len(), sent, "{}", scenario.name);
    }
}

/// BX-02: a failed run goes on from its file once the cause is fixed, repeats only the failed request, and can be read
/// back again.
#[test]
fn bx_02_a_failed_run_goes_on_from_its_file() {
    let scenario = mended_provider();
    let folder = folder();
    let file = folder.path().join("runs.sqlite");
    let played = Played::new(&scenario);
    let (failed, _) = played.run(&file);
    assert_eq!(failed.result.termination, Termination::Error);
    let before = played.exchanges().len();
    let again = played.resume(open(&file));
    assert_eq!(again.result.error, None);
    assert_eq!(again.result.termination, Termination::Answer);
    let asked = played.exchanges().split_off(before);
    let asked: Vec<_> = asked.iter().map(|one| one.asks.as_str()).collect();
    assert_eq!(asked, ["plan", "answer"]);
    let store = open(&file);
    assert_eq!(head(store.as_ref()).state, again.result.stands());
    assert_eq!(played.read_back(store).result, again.result);
    assert_eq!(played.exchanges().len(), before + 2);
}

/// MB-16, BX-02: a recognised image is in the file after the run, an unused one is not, and both are deleted with the
/// run.
#[test]
fn mb_16_recognised_images_are_kept_in_the_store_until_the_run_is_deleted() {
    let scenarios = all().unwrap();
    let scenario = scenarios.iter().find(|one| one.name == "image").unwrap();
    let folder = folder();
    let file = folder.path().join("runs.sqlite");
    let played = Played::new(scenario);
    let (ran, _) = played.run(&file);
    assert_eq!(played.world.host.blobs(), Vec::<String>::new());
    let entries = ran.result.interaction_tree.entries.values();
    let attached: Vec<String> = entries
        .flat_map(|entry| &entry.attachments)
        .map(|attachment| attachment.content.clone())
        .collect();
    assert!(!attached.is_empty());
    let store = open(&file);
    for hash in &attached {
        let blob = block_on(store.blob(RUN, hash)).unwrap();
        assert!(blob.is_some_and(|bytes| !bytes.is_empty()));
    }
    block_on(store.delete_run(RUN)).unwrap();
    assert_eq!(block_on(store.bytes()), Ok(0));
}
