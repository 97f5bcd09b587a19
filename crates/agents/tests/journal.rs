//! The journal: recorded once, replayed to the identical graph, resumed from any effect.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected must stop"
)]

mod support;

use std::rc::Rc;

use amb_agents::host::HostError;
use amb_agents::journal::{Journal, JournalError, JournalFile};
use amb_agents::run::{
    Crew, ReplayError, ResearchResult, Termination, export_session, import_session, replay,
};
use futures::executor::block_on;
use futures::future::AbortHandle;
use support::{HARBOUR, TestHost, about, asked, run, run_until, small_windows};

const QUESTION: &str = "How tall is the lighthouse tower?";

/// A recorded run and its journal.
fn recorded() -> (ResearchResult, JournalFile) {
    let journal = Journal::new(TestHost::default());
    let request = about(HARBOUR, QUESTION);
    let ran = run(&journal, &small_windows(), &request).unwrap();
    let file = journal.file().asked(vec![asked(&request)]);
    (ran.result, file)
}

fn replayed(file: JournalFile) -> Result<ResearchResult, ReplayError> {
    block_on(replay(file, Crew::for_settings, &|_| {}))
}

/// BX-02: a journal replays to the identical graph without the world it was recorded in, also after
/// it went through its file.
#[test]
fn a_journal_replays_to_the_identical_graph() {
    let (result, file) = recorded();
    assert!(
        result.query_graph.nodes.len() >= 3,
        "the document has several topics"
    );
    let file = JournalFile::from_json(&file.to_json().unwrap()).unwrap();
    assert_eq!(replayed(file).unwrap(), result);
}

/// BX-02: a run killed at any effect goes on from its journal, asks nothing again that was answered,
/// and ends with the identical graph.
#[test]
fn a_run_killed_at_any_effect_resumes_to_the_identical_graph() {
    let (result, file) = recorded();
    let effects = file.records().len();
    for killed_at in 0..effects {
        let journal = Journal::resume(TestHost::later_world(), file.clone().truncated(killed_at));
        let resumed = run(&journal, &small_windows(), &about(HARBOUR, QUESTION))
            .unwrap()
            .result;
        assert_eq!(journal.len(), effects, "killed at effect {killed_at}");
        assert_eq!(resumed.answer.is_some(), result.answer.is_some());
        let shape = |result: &ResearchResult| {
            let nodes = result.query_graph.nodes.values();
            nodes
                .map(|node| (node.summary.clone(), node.links.len()))
                .collect::<Vec<_>>()
        };
        let (mut expected, mut actual) = (shape(&result), shape(&resumed));
        expected.sort();
        actual.sort();
        assert_eq!(actual, expected, "killed at effect {killed_at}");
    }
}

/// BX-02: a replay that asks for another effect than the recorded one is a typed error.
#[test]
fn a_replay_that_leaves_its_record_is_refused() {
    let (_, mut file) = recorded();
    file.requests[0].request.documents[0]
        .text
        .push_str("\n\nThe town has a brewery.");
    let Err(ReplayError::Host(HostError::Journal {
        recorded, asked, ..
    })) = replayed(file)
    else {
        panic!("another document must not fit the record");
    };
    assert_ne!(recorded, asked);
}

/// An abort at any effect leaves a consistent memory, says so, and replays to the same memory.
#[test]
fn an_abort_at_any_effect_keeps_what_was_remembered() {
    let (_, file) = recorded();
    for aborted_at in (0..file.records().len()).step_by(3) {
        let (handle, registration) = AbortHandle::new_pair();
        let host = TestHost::default();
        *host.before_effect.borrow_mut() = Some(Rc::new(move |number| {
            if number >= aborted_at {
                handle.abort();
            }
        }));
        let journal = Journal::new(host);
        let request = about(HARBOUR, QUESTION);
        let ran = run_until(&journal, &small_windows(), &request, registration).unwrap();
        if ran.result.termination == Termination::Answer {
            // The last effects do not wait, so there is nothing left to abort.
            continue;
        }
        assert_eq!(ran.result.termination, Termination::Aborted);
        let json = export_session(&ran.session, &ran.result).unwrap();
        let imported = import_session(&json).map(|_| ());
        assert!(imported.is_ok(), "aborted at {aborted_at}: {imported:?}");
        let file = journal.file().asked(vec![asked(&request)]);
        let again = replayed(file).unwrap();
        assert_eq!(again.termination, Termination::Aborted);
        assert_eq!(
            again.query_graph, ran.result.query_graph,
            "aborted at {aborted_at}"
        );
    }
}

/// Files that are no journals, newer ones, and damaged ones are told apart.
#[test]
fn files_that_cannot_be_replayed_are_told_apart() {
    let (_, file) = recorded();
    let json = file.to_json().unwrap();
    let read = |json: &str| JournalFile::from_json(json).unwrap_err();
    assert!(matches!(read("{"), JournalError::Malformed(_)));
    assert!(matches!(read("[]"), JournalError::Malformed(_)));
    let newer = json.replacen("\"version\":1", "\"version\":9", 1);
    assert!(matches!(
        read(&newer),
        JournalError::TooNew { found: 9, .. }
    ));
    let never = json.replacen("\"version\":1", "\"version\":0", 1);
    assert!(matches!(read(&never), JournalError::NoSuchVersion));
    let other = json.replacen("agentic-memory-bank/journal", "something/else", 1);
    assert!(matches!(read(&other), JournalError::WrongFormat { .. }));
    let hash = json
        .find("\":\"")
        .map(|_| json.rfind("sha256:").unwrap())
        .unwrap();
    let mut damaged = json.clone();
    damaged.replace_range(
        hash + 7..hash + 9,
        if &json[hash + 7..hash + 9] == "00" {
            "11"
        } else {
            "00"
        },
    );
    assert!(matches!(read(&damaged), JournalError::DamagedBody { .. }));
    for cut in [1, json.len() / 3, json.len() - 1] {
        assert!(matches!(read(&json[..cut]), JournalError::Malformed(_)));
    }
}
