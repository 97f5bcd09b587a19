//! A long text: answered by its words and a few vectors, then understood.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected must stop"
)]

mod support;

use std::rc::Rc;

use amb_agents::journal::{Journal, JournalFile, Requested};
use amb_agents::protocol::{Activity, Event, ResearchRequest, ResearchResult, Termination};
use amb_agents::run::{Crew, replay};
use amb_agents::settings::Settings;
use futures::executor::block_on;
use futures::future::AbortHandle;
use support::{HARBOUR, Ran, TestHost, about, run, run_until, small_windows};

const QUESTION: &str = "How tall is the lighthouse tower?";

/// Settings by which the harbour is a long text.
fn few_candidates() -> Settings {
    Settings {
        candidate_passages: 2,
        ..small_windows()
    }
}

fn request() -> ResearchRequest {
    about(HARBOUR, QUESTION)
}

fn quotes(result: &ResearchResult) -> Vec<&str> {
    let answer = result.answer.as_ref().unwrap();
    answer
        .citations
        .iter()
        .map(|one| one.quote.as_str())
        .collect()
}

/// Tells of each passage if it has a vector.
fn passages_with_vector(ran: &Ran) -> impl Iterator<Item = bool> {
    let evidence = ran.session.bank.evidence();
    let entries = ran.session.bank.interaction_tree().entries();
    let passages = entries.flat_map(|entry| evidence.passages_of(&entry.entry_id));
    passages.map(|(id, _)| evidence.vector(&id).is_some())
}

fn place_of(ran: &Ran, wanted: impl Fn(&Event) -> bool) -> usize {
    ran.events.iter().position(wanted).unwrap()
}

#[test]
fn bx_11_a_long_text_is_answered_before_it_is_embedded() {
    let host = TestHost::default();
    let ran = run(&host, &few_candidates(), &request()).unwrap();
    let answered = place_of(&ran, |event| matches!(event, Event::Answered { .. }));
    let compared = place_of(
        &ran,
        |event| matches!(event, Event::Progress { activity, .. } if *activity == Activity::Comparing),
    );
    assert!(answered < compared);
    assert!(
        quotes(&ran.result)
            .iter()
            .any(|quote| quote.contains("31 metres"))
    );
    let graph = &ran.result.query_graph;
    assert!(graph.nodes.len() >= 3);
    assert!(graph.nodes.values().all(|node| node.embedding.is_some()));
    assert!(passages_with_vector(&ran).all(|has_vector| has_vector));
}

#[test]
fn bx_11_what_is_understood_then_is_what_reading_with_vectors_understands() {
    let early = run(&TestHost::default(), &small_windows(), &request()).unwrap();
    let late = run(&TestHost::default(), &few_candidates(), &request()).unwrap();
    assert_eq!(quotes(&early.result), quotes(&late.result));
    let again = run(&TestHost::keyword_only(), &few_candidates(), &request()).unwrap();
    let linked = |ran: &Ran| {
        let nodes = ran.result.query_graph.nodes.values();
        nodes.map(|node| node.links.len()).sum::<usize>()
    };
    assert!(linked(&late) >= linked(&again), "meaning adds relations");
}

/// A text of Chinese sentences, each of its own subject.
fn chinese() -> String {
    let subjects = [
        "灯塔", "渡口", "鱼市", "石桥", "钟楼", "书院", "茶园", "盐场",
    ];
    let told = subjects.iter().enumerate().map(|(at, subject)| {
        format!("# {subject}\n\n{subject}建于一八{at}年，高{at}丈，由镇上的石匠所造。每逢初一，{subject}开门迎客，游人可以入内参观。\n\n")
    });
    told.collect::<String>().repeat(2)
}

#[test]
fn mb_05_passages_that_the_model_does_not_know_are_not_embedded() {
    let request = about(&chinese(), "灯塔高几丈？");
    let ran = run(&TestHost::default(), &few_candidates(), &request).unwrap();
    assert!(ran.result.answer.is_some());
    assert!(passages_with_vector(&ran).all(|has_vector| !has_vector));
}

#[test]
fn bx_02_a_run_stopped_while_it_is_understood_has_its_answer() {
    let whole = run(&TestHost::default(), &few_candidates(), &request()).unwrap();
    let mut answered = 0;
    for stopped_at in 0..80 {
        let (handle, registration) = AbortHandle::new_pair();
        let host = TestHost::default();
        *host.before_effect.borrow_mut() = Some(Rc::new(move |number| {
            if number >= stopped_at {
                handle.abort();
            }
        }));
        let journal = Journal::new(host);
        let ran = run_until(&journal, &few_candidates(), &request(), registration).unwrap();
        let ended = ran.result.termination;
        let has_answer = ran.result.answer.is_some();
        assert_eq!(
            ended == Termination::Answer,
            has_answer,
            "{stopped_at}: {ended:?}"
        );
        if has_answer {
            answered += usize::from(passages_with_vector(&ran).any(|has_vector| !has_vector));
            assert_eq!(quotes(&ran.result), quotes(&whole.result));
        }
        let asked = Requested {
            request: request(),
            settings: few_candidates(),
            from: 0,
        };
        let file = JournalFile::from_json(&journal.file().asked(vec![asked]).to_json().unwrap());
        let back = block_on(replay(file.unwrap(), Crew::for_settings, &|_| {})).unwrap();
        assert_eq!(
            back.termination, ended,
            "read back, stopped at {stopped_at}"
        );
    }
    assert!(answered > 0, "no run was stopped while it was understood");
}

#[test]
fn bx_02_a_run_killed_while_it_is_understood_goes_on_to_the_identical_graph() {
    let journal = Journal::new(TestHost::default());
    let whole = run(&journal, &few_candidates(), &request()).unwrap();
    let records = journal.file();
    let effects = records.records().len();
    for killed_at in 0..effects {
        let cut = records.clone().truncated(killed_at);
        let journal = Journal::resume(TestHost::default(), cut);
        let resumed = run(&journal, &few_candidates(), &request()).unwrap();
        assert_eq!(journal.len(), effects, "killed at {killed_at}");
        assert_eq!(quotes(&resumed.result), quotes(&whole.result));
        let nodes = resumed.result.query_graph.nodes.values();
        assert!(nodes.into_iter().all(|node| node.embedding.is_some()));
    }
}
