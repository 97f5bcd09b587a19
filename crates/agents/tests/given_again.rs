//! Documents that are given again with a further question.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected must stop"
)]

mod support;

use amb_agents::run::{ResearchRequest, export_session, import_session};
use amb_agents::settings::Budget;
use support::{HARBOUR, TestHost, about, ask_again, ran, ran_over, run, small_windows};

const QUESTION: &str = "How long is the Halden bridge?";
const LONG: &str = "The Halden bridge is 412 metres long. The toll is paid in tea.";
const SHORT: &str = "The Halden bridge is 398 metres long. The ferry carries rye.";

/// MB-11: a document is one witness, however often and under whatever name it is given: a tie stays one, and a majority does
/// not turn.
#[test]
fn mb_11_a_document_given_again_is_no_further_witness() {
    for held in [vec![LONG, SHORT], vec![LONG, LONG, SHORT]] {
        let texts: Vec<String> = held
            .iter()
            .enumerate()
            .map(|(at, text)| format!("{text} Page {at}."))
            .collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let again = texts[texts.len() - 1];
        let first = ran_over(&texts, QUESTION);
        let mut session = first.session;
        for (at, name) in ["document.txt", "copy.txt", "copy.txt"].iter().enumerate() {
            let mut request = about(again, QUESTION);
            request.documents[0].name = (*name).to_owned();
            let host = TestHost::later_world().drawing_from((at as u128 + 1) << 64);
            let result = ask_again(&host, &mut session, &request);
            let (answer, before) = (
                result.answer.unwrap(),
                first.result.answer.as_ref().unwrap(),
            );
            assert_eq!(answer.text, before.text);
            assert_eq!(answer.disputes, before.disputes);
            assert_eq!(result.documents.len(), texts.len());
            let nodes = result.query_graph.nodes.len();
            assert_eq!(nodes, first.result.query_graph.nodes.len());
        }
        let notes = &session.documents.last().unwrap().notes;
        assert_eq!(
            notes,
            &["given again as document.txt", "given again as copy.txt"]
        );
    }
}

/// MB-15: what is long, has several windows, or is a context, is known again, too.
#[test]
fn mb_15_a_long_document_and_a_context_are_known_again() {
    let mut request = about(HARBOUR, "How tall is the lighthouse tower?");
    request.context = Some("The lamp was lit in 1871.\r\n\r\n\tIt burns oil. ".to_owned());
    let first = run(&TestHost::default(), &small_windows(), &request).unwrap();
    let mut session = first.session;
    let result = ask_again(&TestHost::later_world(), &mut session, &request);
    assert_eq!(result.documents.len(), 2);
    let entries = |result: &amb_agents::run::ResearchResult| result.interaction_tree.entries.len();
    assert_eq!(entries(&result), entries(&first.result));
    assert_eq!(
        result.answer.unwrap().text,
        first.result.answer.unwrap().text
    );
}

/// MB-15, BX-05: one that differs in a letter is read, and so is one of which only a part was read, or that an imported
/// memory says it holds.
#[test]
fn bx_05_what_memory_does_not_hold_of_the_users_own_is_read() {
    let question = "How tall is the lighthouse tower?";
    let held = ran(HARBOUR, question);
    let file = export_session(&held.session, &held.result).unwrap();
    let documents_after = |session: &mut amb_agents::run::Session, text: &str| {
        let host = TestHost::later_world();
        ask_again(&host, session, &about(text, question))
            .documents
            .len()
    };
    let changed = HARBOUR.replacen('e', "a", 1);
    let mut session = held.session;
    assert_eq!(documents_after(&mut session, &changed), 2);

    let cut_within = |milliseconds: u8| {
        let request = ResearchRequest {
            budget: Some(Budget {
                seconds: Some(f64::from(milliseconds) / 1000.0),
                ..Budget::default()
            }),
            ..about(HARBOUR, question)
        };
        run(&TestHost::default(), &small_windows(), &request).unwrap()
    };
    let is_cut = |ran: &support::Ran| {
        let result = &ran.result;
        !result.query_graph.nodes.is_empty() && !result.documents[0].is_read()
    };
    let mut cut = (1..60).map(cut_within).find(is_cut).unwrap().session;
    assert_eq!(documents_after(&mut cut, HARBOUR), 2);

    let (mut imported, _) = import_session(&file).unwrap();
    assert_eq!(documents_after(&mut imported, HARBOUR), 2);
}
