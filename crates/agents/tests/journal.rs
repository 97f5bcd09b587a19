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
use amb_agents::journal::{Journal, JournalError, JournalFile, Requested};
use amb_agents::protocol::{Event, ResearchResult, Termination};
use amb_agents::run::{
    Crew, ReplayError, Resumed, export_session, import_session, read_back, replay, resume,
};
use amb_agents::task::Session;
use futures::executor::block_on;
use futures::future::{AbortHandle, AbortRegistration};
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
        let (host, stop) = aborting(aborted_at);
        let journal = Journal::new(host);
        let request = about(HARBOUR, QUESTION);
        let ran = run_until(&journal, &small_windows(), &request, stop).unwrap();
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

/// A host that aborts a run at this effect, and what it aborts.
fn aborting(aborted_at: usize) -> (TestHost, AbortRegistration) {
    let (handle, registration) = AbortHandle::new_pair();
    let host = TestHost::later_world();
    *host.before_effect.borrow_mut() = Some(Rc::new(move |number| {
        if number >= aborted_at {
            handle.abort();
        }
    }));
    (host, registration)
}

/// A further question to a memory, asked of this host.
fn asked_again(
    record: JournalFile,
    session: Session,
    (host, stop): (TestHost, AbortRegistration),
) -> (ResearchResult, JournalFile) {
    let mut requests = record.requests.clone();
    let journal = Journal::extend(host, record);
    let further = Requested {
        from: journal.len(),
        ..asked(&about(
            "# Trade\n\nThe harbour sells herring.",
            "What is sold?",
        ))
    };
    let mut session = Session::open(&journal, Some(session), &further.request).unwrap();
    let crew = Crew::for_settings;
    let ran = block_on(further.run(&journal, &mut session, crew, &|_| {}, stop)).unwrap();
    requests.push(further);
    (ran, journal.file().asked(requests))
}

fn resumed(file: JournalFile) -> Resumed {
    let (_handle, stop) = AbortHandle::new_pair();
    let (host, crew) = (TestHost::later_world(), Crew::for_settings);
    block_on(resume(file, host, None, crew, &|_| {}, stop)).unwrap()
}

/// BX-02: what was asked of a run that was stopped, wherever and before it began, too, is read back and gone on with; nothing
/// that the stopped run would have asked is asked for.
#[test]
fn bx_02_a_run_that_continues_from_a_stopped_one_is_resumed_and_replayed() {
    let (_, whole) = recorded();
    let request = about(HARBOUR, QUESTION);
    for aborted_at in (0..whole.records().len()).step_by(4) {
        let (host, stop) = aborting(aborted_at);
        let at_once = AbortHandle::new_pair();
        at_once.0.abort();
        let stop = if aborted_at == 0 { at_once.1 } else { stop };
        let journal = Journal::new(host);
        let first = run_until(&journal, &small_windows(), &request, stop).unwrap();
        let record = journal.file().asked(vec![asked(&request)]);
        let read = replayed(record.clone()).unwrap();
        assert_eq!(read.documents, first.result.documents, "{aborted_at}");
        assert_eq!(read.query_graph, first.result.query_graph);
        let (session, record) = (
            first.session,
            JournalFile::from_json(&record.to_json().unwrap()),
        );
        let (result, file) = asked_again(record.unwrap(), session, aborting(usize::MAX));
        assert_eq!(result.termination, Termination::Answer);
        let file = JournalFile::from_json(&file.to_json().unwrap()).unwrap();
        assert_eq!(replayed(file.clone()).unwrap(), result, "{aborted_at}");
        let again = resumed(file.clone());
        assert_eq!(again.result, result, "{aborted_at}");
        assert_eq!(again.journal, file, "{aborted_at}");
    }
}

/// Returns true if a run says that its embedder cannot go on.
fn gives_up_embedder(events: &[Event]) -> bool {
    let is_so =
        |event: &Event| matches!(event, Event::Warning { code, .. } if code == "keyword_only");
    events.iter().any(is_so)
}

/// AF-14, BX-02: where the embedder is of another model than the journal's, a run goes on by keywords.
#[test]
fn af_14_a_run_goes_on_by_keywords_behind_the_record_of_another_model() {
    let (_, file) = recorded();
    let request = about(HARBOUR, QUESTION);
    let mut gave_up = 0;
    for killed_at in (4..file.records().len()).step_by(5) {
        let record = file.clone().truncated(killed_at);
        let journal = Journal::resume(TestHost::other_model(), record);
        let ran = run(&journal, &small_windows(), &request).unwrap();
        assert_eq!(ran.result.termination, Termination::Answer, "{killed_at}");
        let gives_up = gives_up_embedder(&ran.events);
        assert_eq!(gives_up, ran.result.embedder.is_none(), "{killed_at}");
        gave_up += usize::from(gives_up);
        let again = replayed(journal.file().asked(vec![asked(&request)])).unwrap();
        assert_eq!(again, ran.result, "{killed_at}");
    }
    assert!(gave_up > 3);
}

/// BX-02: a run that is stopped while it is read back stands as it stood: nothing that memory held is lost, and the world is
/// asked for nothing.
#[test]
fn bx_02_a_run_that_is_stopped_while_it_is_taken_up_stands_as_it_stood() {
    let (_, whole) = recorded();
    for killed_at in (6..=whole.records().len()).step_by(3) {
        let file = whole.clone().truncated(killed_at);
        let stood = block_on(read_back(file.clone(), Crew::for_settings, &|_| {})).unwrap();
        let (handle, stop) = AbortHandle::new_pair();
        handle.abort();
        let host = TestHost::later_world();
        let crew = Crew::for_settings;
        let again = block_on(resume(file.clone(), host, None, crew, &|_| {}, stop)).unwrap();
        assert_eq!(again.result, stood.result, "{killed_at}");
        assert_eq!(again.journal, file, "{killed_at}");
        let gone_on = resumed(again.journal).result;
        assert_eq!(gone_on.termination, Termination::Answer, "{killed_at}");
    }
}

/// BX-02: of several questions to one memory each may be stopped; the last one goes on.
#[test]
fn bx_02_a_stopped_run_that_continues_from_a_stopped_one_goes_on() {
    let request = about(HARBOUR, QUESTION);
    for aborted_at in [2, 9, 17] {
        let (host, stop) = aborting(aborted_at);
        let journal = Journal::new(host);
        let first = run_until(&journal, &small_windows(), &request, stop).unwrap();
        assert_eq!(first.result.termination, Termination::Aborted);
        let record = journal.file().asked(vec![asked(&request)]);
        for stopped_again_at in 0..12 {
            let again = block_on(read_back(record.clone(), Crew::for_settings, &|_| {})).unwrap();
            let stopped = aborting(stopped_again_at);
            let (result, file) = asked_again(record.clone(), again.session, stopped);
            assert_eq!(replayed(file.clone()).unwrap(), result);
            let gone_on = resumed(file.clone());
            assert_eq!(gone_on.result.termination, Termination::Answer);
            assert_eq!(replayed(gone_on.journal).unwrap(), gone_on.result);
        }
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
