//! A question that is answered from what memory holds, without a step: the end of a run that was stopped.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected must stop"
)]

mod support;

use std::rc::Rc;

use amb_agents::journal::{Journal, Requested};
use amb_agents::protocol::{Event, RequestError, ResearchRequest, ResearchResult};
use amb_agents::run::{Crew, replay};
use amb_agents::task::Session;
use amb_memory::task::{CompletedTask, TaskStatus, TaskType};
use futures::executor::block_on;
use futures::future::AbortHandle;
use support::{HARBOUR, TestHost, about, asked, run_until, small_windows};

const QUESTION: &str = "How many steps does the tower have?";

/// The same question again, to be answered at once.
fn at_once(question: &str) -> ResearchRequest {
    ResearchRequest {
        question: question.to_owned(),
        max_iterations: Some(0),
        ..ResearchRequest::default()
    }
}

/// Stops a run at this effect, answers its question at once, and replays the journal of both. Returns the two results.
fn stopped_and_answered(stopped_at: usize) -> (ResearchResult, ResearchResult) {
    let (handle, stop) = AbortHandle::new_pair();
    let host = TestHost::default();
    *host.before_effect.borrow_mut() = Some(Rc::new(move |number| {
        if number >= stopped_at {
            handle.abort();
        }
    }));
    let first = asked(&about(HARBOUR, QUESTION));
    let journal = Journal::new(host);
    let ran = run_until(&journal, &small_windows(), &first.request, stop).unwrap();
    let record = journal.file().asked(vec![first.clone()]);

    let journal = Journal::extend(TestHost::later_world(), record);
    let second = Requested {
        from: journal.len(),
        ..asked(&at_once(QUESTION))
    };
    let mut session = Session::open(&journal, Some(ran.session), &second.request).unwrap();
    let (_handle, never) = AbortHandle::new_pair();
    let emit = |event: Event| assert!(!matches!(event, Event::Plan { .. }), "a step was planned");
    let run = second.run(&journal, &mut session, Crew::for_settings, &emit, never);
    let answered = block_on(run).unwrap();

    let file = journal.file().asked(vec![first, second]);
    let again = block_on(replay(file, Crew::for_settings, &|_| {})).unwrap();
    assert_eq!(again.answer, answered.answer, "stopped at {stopped_at}");
    (ran.result, answered)
}

/// BX-03: a run that was stopped answers from what it has read, wherever that was, and takes no step for it.
#[test]
fn bx_03_a_stopped_run_answers_from_what_it_has_read() {
    let (mut quoted, mut partly) = (0, 0);
    for stopped_at in 0..60 {
        let (stopped, answered) = stopped_and_answered(stopped_at);
        let answer = answered.answer.unwrap();
        let held = &stopped.interaction_tree.entries;
        assert_eq!(held.len(), answered.interaction_tree.entries.len());
        assert!(!held.is_empty() || !answer.found, "stopped at {stopped_at}");
        quoted += usize::from(answer.text.contains("142"));
        partly += usize::from(
            !held.is_empty()
                && answered
                    .documents
                    .iter()
                    .any(|one| one.read_chars.is_some()),
        );
    }
    assert!(
        quoted > 0 && partly > 0,
        "{quoted} quoted, {partly} partly read"
    );
}

/// A session that has taken one step towards a question.
fn under_way(question: &str) -> Session {
    let mut session = Session::begin(&TestHost::default(), question).unwrap();
    session.bank.insight_doc_mut().record(CompletedTask {
        r#type: TaskType::Normal,
        description: "Count the steps".to_owned(),
        status: TaskStatus::Succeeded,
        context: "There are 142.".to_owned(),
    });
    session
}

/// The results of the steps are part of what is known, but only for the question that they were taken for.
#[test]
fn the_steps_of_the_stopped_run_are_kept_for_its_own_question() {
    let steps = |session: Session, request: &ResearchRequest| {
        let session = Session::open(&TestHost::default(), Some(session), request).unwrap();
        session.bank.insight_doc().completed_tasks().len()
    };
    assert_eq!(steps(under_way(QUESTION), &at_once(QUESTION)), 1);
    assert_eq!(steps(under_way(QUESTION), &at_once("Who built it?")), 0);
    assert_eq!(steps(under_way(QUESTION), &about(HARBOUR, QUESTION)), 0);
    let mut answered = under_way(QUESTION);
    answered.answered = true;
    assert_eq!(steps(answered, &at_once(QUESTION)), 0);
}

/// A number of steps that no run may take is refused before anything is read.
#[test]
fn more_steps_than_any_run_takes_are_refused() {
    let within = |max_iterations| ResearchRequest {
        max_iterations,
        ..about(HARBOUR, QUESTION)
    };
    assert!(within(Some(1000)).validate().is_ok());
    let refused = within(Some(1001)).validate();
    assert_eq!(refused, Err(RequestError::TooManySteps { given: 1001 }));
}
