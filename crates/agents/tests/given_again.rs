//! Documents that are given again with a further question.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected must stop"
)]

mod support;

use amb_agents::host::Host;
use amb_agents::protocol::{DocumentSummary, ResearchRequest};
use amb_agents::run::{export_session, import_session};
use amb_agents::settings::Budget;
use amb_agents::task::Session;
use amb_memory::task::Trust;
use futures::executor::block_on;
use support::{HARBOUR, TestHost, about, ask_again, over, ran, ran_over, run, small_windows};

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
    let entries =
        |result: &amb_agents::protocol::ResearchResult| result.interaction_tree.entries.len();
    assert_eq!(entries(&result), entries(&first.result));
    assert_eq!(
        result.answer.unwrap().text,
        first.result.answer.unwrap().text
    );
}

/// MB-11: a file does not become another one by the line endings of a system, or by what an editor does to blanks.
#[test]
fn mb_11_blanks_make_no_further_witness() {
    let short = "The Halden bridge is 398 metres long. The ferry carries rye.\n\nIt is green.\n";
    let first = ran_over(&[LONG, short], QUESTION);
    let before = first.result.answer.unwrap();
    assert_eq!(before.disputes.len(), 1);
    let variants = [
        short.replace('\n', "\r\n"),
        short.trim_end().to_owned(),
        format!("{short}\n"),
        short.replace(". ", ".  "),
        format!("  {short}"),
    ];
    let mut session = first.session;
    for variant in &variants {
        let in_one_run = ran_over(&[LONG, short, variant], QUESTION).result;
        let host = TestHost::later_world();
        let further = ask_again(&host, &mut session, &about(variant, QUESTION));
        for result in [in_one_run, further] {
            assert_eq!(result.documents.len(), 2, "{variant:?}");
            assert_eq!(result.answer.unwrap().text, before.text, "{variant:?}");
        }
    }
}

/// MB-15, BX-05: one that differs in a letter is read.
#[test]
fn mb_15_a_document_that_differs_is_read() {
    let question = "How tall is the lighthouse tower?";
    let mut session = ran(HARBOUR, question).session;
    let changed = about(&HARBOUR.replacen('e', "a", 1), question);
    let result = ask_again(&TestHost::later_world(), &mut session, &changed);
    assert_eq!(result.documents.len(), 2);
}

/// Returns the parts of the one document in a session, in the order of its text.
fn parts(session: &Session) -> Vec<(usize, String)> {
    let entries = session.bank.interaction_tree().entries();
    let mut parts: Vec<_> = entries
        .map(|entry| {
            let source = entry.metadata.source.as_ref().unwrap();
            assert_eq!(source.document, "document.txt");
            (source.span.start, entry.text.clone())
        })
        .collect();
    parts.sort_unstable();
    parts
}

/// Runs of a request that are stopped while its first document is read, each later than the one before.
fn cut_short(request: &ResearchRequest) -> Vec<support::Ran> {
    let cut_within = |milliseconds: u8| {
        let request = ResearchRequest {
            budget: Some(Budget {
                seconds: Some(f64::from(milliseconds) / 1000.0),
                ..Budget::default()
            }),
            ..request.clone()
        };
        run(&TestHost::default(), &small_windows(), &request).unwrap()
    };
    let is_cut = |ran: &support::Ran| !ran.result.documents[0].is_read();
    let cut: Vec<_> = (1..60).map(cut_within).filter(is_cut).collect();
    let longest = cut.last().unwrap().result.interaction_tree.entries.len();
    assert!(longest > 2);
    cut
}

/// BX-03, MB-15: a document whose reading was cut short is read on where it is given again: nothing twice, nothing left out.
#[test]
fn bx_03_a_reading_that_was_cut_short_goes_on_where_the_document_is_given_again() {
    let again = about(HARBOUR, "How tall is the lighthouse tower?");
    let whole = parts(&ran(HARBOUR, &again.question).session);
    for mut ran in cut_short(&again) {
        let host = TestHost::later_world();
        let result = ask_again(&host, &mut ran.session, &again);
        assert_eq!(parts(&ran.session), whole);
        assert_eq!(result.documents.len(), 1);
        let document = &result.documents[0];
        assert_eq!(document.read_chars, Some(document.chars));
    }
}

/// A text with other blanks: those that a system or an editor makes, and whether they are of lines' ends alone.
fn other_blanks(text: &str) -> [(String, bool); 6] {
    [
        (text.replace('\n', "\r\n"), true),
        (text.trim_end().to_owned(), true),
        (format!("{}\n", text.trim_end()), true),
        (
            format!("{}\r\n", text.trim_end().replace('\n', "\r\n")),
            true,
        ),
        (text.replace(". ", ".  "), false),
        (format!("  {text}\n\n\n"), false),
    ]
}

/// BX-03, MB-11: a reading that was cut short goes on with the text that it began with where the document has other
/// blanks now: nothing twice, nothing left out.
#[test]
fn bx_03_a_reading_that_was_cut_short_goes_on_whatever_the_blanks() {
    let text = format!("{HARBOUR}\n");
    let question = "How tall is the lighthouse tower?";
    let whole = parts(&ran(&text, question).session);
    for (variant, _) in other_blanks(&text) {
        let cut = cut_short(&about(&text, question));
        for mut ran in cut.into_iter().step_by(7) {
            let host = TestHost::later_world();
            block_on(host.put_blob(text.as_bytes())).unwrap();
            let result = ask_again(&host, &mut ran.session, &about(&variant, question));
            assert_eq!(parts(&ran.session), whole, "{variant:?}");
            assert_eq!(result.documents.len(), 1);
            let document = &result.documents[0];
            assert_eq!(document.read_chars, Some(document.chars));
        }
    }
}

/// BX-05, MB-11: what an imported memory holds, whole or in part, is read as the user's own whatever the blanks, and is one
/// witness.
#[test]
fn bx_05_a_document_of_an_imported_memory_counts_once_whatever_the_blanks() {
    let text = format!("{HARBOUR}\n\n{SHORT}\n");
    let request = over(&[&text, LONG], QUESTION);
    let whole = ran_over(&[&text, LONG], QUESTION);
    let cut = cut_short(&request);
    for (ran, is_whole) in [(&whole, true), (&cut[cut.len() / 2], false)] {
        let exported = export_session(&ran.session, &ran.result).unwrap();
        for (variant, of_lines) in other_blanks(&text) {
            if !is_whole && !of_lines {
                continue;
            }
            let mut file = exported.clone();
            for generation in 1..4 {
                let (mut session, _) = import_session(&file).unwrap();
                let before = session.documents.len();
                let host = TestHost::later_world().drawing_from(generation << 64);
                let result = ask_again(&host, &mut session, &about(&variant, QUESTION));
                assert_eq!(result.documents.len(), before, "{generation} {variant:?}");
                assert!(result.documents[0].is_read());
                if is_whole {
                    assert_eq!(result.answer.as_ref().unwrap().disputes.len(), 1);
                }
                file = export_session(&session, &result).unwrap();
            }
        }
    }
}

/// BX-03, BX-04: documents that begin alike and are of one length stay apart, wherever the reading of one was cut short.
#[test]
fn bx_04_a_reading_that_was_cut_short_goes_on_with_no_other_document() {
    let of_year = |metres: u32| format!("{HARBOUR}\n\nThe Halden bridge is {metres} metres long.");
    let texts = [of_year(398), of_year(412)];
    let both = over(&[&texts[0], &texts[1]], QUESTION);
    let other = about(&texts[1], QUESTION);
    for (again, named) in [(both.clone(), "1.txt"), (other, "document.txt (2)")] {
        for mut ran in cut_short(&both) {
            let host = TestHost::later_world();
            let result = ask_again(&host, &mut ran.session, &again);
            for entry in result.interaction_tree.entries.values() {
                let source = entry.metadata.source.as_ref().unwrap();
                let is_first = source.document == "document.txt";
                assert!(is_first || source.document == named);
                let text = &texts[usize::from(!is_first)];
                assert_eq!(source.span.of(text), entry.text);
            }
            let file = export_session(&ran.session, &result).unwrap();
            assert!(import_session(&file).is_ok());
        }
    }
}

/// BX-05, MB-11: what an imported memory says it holds is read from the user's own document, which is the same witness still.
#[test]
fn bx_05_a_document_of_an_imported_memory_is_read_and_counts_once() {
    let first = ran_over(&[LONG, SHORT], QUESTION);
    let file = export_session(&first.session, &first.result).unwrap();
    let (mut session, _) = import_session(&file).unwrap();
    let mut request = about(SHORT, QUESTION);
    request.documents[0].name = "mine.txt".to_owned();
    for _ in 0..2 {
        let result = ask_again(&TestHost::later_world(), &mut session, &request);
        let entries = result.interaction_tree.entries.values();
        let given = entries.filter(|entry| entry.metadata.trust == Trust::Given);
        assert!(given.count() > 0);
        assert_eq!(result.documents.len(), 2);
        assert!(result.documents.iter().all(DocumentSummary::is_read));
        assert_eq!(result.answer.unwrap().disputes.len(), 1);
    }
}

/// BX-05: an imported file that claims a document's length and holds a line of it does not stand for it.
#[test]
fn bx_05_a_part_of_a_document_is_not_taken_for_the_whole() {
    let line = "The ferry carries rye.";
    let held = ran_over(&[line], QUESTION);
    let texts = [
        format!("{line}\n\nThe Halden bridge is 398 metres long."),
        format!("{line}\n\nThe Halden bridge is 412 metres long."),
    ];
    let file = export_session(&held.session, &held.result).unwrap();
    let (mut session, _) = import_session(&file).unwrap();
    session.documents[0].chars = texts[0].len();
    let request = over(&[&texts[0], &texts[1]], QUESTION);
    let result = ask_again(&TestHost::later_world(), &mut session, &request);
    let names: Vec<_> = result.documents.iter().map(|one| &one.name).collect();
    assert_eq!(names, ["document.txt", "document.txt (2)", "1.txt"]);
    assert_eq!(result.answer.unwrap().disputes.len(), 1);
}

/// AF-14: a further question to a memory whose vectors are of another model is answered by keywords.
#[test]
fn af_14_a_memory_of_another_model_is_searched_by_keywords() {
    let mut ran = ran(HARBOUR, QUESTION);
    let request = about("# Trade\n\nThe harbour sells herring.", "What is sold?");
    let other = ask_again(&TestHost::other_model(), &mut ran.session, &request);
    assert_eq!(other.embedder, None);
    assert!(other.answer.unwrap().found);
    let same = ask_again(&TestHost::later_world(), &mut ran.session, &request);
    assert_eq!(same.embedder.as_deref(), Some("test-words"));
}
