//! Runs beside long-term memory, over real HTTP on loopback: the next run gets the lessons of the one before.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected must stop"
)]

mod support;

use std::rc::Rc;

use amb_agents::journal::{Effect, JOURNAL_VERSION, Journal, JournalFile, NoHost, RunLog, Tell};
use amb_agents::protocol::{Event, MemoryPurpose, Termination};
use amb_agents::run::{Crew, read_back, resume};
use amb_agents::settings::{MemoryOptions, Settings};
use amb_scenarios::{Exchange, HttpHost, Kill, Ran, Scenario, all, run, unless_killed};
use amb_store::long_term::{MemoryCall, MemoryItemKind};
use amb_store::{MemoryStore, Store};
use futures::executor::block_on;
use support::{World, never};

const DEAD: &str = "https://dead.example/orrin";

fn named(name: &str) -> Scenario {
    let mut scenarios = all().unwrap().into_iter();
    scenarios.find(|scenario| scenario.name == name).unwrap()
}

/// Returns the scenario of the dead address, with an empty memory.
fn untaught() -> Scenario {
    let mut scenario = named("memory-dead-address");
    scenario.memory = Some(Default::default());
    scenario
}

/// Runs the scenario in this world; returns the run and the number of requests to the dead address.
fn asked_in_vain(scenario: &Scenario, world: &World) -> (Ran, usize) {
    let before = world.server.exchanges().len();
    let ran = run(scenario, &world.settings, &world.host, never()).unwrap();
    let exchanges = world.server.exchanges().split_off(before);
    let is_dead = |one: &&Exchange| one.kind != "llm" && one.sent.contains("dead.example");
    let dead = exchanges.iter().filter(is_dead).count();
    (ran, dead)
}

fn calls(host: &HttpHost) -> Vec<&'static str> {
    let memory = host.memory().unwrap();
    memory.calls().iter().map(MemoryCall::name).collect()
}

fn journal_of(scenario: &Scenario, world: &World) -> (Ran, JournalFile) {
    let journal = Journal::new(&world.host);
    let ran = run(scenario, &world.settings, &journal, never()).unwrap();
    let asked = vec![scenario.asked(world.settings.clone())];
    (ran, journal.file().asked(asked))
}

fn remembers(file: &JournalFile) -> usize {
    let is_memory = |effect: &Effect| matches!(effect, Effect::Remember { .. });
    let records = file.records().iter();
    records.filter(|record| is_memory(&record.effect)).count()
}

/// CG-10, BX-06: the second run gets the lesson of the first, each item with its source and reason, and does not fetch
/// the dead address again.
#[test]
fn cg_10_a_run_is_given_what_the_one_before_it_taught() {
    let scenario = untaught();
    let mut world = World::new(&scenario);
    let (first, dead) = asked_in_vain(&scenario, &world);
    assert!(dead > 0);
    assert_eq!(first.result.termination, Termination::Answer);
    let used = |ran: &Ran| -> usize {
        let is_use = |event: &&Event| matches!(event, Event::MemoryUsed { .. });
        ran.events.iter().filter(is_use).count()
    };
    assert_eq!(used(&first), 0);
    let learned = first.events.iter().find_map(|event| match event {
        Event::Learned {
            steps,
            fragments,
            why_nothing: None,
        } => Some((*steps, *fragments)),
        _ => None,
    });
    assert!(matches!(learned, Some((2, 1..))), "{learned:?}");

    // The rules that serve once serve the second run anew; its memory is the first one's.
    let again = World::new(&scenario);
    world.server = again.server;
    world.settings = again.settings;
    let memory = world.host.take_memory();
    world.host = again.host.with_memory(memory);
    let (second, dead) = asked_in_vain(&scenario, &world);
    assert_eq!(dead, 0);
    let items = second.events.iter().find_map(|event| match event {
        Event::MemoryUsed {
            purpose: MemoryPurpose::Step,
            items,
        } => Some(items.clone()),
        _ => None,
    });
    let items = items.unwrap();
    let told = items.iter().find(|item| item.text.contains(DEAD)).unwrap();
    assert_eq!(told.kind, MemoryItemKind::Fragment);
    assert!(!told.found_by.is_empty());
    let call_names = calls(&world.host);
    assert_eq!(
        call_names.iter().filter(|name| **name == "learn").count(),
        2
    );
}

/// BX-06: excluded items are not given; a memory that is switched off is neither read nor written.
#[test]
fn bx_06_what_is_taken_out_is_not_given_and_what_is_off_is_not_asked() {
    let mut scenario = named("memory-dead-address");
    let world = World::new(&scenario);
    let (ran, _) = asked_in_vain(&scenario, &world);
    let ids: Vec<String> = ran
        .events
        .iter()
        .filter_map(|event| match event {
            Event::MemoryUsed { items, .. } => Some(items),
            _ => None,
        })
        .flatten()
        .map(|item| item.id.clone())
        .collect();
    assert!(ids.len() >= 2, "{ids:?}");

    scenario.request.memory = Some(MemoryOptions {
        without: ids.clone(),
        ..MemoryOptions::default()
    });
    let world = World::new(&scenario);
    let (ran, dead) = asked_in_vain(&scenario, &world);
    assert!(dead > 0);
    let given = ran.events.iter().find_map(|event| match event {
        Event::MemoryUsed { items, .. } => items.iter().find(|item| ids.contains(&item.id)),
        _ => None,
    });
    assert_eq!(given, None);

    scenario.request.memory = Some(MemoryOptions {
        observe: Some(false),
        recall: Some(false),
        advise: Some(false),
        learn: Some(false),
        ..MemoryOptions::default()
    });
    let world = World::new(&scenario);
    asked_in_vain(&scenario, &world);
    assert_eq!(calls(&world.host), [""; 0]);
}

/// CG-06: the alarm comes in the step after the third repeat, names the strategy that helped before, and comes once.
#[test]
fn cg_06_a_loop_is_told_in_the_step_after_its_third_repeat() {
    let scenario = named("memory-loop");
    let world = World::new(&scenario);
    let ran = run(&scenario, &world.settings, &world.host, never()).unwrap();
    let mut failed = 0;
    let mut alarms = Vec::new();
    for event in &ran.events {
        match event {
            Event::ToolCall {
                succeeded: false, ..
            } => failed += 1,
            Event::LoopFound {
                actions, repeats, ..
            } => {
                assert_eq!(actions, &["visit"]);
                alarms.push((failed, *repeats));
            }
            _ => {}
        }
    }
    assert_eq!(alarms, [(3, 3)]);
    assert!(calls(&world.host).contains(&"escape"));
}

/// BX-06: without a language model a run stores its request, gets nothing, and reports that there is nothing to learn.
#[test]
fn bx_06_a_run_without_a_model_tells_and_does_not_learn() {
    let mut scenario = untaught();
    scenario.request.context = Some("The tower of Orrin is 42 metres tall.".to_owned());
    let world = World::new(&scenario);
    let ran = run(&scenario, &Settings::default(), &world.host, never()).unwrap();
    assert_eq!(calls(&world.host), ["observe"]);
    let why = ran.events.iter().find_map(|event| match event {
        Event::Learned {
            steps: 0,
            why_nothing,
            ..
        } => why_nothing.clone(),
        _ => None,
    });
    assert!(why.unwrap().contains("no steps to learn from"));
}

/// BX-02, BX-06: a run without memory leaves the journal that it always left, and older builds read it.
#[test]
fn bx_06_a_run_without_memory_leaves_the_same_journal() {
    let mut scenario = untaught();
    let with = journal_of(&scenario, &World::new(&scenario)).1;
    scenario.memory = None;
    let (ran, without) = journal_of(&scenario, &World::new(&scenario));
    assert!(remembers(&with) >= 4, "{}", remembers(&with));
    assert_eq!(remembers(&without), 0);
    let version = |file: &JournalFile| -> u64 {
        let json: serde_json::Value = serde_json::from_str(&file.to_json().unwrap()).unwrap();
        json["version"].as_u64().unwrap()
    };
    assert_eq!(
        (version(&with), version(&without)),
        (u64::from(JOURNAL_VERSION), 1)
    );

    // It replays identically beside a memory, which it never calls.
    scenario.memory = Some(Default::default());
    let beside = World::new(&scenario);
    let settings = without.requests[0].settings.clone();
    let journal = Journal::resume(&beside.host, without.as_own());
    let again = run(&scenario, &settings, &journal, never()).unwrap();
    assert_eq!(again.result, ran.result);
    assert_eq!(calls(&beside.host), [""; 0]);
}

/// Returns a run's events about memory.
fn of_memory(ran: &Ran) -> Vec<&Event> {
    let is_of_memory = |event: &&Event| {
        matches!(
            event,
            Event::MemoryUsed { .. }
                | Event::LoopFound { .. }
                | Event::Learned { .. }
                | Event::Warning { .. }
        )
    };
    ran.events.iter().filter(is_of_memory).collect()
}

/// BX-02: a replay needs no memory at all.
#[test]
fn bx_02_a_replay_is_answered_by_the_record() {
    for name in ["memory-dead-address", "memory-loop", "memory-fails"] {
        let scenario = named(name);
        let (ran, file) = journal_of(&scenario, &World::new(&scenario));
        let journal = Journal::resume(NoHost, file.clone());
        let settings = file.requests[0].settings.clone();
        let again = run(&scenario, &settings, &journal, never()).unwrap();
        assert_eq!(again.result, ran.result, "{name}");
        assert_eq!(of_memory(&again), of_memory(&ran), "{name}");
        let read = block_on(read_back(file, Crew::for_settings, &|_| {})).unwrap();
        assert_eq!(read.result.answer, ran.result.answer, "{name}");
    }
}

/// Returns the calls to memory of a run that was killed before this effect and goes on from its journal, read from a
/// text.
fn asked_after(scenario: &Scenario, effect: usize, own: bool) -> Vec<&'static str> {
    let world = World::new(scenario);
    world.host.fate().kill(Kill::Before(effect));
    let journal = Journal::new(&world.host);
    let dead = unless_killed(|| run(scenario, &world.settings, &journal, never()));
    assert!(dead.is_none(), "{effect}");
    let before = calls(&world.host).len();
    let asked = vec![scenario.asked(world.settings.clone())];
    let text = journal.file().asked(asked).to_json().unwrap();
    let file = JournalFile::from_json(&text).unwrap();
    let file = if own { file.as_own() } else { file };
    let resumed = resume(
        file,
        &world.host,
        None,
        Crew::for_settings,
        &|_| {},
        never(),
    );
    let resumed = block_on(resumed).unwrap();
    assert_eq!(resumed.result.termination, Termination::Answer, "{effect}");
    assert_eq!(resumed.journal.is_own(), own, "{effect}");
    calls(&world.host).split_off(before)
}

/// BX-05: a foreign journal that goes on here gets nothing from memory and is not learned, at any cut, also in the
/// middle of a call of memory; the caller's own journal is and does.
#[test]
fn bx_05_a_strangers_run_goes_on_without_the_memory_here() {
    let scenario = named("memory-dead-address");
    let world = World::new(&scenario);
    let (_, whole) = journal_of(&scenario, &world);
    let is_memory = |effect: &Effect| matches!(effect, Effect::Remember { .. });
    let mut records = whole.records().iter();
    let last = records
        .rposition(|record| is_memory(&record.effect))
        .unwrap();
    for effect in 0..whole.records().len() {
        assert_eq!(asked_after(&scenario, effect, false), [""; 0], "{effect}");
        let own = asked_after(&scenario, effect, true);
        assert_eq!(own.last(), (effect <= last).then_some(&"learn"), "{effect}");
    }
}

/// BX-05: a foreign journal stays foreign in a store.
#[test]
fn bx_05_a_strangers_run_stays_one_in_the_store() {
    let scenario = named("memory-dead-address");
    let (_, file) = journal_of(&scenario, &World::new(&scenario));
    let silent = || -> Tell { Rc::new(|error| panic!("the store failed: {error}")) };
    for own in [true, false] {
        let text = file.clone().truncated(3).to_json().unwrap();
        let read = JournalFile::from_json(&text).unwrap();
        let read = if own { read.as_own() } else { read };
        let store: Rc<dyn Store> = Rc::new(MemoryStore::default());
        let begun = RunLog::begin(Rc::clone(&store), "run", 1, &read, silent());
        block_on(begun).unwrap();
        let stored = block_on(RunLog::load(store.as_ref(), "run")).unwrap();
        assert_eq!(stored.is_own(), own);
    }
}
