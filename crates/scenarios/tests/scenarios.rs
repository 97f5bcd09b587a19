//! Every scenario on a native host, over real HTTP on loopback: unbroken, replayed, and killed at each effect.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected must stop"
)]

mod support;

use amb_agents::event::Event;
use amb_agents::host::Host;
use amb_agents::journal::{Journal, JournalFile, NoHost};
use amb_agents::run::{Crew, Termination, export_session, import_session, resume};
use amb_scenarios::{
    Exchange, HttpHost, KEY, Ran, Scenario, Server, all, faults, holds_key, network, run, settings,
};
use futures::executor::block_on;
use futures::future::AbortHandle;
use support::{bodies, mended_provider, never, provider_that_refused_in_its_stream};

/// Runs a scenario unbroken; its journal, and what the server was sent.
fn unbroken(scenario: &Scenario) -> (Ran, JournalFile, Vec<Exchange>) {
    let server = Server::start(scenario.clone(), 0).unwrap();
    let settings = settings(scenario, server.address()).unwrap();
    let journal = Journal::new(HttpHost::new(network(server.address()).unwrap()));
    let ran = run(scenario, &settings, &journal, never()).unwrap();
    (ran, journal.file(), server.exchanges())
}

/// MB-07, MB-08 to MB-13, MB-16 to MB-22, BX-03, BX-04, BX-05, BX-09: each scenario comes out as its file says.
#[test]
fn every_scenario_comes_out_as_it_says() {
    let mut wrong = Vec::new();
    for scenario in all().unwrap() {
        let (ran, _, exchanges) = unbroken(&scenario);
        for fault in faults(&scenario.expect, &ran, &exchanges) {
            wrong.push(format!("{}: {fault}", scenario.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// BX-02: a journal replays without a network to the identical result, and holds no key.
#[test]
fn every_scenario_replays_to_the_identical_result() {
    for scenario in all().unwrap() {
        let server = Server::start(scenario.clone(), 0).unwrap();
        let settings = settings(&scenario, server.address()).unwrap();
        let journal = Journal::new(HttpHost::new(network(server.address()).unwrap()));
        let ran = run(&scenario, &settings, &journal, never()).unwrap();
        let file = journal.file();
        let holds = file.to_json().unwrap().contains(KEY) || holds_key(&file);
        assert!(!holds, "{}", scenario.name);
        drop(server);
        let replay = Journal::resume(NoHost, file);
        let again = run(&scenario, &settings, &replay, never()).unwrap();
        assert_eq!(again.result, ran.result, "{}", scenario.name);
    }
}

/// BX-02: a run killed at any exchange with the world resumes to the identical result, and nothing is asked
/// twice: the requests of both halves together are those of the unbroken run.
#[test]
fn a_run_killed_anywhere_resumes_and_pays_for_nothing_twice() {
    std::thread::scope(|threads| {
        for scenario in all().unwrap() {
            threads.spawn(move || kill_everywhere(&scenario));
        }
    });
}

fn kill_everywhere(scenario: &Scenario) {
    let (whole, _, asked) = unbroken(scenario);
    for kill in 0..asked.len() {
        let server = Server::start(scenario.clone(), 0).unwrap();
        let settings = settings(scenario, server.address()).unwrap();
        let host = HttpHost::new(network(server.address()).unwrap());
        let (handle, stop) = AbortHandle::new_pair();
        host.die_at(kill, handle);
        let journal = Journal::new(&host);
        let dead = run(scenario, &settings, &journal, stop).unwrap();
        let name = format!("{} killed at exchange {kill}", scenario.name);
        assert_eq!(dead.result.termination, Termination::Aborted, "{name}");
        assert_eq!(server.exchanges().len(), kill, "{name}");

        host.revive();
        let resumed = Journal::resume(&host, journal.file());
        let again = run(scenario, &settings, &resumed, never()).unwrap();
        let sent = server.exchanges();
        assert_eq!(bodies(&sent), bodies(&asked), "{name}");
        assert_eq!(again.result.answer, whole.result.answer, "{name}");
        assert_eq!(again.result.error, whole.result.error, "{name}");
        let termination = again.result.termination;
        assert_eq!(termination, whole.result.termination, "{name}");
        let ledger = again.result.usage.ledger;
        assert_eq!(ledger, whole.result.usage.ledger, "{name}");
        assert_eq!(again.result.query_graph, whole.result.query_graph, "{name}");
        assert_eq!(
            again.result.interaction_tree, whole.result.interaction_tree,
            "{name}"
        );
    }
}

/// MB-24, BX-08: what came of a scenario is exported and imported without a change; images that were not
/// recognised are no part of it.
#[test]
fn mb_24_every_scenario_survives_its_export() {
    for scenario in all().unwrap() {
        let (ran, _, _) = unbroken(&scenario);
        let file = export_session(&ran.session, &ran.result).unwrap();
        assert!(!file.contains("base64"), "{}", scenario.name);
        let imported = import_session(&file);
        let (_, result) = imported.unwrap_or_else(|error| panic!("{}: {error}", scenario.name));
        let graphs = [&result.query_graph, &ran.result.query_graph].map(as_imported);
        assert_eq!(graphs[0], graphs[1], "{}", scenario.name);
        let answers = [&result.answer, &ran.result.answer].map(as_imported);
        assert_eq!(answers[0], answers[1], "{}", scenario.name);
        assert_eq!(result.usage, ran.result.usage, "{}", scenario.name);
    }
}

/// A part of a result as JSON, with the labels that it has after an import (BX-05).
fn as_imported(part: &impl serde::Serialize) -> String {
    let json = serde_json::to_string(part).unwrap();
    let labels = ["given", "named_page", "found_page", "snippet"];
    labels.iter().fold(json, |json, label| {
        json.replace(&format!("\"trust\":\"{label}\""), "\"trust\":\"imported\"")
    })
}

/// The scenario of this name.
fn named(name: &str) -> Scenario {
    let mut scenarios = all().unwrap().into_iter();
    scenarios.find(|scenario| scenario.name == name).unwrap()
}

/// MB-18: the user stops a run wherever it is: it says so, keeps what it remembered, and asks for nothing more.
#[test]
fn mb_18_a_run_that_the_user_stops_keeps_its_memory_and_asks_for_nothing_more() {
    let scenario = named("multi-hop");
    let (whole, _, asked) = unbroken(&scenario);
    for stop in 0..asked.len() {
        let server = Server::start(scenario.clone(), 0).unwrap();
        let settings = settings(&scenario, server.address()).unwrap();
        let host = HttpHost::new(network(server.address()).unwrap());
        let (handle, stopped) = AbortHandle::new_pair();
        host.die_at(stop, handle);
        let ran = run(&scenario, &settings, &host, stopped).unwrap();
        let name = format!("stopped at exchange {stop}");
        assert_eq!(ran.result.termination, Termination::Aborted, "{name}");
        assert_eq!(ran.result.error, None, "{name}");
        assert_eq!(ran.result.answer, None, "{name}");
        assert!(
            matches!(ran.events.last(), Some(Event::RunFinished { .. })),
            "{name}"
        );
        let told = ran.events.iter();
        let added = told.filter(|event| matches!(event, Event::NodeAdded { .. }));
        let kept = &ran.result.query_graph.nodes;
        assert_eq!(kept.len(), added.count(), "{name}");
        assert!(
            kept.keys()
                .all(|id| whole.result.query_graph.nodes.contains_key(id)),
            "{name}"
        );
        let entries = ran.result.interaction_tree.entries.values();
        assert!(
            entries.clone().all(|entry| {
                let mut known = whole.result.interaction_tree.entries.values();
                known.any(|other| other.text == entry.text)
            }),
            "{name}"
        );
        drop(ran);
        std::thread::sleep(std::time::Duration::from_millis(2));
        assert_eq!(server.exchanges().len(), stop, "{name}");
    }
}

/// MB-16: a recognised image stays in the blob store, one that nobody looked at does not.
#[test]
fn mb_16_images_left_over_are_removed_when_the_task_ends() {
    let scenario = named("image");
    let server = Server::start(scenario.clone(), 0).unwrap();
    let settings = settings(&scenario, server.address()).unwrap();
    let host = HttpHost::new(network(server.address()).unwrap());
    let ran = run(&scenario, &settings, &host, never()).unwrap();
    let entries = ran.result.interaction_tree.entries.values();
    let attached: Vec<String> = entries
        .flat_map(|entry| &entry.attachments)
        .map(|attachment| attachment.content.clone())
        .collect();
    assert_eq!(host.blobs(), attached);
}

/// BX-02, MB-16: a run that goes on with another host than it began with still has its images.
#[test]
fn bx_02_a_run_that_goes_on_elsewhere_still_has_its_images() {
    for name in ["image", "images-only"] {
        let scenario = named(name);
        let server = Server::start(scenario.clone(), 0).unwrap();
        let settings = settings(&scenario, server.address()).unwrap();
        let first = HttpHost::new(network(server.address()).unwrap());
        let (handle, stop) = AbortHandle::new_pair();
        first.die_at(1, handle);
        let journal = Journal::new(&first);
        run(&scenario, &settings, &journal, stop).unwrap();

        let other = HttpHost::new(network(server.address()).unwrap());
        // What it draws must differ from what the first drew.
        for _ in 0..1000 {
            other.random().unwrap();
        }
        let resumed = Journal::resume(&other, journal.file());
        let ran = run(&scenario, &settings, &resumed, never()).unwrap();
        let wrong = faults(&scenario.expect, &ran, &server.exchanges());
        assert_eq!(wrong, [""; 0], "{name}");
    }
}

/// BX-02: a run that a failure ended goes on once its cause is mended, and pays for nothing twice.
#[test]
fn bx_02_a_run_that_failed_goes_on_once_its_cause_is_mended() {
    for scenario in [mended_provider(), provider_that_refused_in_its_stream()] {
        goes_on_once_mended(scenario);
    }
}

fn goes_on_once_mended(scenario: Scenario) {
    let server = Server::start(scenario.clone(), 0).unwrap();
    let settings = settings(&scenario, server.address()).unwrap();
    let host = HttpHost::new(network(server.address()).unwrap());
    let journal = Journal::new(&host);
    let failed = run(&scenario, &settings, &journal, never()).unwrap();
    assert_eq!(failed.result.termination, Termination::Error);
    let before = server.exchanges().len();

    let file = journal.file().asked(vec![scenario.asked(settings)]);
    let again = resume(file, &host, None, Crew::for_settings, &|_| {}, never());
    let again = block_on(again).unwrap();
    assert_eq!(again.result.error, None);
    assert_eq!(again.result.termination, Termination::Answer);
    assert_eq!(again.result.query_graph, failed.result.query_graph);
    let asked: Vec<String> = server
        .exchanges()
        .drain(before..)
        .map(|one| one.asks)
        .collect();
    assert_eq!(asked, ["plan", "answer"]);
}
