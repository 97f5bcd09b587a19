//! Every scenario on a native host, over real HTTP on loopback: unbroken, replayed, and killed at each effect.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected must stop"
)]

mod support;

use std::collections::BTreeSet;

use amb_agents::host::Host;
use amb_agents::journal::{Journal, JournalFile, NoHost};
use amb_agents::protocol::{Event, Termination};
use amb_agents::run::{Crew, export_session, import_session, resume};
use amb_scenarios::{
    Exchange, HttpHost, Kill, Ran, Scenario, all, embed_words, faults, holds_secret,
    holds_secret_body, network, run, unless_killed,
};
use futures::executor::block_on;
use futures::future::AbortHandle;
use support::{
    Unbroken, World, bodies, each, mended_provider, never, provider_that_refused_in_its_stream,
};

/// Runs a scenario unbroken; returns the run, its journal, and the exchanges.
fn unbroken(scenario: &Scenario) -> (Ran, JournalFile, Vec<Exchange>) {
    let world = World::new(scenario);
    let journal = Journal::new(&world.host);
    let mut ran = run(scenario, &world.settings, &journal, never()).unwrap();
    let effects = world.host.fate().effects();
    assert_eq!(effects, journal.len(), "{}: all are counted", scenario.name);
    let memory = world.host.memory();
    ran.remembered = memory.map(|memory| memory.remembered().unwrap());
    (ran, journal.file(), world.server.exchanges())
}

/// MB-07, MB-08 to MB-13, MB-16 to MB-22, BX-03, BX-04, BX-05, BX-06, BX-09, CG-06, CG-10: each scenario has the
/// outcome that its file expects.
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

/// MB-21: a request has the temperature and the top-p of the agent that sends it, as in the seed's table (001, 配置参数).
#[test]
fn mb_21_each_agent_asks_with_its_own_temperatures() {
    let own = [
        ("topics", [0.4, 0.9]),
        ("summary", [0.1, 0.8]),
        ("relationships", [0.4, 0.9]),
        ("merge", [0.2, 0.85]),
        ("verdict", [0.2, 0.85]),
        ("plan", [0.6, 0.95]),
        ("react", [0.6, 0.95]),
        ("answer", [0.6, 0.95]),
        ("notes", [0.1, 0.8]),
    ];
    let mut asked = BTreeSet::new();
    for scenario in all().unwrap() {
        if !["multi-hop", "conflict-merged-twice"].contains(&scenario.name.as_str()) {
            continue;
        }
        let (_, _, exchanges) = unbroken(&scenario);
        for exchange in exchanges.iter().filter(|exchange| exchange.kind == "llm") {
            let body = bodies(std::slice::from_ref(exchange))[0];
            let body: serde_json::Value = serde_json::from_str(body).unwrap();
            let sent = ["temperature", "top_p"].map(|name| body[name].as_f64().unwrap());
            let asks = exchange.asks.as_str();
            let expected = own.iter().find(|(name, _)| *name == asks);
            let (name, expected) = expected.expect(asks);
            assert!(
                (sent[0] - expected[0]).abs() < 1e-6 && (sent[1] - expected[1]).abs() < 1e-6,
                "{asks} {sent:?}"
            );
            asked.insert(*name);
        }
    }
    assert_eq!(asked, own.iter().map(|(name, _)| *name).collect());
}

/// MB-05, MB-07: after any change of a node, its vector is that of its present words.
#[test]
fn mb_07_the_vector_of_a_node_is_that_of_its_words() {
    let mut updated = 0;
    for scenario in all().unwrap() {
        let (ran, _, _) = unbroken(&scenario);
        for event in &ran.events {
            updated += usize::from(matches!(event, Event::NodeUpdated { .. }));
        }
        for node in ran.result.query_graph.nodes.values() {
            // A long document is read by its words: its topics get vectors where a step looks for them.
            let Some(vector) = &node.embedding else {
                assert_eq!(scenario.name, "long-document-by-words");
                continue;
            };
            let own = embed_words(&node.embedding_text()).vector;
            let cosine: f32 = own.iter().zip(vector).map(|(one, other)| one * other).sum();
            assert!(cosine > 0.9999, "{}: {}", scenario.name, node.summary);
        }
    }
    assert!(updated > 0);
}

/// BX-02: a journal replays without a network to the identical result, and holds neither key nor token.
#[test]
fn every_scenario_replays_to_the_identical_result() {
    for scenario in all().unwrap() {
        let world = World::new(&scenario);
        let journal = Journal::new(&world.host);
        let ran = run(&scenario, &world.settings, &journal, never()).unwrap();
        let file = journal.file();
        let holds = holds_secret(&file.to_json().unwrap()) || holds_secret_body(&file);
        assert!(!holds, "{}", scenario.name);
        drop(world.server);
        let replay = Journal::resume(NoHost, file);
        let again = run(&scenario, &world.settings, &replay, never()).unwrap();
        assert_eq!(again.result, ran.result, "{}", scenario.name);
    }
}

/// Every scenario, carried out to its end.
fn all_unbroken() -> Vec<Unbroken> {
    let scenarios = all().unwrap().into_iter();
    let unbroken = scenarios.map(|scenario| {
        let (ran, journal, exchanges) = unbroken(&scenario);
        Unbroken::new(scenario, ran.result, exchanges, &journal)
    });
    unbroken.collect()
}

/// BX-02: a run killed at any effect resumes to the identical result, and no request is repeated: the requests of both
/// halves together are those of the unbroken run, except one whose response was on its way at the kill.
#[test]
fn a_run_killed_anywhere_resumes_and_pays_for_nothing_twice() {
    let unbroken = all_unbroken();
    let kills = unbroken.iter().flat_map(|whole| {
        let before = (0..whole.effects()).map(Kill::Before);
        let kills = before.chain(whole.kills_under_way());
        kills.map(move |kill| (whole, kill))
    });
    each(&kills.collect::<Vec<_>>(), |(whole, kill)| {
        resumes_where_it_was_killed(whole, *kill);
    });
}

fn resumes_where_it_was_killed(whole: &Unbroken, kill: Kill) {
    let name = format!("{} killed {kill:?}", whole.scenario.name);
    let world = World::new(&whole.scenario);
    world.host.fate().kill(kill);
    let journal = Journal::new(&world.host);
    let dead = unless_killed(|| run(&whole.scenario, &world.settings, &journal, never()));
    assert!(dead.is_none(), "{name}");
    let left = journal.file();
    let (Kill::Before(effect) | Kill::After(effect)) = kill;
    let answered = left.records().iter().filter(|one| one.outcome.is_some());
    assert_eq!(answered.count(), effect, "{name}");
    if kill == Kill::After(effect) {
        world.server.take_back_last();
    }
    resumes(whole, &world, left, &whole.sent_by(kill), &name);
}

/// The run of this journal goes on in this world to the end of the unbroken one; in both halves this was sent.
fn resumes(whole: &Unbroken, world: &World, left: JournalFile, sent: &[Exchange], name: &str) {
    let resumed = Journal::resume(&world.host, left);
    let again = run(&whole.scenario, &world.settings, &resumed, never()).unwrap();
    assert_eq!(bodies(&world.server.exchanges()), bodies(sent), "{name}");
    assert_eq!(again.result, whole.result, "{name}");
}

/// BX-02: a run that its user stops at any exchange with the world resumes likewise.
#[test]
fn bx_02_a_run_stopped_anywhere_resumes_and_pays_for_nothing_twice() {
    let unbroken = all_unbroken();
    let stops = unbroken.iter();
    let stops = stops.flat_map(|whole| (0..whole.exchanges.len()).map(move |at| (whole, at)));
    each(&stops.collect::<Vec<_>>(), |(whole, stop)| {
        resumes_where_it_was_stopped(whole, *stop);
    });
}

fn resumes_where_it_was_stopped(whole: &Unbroken, stop: usize) {
    let name = format!("{} stopped at exchange {stop}", whole.scenario.name);
    let world = World::new(&whole.scenario);
    let (handle, stopped) = AbortHandle::new_pair();
    world.host.stop_at(stop, handle);
    let journal = Journal::new(&world.host);
    let ended = run(&whole.scenario, &world.settings, &journal, stopped).unwrap();
    assert_eq!(ended.result.termination, Termination::Aborted, "{name}");
    assert_eq!(world.server.exchanges().len(), stop, "{name}");
    resumes(whole, &world, journal.file(), &whole.exchanges, &name);
}

/// MB-24, BX-08: the outcome of a scenario is exported and imported unchanged; images that were not recognised are no
/// part of it.
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

/// MB-18: a run that the user stops at any point reports the stop, keeps its memory, and sends no more requests.
#[test]
fn mb_18_a_run_that_the_user_stops_keeps_its_memory_and_asks_for_nothing_more() {
    let scenario = named("multi-hop");
    let (whole, _, asked) = unbroken(&scenario);
    for stop in 0..asked.len() {
        let World {
            server,
            settings,
            host,
        } = World::new(&scenario);
        let (handle, stopped) = AbortHandle::new_pair();
        host.stop_at(stop, handle);
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

/// MB-16: a recognised image stays in the blob store; an unused one does not, and this is reported.
#[test]
fn mb_16_images_left_over_are_removed_when_the_task_ends() {
    let scenario = named("image");
    let World { settings, host, .. } = &World::new(&scenario);
    let ran = run(&scenario, settings, host, never()).unwrap();
    let entries = ran.result.interaction_tree.entries.values();
    let attached: Vec<String> = entries
        .flat_map(|entry| &entry.attachments)
        .map(|attachment| attachment.content.clone())
        .collect();
    assert_eq!(host.blobs(), attached);
    let is_of_image =
        |event: &&Event| matches!(event, Event::Warning { code, .. } if code == "image_not_seen");
    let unseen = scenario.request.images.len() - attached.len();
    assert_eq!(ran.events.iter().filter(is_of_image).count(), unseen);
    assert!(unseen > 0);
}

/// BX-02, MB-16: a run that goes on with another host than it began with still has its images.
#[test]
fn bx_02_a_run_that_goes_on_elsewhere_still_has_its_images() {
    for name in ["image", "images-only"] {
        let scenario = named(name);
        let World {
            server,
            settings,
            host,
        } = World::new(&scenario);
        let (handle, stop) = AbortHandle::new_pair();
        host.stop_at(1, handle);
        let journal = Journal::new(&host);
        run(&scenario, &settings, &journal, stop).unwrap();

        let other = HttpHost::new(network(server.address()).unwrap());
        // Its random numbers must differ from the first one's.
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
    let World {
        server,
        settings,
        host,
    } = World::new(&scenario);
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
