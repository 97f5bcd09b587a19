//! Every scenario with its journal in SQLite: killed at each exchange, the file opened again, and resumed.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected must stop"
)]

mod support;

use std::path::Path;
use std::rc::Rc;

use amb_agents::journal::{Journal, Keeper, RunLog, Tell};
use amb_agents::run::{Crew, Resumed, Termination, read_back, resume_stored};
use amb_agents::settings::Settings;
use amb_scenarios::{HttpHost, Ran, Scenario, Server, all, network, run, settings};
use amb_sqlite::SqliteStore;
use amb_store::{RunHead, RunState, Store};
use futures::executor::block_on;
use futures::future::{AbortHandle, AbortRegistration};
use support::{bodies, mended_provider, never};

const RUN: &str = "run";

fn silent() -> Tell {
    Rc::new(|error| panic!("the store failed: {error}"))
}

fn open(file: &Path) -> Rc<dyn Store> {
    Rc::new(block_on(SqliteStore::file(file)).unwrap())
}

/// A scenario whose server runs.
struct World<'s> {
    scenario: &'s Scenario,
    server: Server,
    settings: Settings,
    host: HttpHost,
}

impl<'s> World<'s> {
    fn new(scenario: &'s Scenario) -> Self {
        let server = Server::start(scenario.clone(), 0).unwrap();
        let settings = settings(scenario, server.address()).unwrap();
        let host = HttpHost::new(network(server.address()).unwrap());
        Self {
            scenario,
            server,
            settings,
            host,
        }
    }

    /// Runs the scenario with its journal in this store; says how it ended only if it is told to.
    fn run(&self, store: Rc<dyn Store>, stop: AbortRegistration, ends: bool) -> Ran {
        let journal = Journal::new(&self.host);
        let asked = self.scenario.asked(self.settings.clone());
        let file = journal.file().asked(vec![asked]);
        let log = RunLog::begin(store, RUN, 1, &file, silent());
        journal.keep_in(block_on(log).unwrap());
        let ran = run(self.scenario, &self.settings, &journal, stop).unwrap();
        if ends {
            block_on(journal.close(ran.result.stands())).unwrap();
        }
        ran
    }

    /// Reads the run back; asks nobody.
    fn read_back(&self, store: Rc<dyn Store>) -> Resumed {
        let file = block_on(RunLog::load(store.as_ref(), RUN)).unwrap();
        block_on(read_back(file, Crew::for_settings, &|_| {})).unwrap()
    }

    fn resume(&self, store: Rc<dyn Store>) -> Resumed {
        let crew = Crew::for_settings;
        let emit = |_| {};
        let keeper = Keeper::new(store, silent());
        let resumed = resume_stored(RUN, &self.host, &keeper, crew, &emit, never());
        block_on(resumed).unwrap()
    }
}

fn head(store: &dyn Store) -> RunHead {
    block_on(store.load(RUN)).unwrap().head
}

/// BX-02: a run killed at any exchange with the world is read back from its file and resumed: nothing is sent
/// twice, and the graph is identical. When it was killed, the exchange that it had asked for stood in the file.
#[test]
fn bx_02_a_run_killed_anywhere_resumes_from_its_file() {
    std::thread::scope(|threads| {
        for scenario in all().unwrap() {
            threads.spawn(move || kill_everywhere(&scenario));
        }
    });
}

fn kill_everywhere(scenario: &Scenario) {
    let folder = tempfile::tempdir().unwrap();
    let unbroken = World::new(scenario);
    let whole = unbroken.run(open(&folder.path().join("whole")), never(), true);
    let asked = unbroken.server.exchanges();
    for kill in 0..asked.len() {
        let name = format!("{} killed at exchange {kill}", scenario.name);
        let file = folder.path().join(kill.to_string());
        let world = World::new(scenario);
        let (handle, stop) = AbortHandle::new_pair();
        world.host.die_at(kill, handle);
        world.run(open(&file), stop, false);
        assert_eq!(world.server.exchanges().len(), kill, "{name}");

        let store = open(&file);
        let left = block_on(store.load(RUN)).unwrap();
        assert_eq!(left.head.state, RunState::Running, "{name}");
        assert_eq!(unanswered(&left.lines), 1, "{name}");
        world.host.revive();
        let again = world.resume(Rc::clone(&store));
        assert_eq!(again.unsaved, None, "{name}");
        assert_eq!(bodies(&world.server.exchanges()), bodies(&asked), "{name}");
        assert_eq!(again.result.answer, whole.result.answer, "{name}");
        assert_eq!(again.result.error, whole.result.error, "{name}");
        assert_eq!(again.result.query_graph, whole.result.query_graph, "{name}");
        assert_eq!(
            again.result.interaction_tree, whole.result.interaction_tree,
            "{name}"
        );
        assert_eq!(head(store.as_ref()).state, whole.result.stands(), "{name}");
    }
}

/// BX-02: what a run left in its file is read back without a network, to the identical result; one that came to its
/// end is resumed to the same.
#[test]
fn bx_02_a_finished_run_is_read_back_without_a_network() {
    for scenario in all().unwrap() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("runs.sqlite");
        let world = World::new(&scenario);
        let ran = world.run(open(&file), never(), true);
        let sent = world.server.exchanges().len();
        let store = open(&file);
        let before = head(store.as_ref());
        assert_eq!(before.state, ran.result.stands(), "{}", scenario.name);
        let again = world.read_back(Rc::clone(&store));
        assert_eq!(again.result, ran.result, "{}", scenario.name);
        if ran.result.termination != Termination::Error {
            let again = world.resume(Rc::clone(&store));
            assert_eq!(again.result, ran.result, "{}", scenario.name);
        }
        assert_eq!(head(store.as_ref()), before, "{}", scenario.name);
        assert_eq!(world.server.exchanges().len(), sent, "{}", scenario.name);
    }
}

/// BX-02: a run that a failure ended goes on from its file once the cause is mended, asks for what failed once more,
/// and for nothing else; what it left is read back once more.
#[test]
fn bx_02_a_failed_run_goes_on_from_its_file() {
    let scenario = mended_provider();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("runs.sqlite");
    let world = World::new(&scenario);
    let failed = world.run(open(&file), never(), true);
    assert_eq!(failed.result.termination, Termination::Error);
    let before = world.server.exchanges().len();
    let again = world.resume(open(&file));
    assert_eq!(again.result.error, None);
    assert_eq!(again.result.termination, Termination::Answer);
    let asked = world.server.exchanges().split_off(before);
    let asked: Vec<_> = asked.iter().map(|one| one.asks.as_str()).collect();
    assert_eq!(asked, ["plan", "answer"]);
    let store = open(&file);
    assert_eq!(head(store.as_ref()).state, again.result.stands());
    assert_eq!(world.read_back(store).result, again.result);
    assert_eq!(world.server.exchanges().len(), before + 2);
}

/// MB-16, BX-02: a recognised image is in the file after the run, one that nobody looked at is not, and both go
/// with the run.
#[test]
fn mb_16_recognised_images_are_kept_in_the_store_until_the_run_is_deleted() {
    let scenarios = all().unwrap();
    let scenario = scenarios.iter().find(|one| one.name == "image").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("runs.sqlite");
    let world = World::new(scenario);
    let ran = world.run(open(&file), never(), true);
    assert_eq!(world.host.blobs(), Vec::<String>::new());
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

/// Effects that a journal asks for and does not answer.
fn unanswered(lines: &[String]) -> usize {
    let of_kind = |kind: &str| {
        let start = format!("{{\"{kind}\":");
        lines.iter().filter(|line| line.starts_with(&start)).count()
    };
    of_kind("asked") - of_kind("answered")
}
