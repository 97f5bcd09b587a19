//! A budget of time without a language model; the others are played in `crates/scenarios`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected must stop"
)]

mod support;

use amb_agents::journal::{Journal, JournalFile};
use amb_agents::protocol::{Event, Ledger, ResearchRequest, Termination};
use amb_agents::run::{Crew, replay};
use amb_agents::settings::{Budget, Settings};
use futures::executor::block_on;
use support::{HARBOUR, Ran, TestHost, about, asked, run, small_windows};

/// A request that may take so many ticks of the test's clock, which are milliseconds.
fn within(milliseconds: f64) -> ResearchRequest {
    ResearchRequest {
        budget: Some(Budget {
            seconds: Some(milliseconds / 1000.0),
            ..Budget::default()
        }),
        ..about(HARBOUR, "How tall is the lighthouse tower?")
    }
}

fn warnings(ran: &Ran) -> Vec<&str> {
    let told = ran.events.iter().filter_map(|event| match event {
        Event::Warning { code, .. } => Some(code.as_str()),
        _ => None,
    });
    told.collect()
}

/// BX-03, MB-18: where time runs out while a document is read, the answer is made of what was read.
#[test]
fn bx_03_a_reading_stops_in_time_and_is_answered_from() {
    let whole = run(&TestHost::default(), &small_windows(), &within(60_000.0)).unwrap();
    assert_eq!(whole.result.termination, Termination::Answer);
    assert!(warnings(&whole).is_empty());

    let cut_within = |milliseconds: u8| {
        let request = within(f64::from(milliseconds));
        run(&TestHost::default(), &small_windows(), &request).unwrap()
    };
    let is_cut_while_reading = |ran: &Ran| {
        let result = &ran.result;
        !result.query_graph.nodes.is_empty() && !result.documents[0].is_read()
    };
    let ran = (1..60).map(cut_within).find(is_cut_while_reading).unwrap();
    assert_eq!(ran.result.termination, Termination::Budget);
    assert_eq!(warnings(&ran), ["budget_reached", "partly_read"]);
    assert!(ran.result.answer.is_some());
    let nodes = ran.result.query_graph.nodes.len();
    assert!(nodes < whole.result.query_graph.nodes.len(), "{nodes}");
}

/// BX-02, BX-03: a run with a budget replays from its file to the identical result, its own budget included.
#[test]
fn bx_03_a_run_that_was_cut_replays() {
    for milliseconds in [1.0, 5.0, 12.0, 20.0, 60_000.0] {
        let journal = Journal::new(TestHost::default());
        let request = within(milliseconds);
        let ran = run(&journal, &small_windows(), &request).unwrap();
        let file = journal.file().asked(vec![asked(&request)]);
        let file = JournalFile::from_json(&file.to_json().unwrap()).unwrap();
        let again = block_on(replay(file, Crew::for_settings, &|_| {})).unwrap();
        assert_eq!(again, ran.result, "{milliseconds} ms");
    }
}

/// BX-01, BX-03: without a language model nothing is spent, and no other budget stops anything.
#[test]
fn bx_03_work_without_a_model_costs_nothing() {
    let settings = Settings {
        budget: Budget {
            money: Some(0.000_001),
            tokens: Some(1.0),
            requests: Some(1.0),
            ..Budget::default()
        },
        ..small_windows()
    };
    settings.validate().unwrap();
    let request = about(HARBOUR, "How tall is the lighthouse tower?");
    let ran = run(&TestHost::default(), &settings, &request).unwrap();
    assert_eq!(ran.result.termination, Termination::Answer);
    assert_eq!(ran.result.usage.ledger, Ledger::default());
    assert!(ran.result.answer.unwrap().found);
}
