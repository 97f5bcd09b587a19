//! Every scenario on a native host, over real HTTP on loopback: unbroken, replayed, and killed at each effect.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected must stop"
)]

use amb_agents::journal::{Journal, JournalFile, NoHost};
use amb_agents::run::Termination;
use amb_scenarios::{
    Exchange, HttpHost, Ran, Scenario, Server, all, faults, network, run, settings,
};
use futures::future::AbortHandle;

fn never() -> futures::future::AbortRegistration {
    AbortHandle::new_pair().1
}

/// Runs a scenario unbroken; its journal, and what the server was sent.
fn unbroken(scenario: &Scenario) -> (Ran, JournalFile, Vec<Exchange>) {
    let server = Server::start(scenario.clone(), 0).unwrap();
    let settings = settings(scenario, server.address()).unwrap();
    let journal = Journal::new(HttpHost::new(network(server.address()).unwrap()));
    let ran = run(scenario, &settings, &journal, never()).unwrap();
    (ran, journal.file(), server.exchanges())
}

/// MB-07, MB-08 to MB-13, MB-16 to MB-22, BX-04, BX-05, BX-09: each scenario comes out as its file says.
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
        assert!(
            !file.to_json().unwrap().contains(amb_scenarios::KEY),
            "{}",
            scenario.name
        );
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
    for scenario in all().unwrap() {
        let (whole, _, asked) = unbroken(&scenario);
        for kill in 0..asked.len() {
            let server = Server::start(scenario.clone(), 0).unwrap();
            let settings = settings(&scenario, server.address()).unwrap();
            let host = HttpHost::new(network(server.address()).unwrap());
            let (handle, stop) = AbortHandle::new_pair();
            host.die_at(kill, handle);
            let journal = Journal::new(&host);
            let dead = run(&scenario, &settings, &journal, stop).unwrap();
            let name = format!("{} killed at exchange {kill}", scenario.name);
            assert_eq!(dead.result.termination, Termination::Aborted, "{name}");
            assert_eq!(server.exchanges().len(), kill, "{name}");

            host.revive();
            let resumed = Journal::resume(&host, journal.file());
            let again = run(&scenario, &settings, &resumed, never()).unwrap();
            let sent = server.exchanges();
            assert_eq!(bodies(&sent), bodies(&asked), "{name}");
            assert_eq!(again.result.answer, whole.result.answer, "{name}");
            assert_eq!(again.result.query_graph, whole.result.query_graph, "{name}");
            assert_eq!(
                again.result.interaction_tree, whole.result.interaction_tree,
                "{name}"
            );
        }
    }
}

/// The bodies of what was sent.
fn bodies(exchanges: &[Exchange]) -> Vec<&str> {
    exchanges
        .iter()
        .filter_map(|exchange| exchange.sent.rsplit('\n').next())
        .collect()
}
