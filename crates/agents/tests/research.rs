//! Runs over documents with the extractive engine: what they remember, answer and tell.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected must stop"
)]

mod support;

use std::collections::BTreeSet;
use std::rc::Rc;

use amb_agents::extractive::label;
use amb_agents::protocol::{
    Brought, Citation, Event, ImageInput, RequestError, ResearchRequest, Termination,
};
use amb_agents::run::{export_session, import_session};
use amb_agents::settings::{LlmSettings, Settings};
use amb_memory::task::{NodeId, TaskStatus};
use amb_memory::text::Language;
use futures::future::AbortHandle;
use proptest::prelude::*;
use support::{HARBOUR, TestHost, about, original_text, over, ran, run, run_until, small_windows};

/// MB-04, MB-17: a citation from a document with pages names the page it begins on, also after an export.
#[test]
fn mb_17_a_citation_names_its_page() {
    let question = "How tall is the lighthouse tower?";
    let mut request = about(HARBOUR, question);
    let cited = |request: &ResearchRequest| {
        let ran = run(&TestHost::default(), &small_windows(), request).unwrap();
        let kept = export_session(&ran.session, &ran.result).unwrap();
        let (_, imported) = import_session(&kept).unwrap();
        assert_eq!(imported.documents, ran.result.documents);
        let citations = ran.result.answer.unwrap().citations;
        // Their labels are those of an imported file.
        let pages =
            |citations: &[Citation]| citations.iter().map(|one| one.page).collect::<Vec<_>>();
        assert_eq!(
            pages(&imported.answer.unwrap().citations),
            pages(&citations)
        );
        (citations[0].chars.start, citations[0].page)
    };
    let (start, page) = cited(&request);
    assert_eq!(page, None);
    request.documents[0].pages = vec![0, start, start + 1];
    assert_eq!(cited(&request), (start, Some(2)));
    request.documents[0].pages = vec![0, start + 1];
    assert_eq!(cited(&request), (start, Some(1)));
}

/// BX-01, MB-24: a document and a question give a cited answer, with no language model.
#[test]
fn a_question_is_answered_with_quotations() {
    let ran = ran(HARBOUR, "How tall is the lighthouse tower?");
    let answer = ran.result.answer.unwrap();
    assert!(answer.found);
    assert!(answer.text.contains("31 metres"), "{}", answer.text);
    assert!(!answer.citations.is_empty());
    for citation in &answer.citations {
        let chars: String = HARBOUR
            .chars()
            .skip(citation.chars.start)
            .take(citation.chars.end - citation.chars.start)
            .collect();
        assert_eq!(chars, citation.quote);
        assert_eq!(
            &HARBOUR[citation.bytes.start..citation.bytes.end],
            citation.quote
        );
    }
    assert_eq!(ran.result.termination, Termination::Answer);
    assert_eq!(
        ran.result.engine.description,
        "extractive, no language model"
    );
    assert_eq!(ran.result.insight_doc.completed_tasks().len(), 1);
    assert!(ran.result.insight_doc.pending_tasks().is_empty());
}

/// BX-01: when the document does not hold the answer, the answer says so.
/// BX-01: a memory of a few passages is looked at whole, though none shares a term with the question.
#[test]
fn bx_01_a_short_note_is_looked_at_whole() {
    let request = about("塔高四十二米，由石头砌成。", "塔有多高？");
    let ran = run(&TestHost::keyword_only(), &Settings::default(), &request).unwrap();
    assert!(ran.result.answer.unwrap().text.contains("四十二米"));
}

#[test]
fn a_question_that_the_document_does_not_answer_is_not_answered() {
    let ran = ran(
        HARBOUR,
        "Which football club won the national championship in 2015?",
    );
    let answer = ran.result.answer.unwrap();
    assert!(!answer.found, "{}", answer.text);
    assert!(answer.statements.is_empty() && answer.citations.is_empty());
}

/// MB-08: no text is lost between a document and the entries it becomes.
#[test]
fn no_text_of_a_document_is_lost() {
    assert_eq!(original_text(&ran(HARBOUR, "Who?")).trim(), HARBOUR.trim());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// MB-08: nor of any other text, apart from blanks between windows.
    #[test]
    fn no_text_of_any_document_is_lost(
        paragraphs in prop::collection::vec("[a-zA-Z0-9 .。，中文日本語\u{200b}é😀\n]{0,220}", 1..12)
    ) {
        let text = paragraphs.join("\n\n");
        prop_assume!(!text.trim().is_empty());
        let squeezed = |text: &str| -> String { text.chars().filter(|c| !c.is_whitespace()).collect() };
        let ran = ran(&text, "Who?");
        prop_assert_eq!(squeezed(&original_text(&ran)), squeezed(&text));
        let json = export_session(&ran.session, &ran.result).unwrap();
        let imported = import_session(&json).map(|_| ()); prop_assert!(imported.is_ok(), "{imported:?}");
    }
}

/// MB-23: a question alone is planned, and answered by saying that nothing is known.
#[test]
fn a_question_alone_ends_honestly() {
    let request = ResearchRequest {
        question: "What is tea?".to_owned(),
        ..Default::default()
    };
    let ran = run(&TestHost::default(), &Settings::default(), &request).unwrap();
    assert_eq!(ran.result.termination, Termination::Answer);
    assert!(!ran.result.answer.unwrap().found);
    assert!(ran.result.query_graph.nodes.is_empty());
}

/// MB-23: context and question, without a document.
#[test]
fn a_context_is_read_like_a_document() {
    let request = ResearchRequest {
        question: "When does the fish market open?".to_owned(),
        context: Some(HARBOUR.to_owned()),
        ..Default::default()
    };
    let ran = run(&TestHost::default(), &Settings::default(), &request).unwrap();
    let answer = ran.result.answer.unwrap();
    assert!(
        answer.text.contains("six in the morning"),
        "{}",
        answer.text
    );
    assert_eq!(answer.citations[0].document, "context");
}

/// MB-23: images alone are planned; without a vision model their step fails and the run goes on.
#[test]
fn images_alone_end_with_a_failed_step() {
    let image = ImageInput {
        name: "harbour.png".to_owned(),
        media_type: "image/png".to_owned(),
        base64: "iVBORw0KGgo=".to_owned(),
    };
    let request = ResearchRequest {
        images: vec![image],
        ..Default::default()
    };
    assert_eq!(request.validate(), Ok(()));
    let ran = run(&TestHost::default(), &Settings::default(), &request).unwrap();
    let steps = ran.result.insight_doc.completed_tasks();
    assert_eq!(steps[0].status, TaskStatus::Failed);
    assert!(steps[0].description.contains("harbour.png"));
    assert_eq!(ran.result.termination, Termination::Answer);
}

/// Bad requests are refused before anything happens.
#[test]
fn empty_requests_are_refused() {
    let blank = ResearchRequest {
        question: " \n".to_owned(),
        ..Default::default()
    };
    assert_eq!(blank.validate(), Err(RequestError::EmptyQuestion));
    for unseen in [
        "\u{2800}",
        "\u{115F}",
        "\u{3164}\u{1BCA0}",
        "\u{200B}\u{E0041}",
    ] {
        let asked = about(HARBOUR, unseen).validate();
        assert_eq!(asked, Err(RequestError::EmptyQuestion), "{unseen:?}");
    }
    let document = about(" \u{a0}\n", "Who?");
    assert!(matches!(
        document.validate(),
        Err(RequestError::EmptyDocument { .. })
    ));
}

/// All documents of a request together are bounded as one of them is; the error names both numbers.
#[test]
fn documents_that_are_too_large_together_are_refused() {
    let settings = Settings {
        max_document_bytes: 10,
        ..Settings::default()
    };
    let texts = |texts: &[usize]| Brought {
        question: "Who?",
        texts: texts.to_vec(),
        ..Brought::default()
    };
    assert_eq!(texts(&[4, 6]).check(&settings), Ok(()));
    let error = texts(&[4, 7]).check(&settings).unwrap_err();
    assert_eq!(error.kind(), "too_large");
    let message = error.to_string();
    assert!(
        message.contains("11 bytes") && message.contains("the 10 that"),
        "{message}"
    );
    // Its reader refuses it, by name.
    assert_eq!(texts(&[4, 11]).check(&settings), Ok(()));
}

/// A request without anything to answer from gets no answer, not even that the documents hold none.
#[test]
fn a_request_without_anything_to_answer_from_is_refused() {
    let nothing = Brought {
        question: "Who?",
        ..Brought::default()
    };
    let error = nothing.check(&Settings::default()).unwrap_err();
    assert_eq!(error.kind(), "no_document");
    let memory = Brought {
        memory: true,
        ..nothing.clone()
    };
    assert_eq!(memory.check(&Settings::default()), Ok(()));
    let images = Brought {
        images: true,
        ..Brought::default()
    };
    assert_eq!(images.check(&Settings::default()), Ok(()));
    let blank = Brought::default().check(&Settings::default());
    assert_eq!(blank, Err(RequestError::EmptyQuestion));
    let with_model = Settings {
        llm: Some(LlmSettings::default()),
        ..Settings::default()
    };
    assert_eq!(nothing.check(&with_model), Ok(()));
}

/// A question of a whole document's length is refused, and the error says what to do instead.
#[test]
fn a_question_as_long_as_a_document_is_refused() {
    let request = about(HARBOUR, &"why ".repeat(2001));
    let error = request.validate().unwrap_err();
    assert_eq!(error.kind(), "long_question");
    assert!(error.to_string().contains("as a document"), "{error}");
    assert_eq!(about(HARBOUR, &"why ".repeat(2000)).validate(), Ok(()));
}

/// The same text under two names is read once, and a note says where it was given again.
#[test]
fn a_text_given_twice_is_read_once() {
    let mut request = about(HARBOUR, "How tall is the lighthouse tower?");
    let mut again = request.documents[0].clone();
    again.name = "copy.txt".to_owned();
    request.documents.push(again);
    let ran = run(&TestHost::default(), &small_windows(), &request).unwrap();
    assert_eq!(ran.result.documents.len(), 1);
    assert_eq!(ran.result.documents[0].notes, ["given again as copy.txt"]);
}

/// Two documents of one name get names of their own, so that a citation tells which it comes from.
#[test]
fn documents_of_one_name_are_told_apart() {
    let mut request = about("The lamp was lit in 1871.", "How long is the pier?");
    let mut other = request.documents[0].clone();
    other.text = "The pier is 40 metres long.".to_owned();
    request.documents.push(other);
    let name = request.documents[0].name.clone();
    let ran = run(&TestHost::default(), &small_windows(), &request).unwrap();
    let names: Vec<_> = ran
        .result
        .documents
        .iter()
        .map(|one| one.name.clone())
        .collect();
    assert_eq!(names, [name.clone(), format!("{name} (2)")]);
    let answer = ran.result.answer.unwrap();
    assert_eq!(answer.citations[0].document, names[1]);
}

/// BX-01: a question in a language that the documents are not in is told why it found nothing.
#[test]
fn a_question_in_the_other_language_is_told_so() {
    let ran = ran(HARBOUR, "国王下令建造了哪一艘战舰？");
    let answer = ran.result.answer.unwrap();
    assert!(
        !answer.found && answer.text.contains("英文"),
        "{}",
        answer.text
    );
}

/// BX-09: the answer's own words are in the language of the report, the plan is in that of the prompts.
#[test]
fn bx_09_the_report_has_a_language_of_its_own() {
    let request = about(HARBOUR, "国王下令建造了哪一艘战舰？");
    let told = |settings: Settings| {
        let ran = run(&TestHost::default(), &settings, &request).unwrap();
        let steps = ran.result.insight_doc.completed_tasks();
        let answer = ran.result.answer.unwrap();
        assert_eq!(answer.engine, label(ran.result.language));
        (answer.text, steps[0].description.clone())
    };
    let (answer, plan) = told(Settings {
        report_language: Some(Language::English),
        ..small_windows()
    });
    assert!(
        answer.starts_with("The documents do not answer this"),
        "{answer}"
    );
    assert!(plan.starts_with("查找"), "{plan}");
    let (answer, plan) = told(Settings {
        language: Some(Language::English),
        report_language: Some(Language::Chinese),
        ..small_windows()
    });
    assert!(answer.starts_with("没有找到答案"), "{answer}");
    assert!(plan.starts_with("Find"), "{plan}");
}

/// BX-09: the result says which language its labels are in; an export keeps it, an older one has the question's.
#[test]
fn bx_09_the_result_names_the_language_of_its_labels() {
    for (question, language) in [
        ("塔高多少米？", Language::Chinese),
        ("灯台の塔の高さは何メートルですか", Language::English),
    ] {
        let ran = ran(HARBOUR, question);
        assert_eq!(ran.result.language, language);
        assert_eq!(ran.result.answer.as_ref().unwrap().engine, label(language));
        let json = export_session(&ran.session, &ran.result).unwrap();
        assert_eq!(import_session(&json).unwrap().1.language, language);
        let mut older: serde_json::Value = serde_json::from_str(&json).unwrap();
        older["run"].as_object_mut().unwrap().remove("language");
        let (_, imported) = import_session(&older.to_string()).unwrap();
        assert_eq!(imported.language, language);
    }
}

/// MB-08: a run that is stopped within its first window has read what its topics hold.
#[test]
fn a_run_stopped_in_its_first_window_tells_how_much_it_read() {
    let mut partly = 0;
    for aborted_at in 0..60 {
        let (handle, registration) = AbortHandle::new_pair();
        let host = TestHost::default();
        *host.before_effect.borrow_mut() = Some(Rc::new(move |number| {
            if number >= aborted_at {
                handle.abort();
            }
        }));
        let settings = Settings::default();
        let ran = run_until(&host, &settings, &about(HARBOUR, "Who?"), registration).unwrap();
        let held: usize = ran
            .result
            .interaction_tree
            .entries
            .values()
            .map(|entry| entry.text.chars().count())
            .sum();
        let read = ran.result.documents.first().and_then(|one| one.read_chars);
        assert_eq!(read.unwrap_or(0), held, "aborted at {aborted_at}");
        partly += usize::from(0 < held && held < HARBOUR.chars().count());
    }
    assert!(partly > 0, "no run was stopped within the window");
}

/// Without an embedder, and with one that fails halfway, a run searches by keywords and says so.
#[test]
fn without_an_embedder_the_run_goes_on_with_keywords() {
    let question = "How many steps does the tower have?";
    let host = TestHost::keyword_only();
    let without = run(&host, &small_windows(), &about(HARBOUR, question)).unwrap();
    assert_eq!(without.result.embedder, None);
    assert!(without.result.answer.unwrap().text.contains("142"));
    for fails_from in 0..6 {
        let host = TestHost::failing_from(fails_from);
        let ran = run(&host, &small_windows(), &about(HARBOUR, question)).unwrap();
        let warned = ran
            .events
            .iter()
            .filter(|event| matches!(event, Event::Warning { code, .. } if code == "keyword_only"));
        assert_eq!(warned.count(), 1, "failing from call {fails_from}");
        assert!(ran.result.answer.unwrap().text.contains("142"));
    }
}

/// Progress never goes back and ends at its total.
#[test]
fn progress_is_monotonic_and_reaches_its_end() {
    let ran = ran(HARBOUR, "Who?");
    let mut last = (0, 0);
    for event in &ran.events {
        if let Event::Progress { done, total, .. } = event {
            assert!(*done >= last.0 && done <= total);
            last = (*done, *total);
        }
    }
    assert!(
        last.1 > 0 && last.0 * 100 >= last.1 * 95,
        "ended at {last:?}"
    );
}

/// MB-06: events name only nodes that the result holds or that a merge took.
#[test]
fn events_tell_the_graph_that_the_result_holds() {
    let ran = ran(HARBOUR, "Who?");
    let added: Vec<&NodeId> = ran
        .events
        .iter()
        .filter_map(|event| match event {
            Event::NodeAdded { id, .. } | Event::NodesMerged { into: id, .. } => Some(id),
            _ => None,
        })
        .collect();
    for id in ran.result.query_graph.nodes.keys() {
        assert!(added.contains(&id));
    }
}

/// MB-06: among passages that fit equally not the chance of their ids decides: the same texts give the same answer.
#[test]
fn mb_06_the_same_texts_give_the_same_answer() {
    let texts = ["amber", "birch", "cedar", "dune", "elm", "fern", "grove"]
        .map(|colour| format!("The Halden bridge in March was painted {colour} by the guild."));
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let request = over(&texts, "What was the Halden bridge painted?");
    let told: BTreeSet<Vec<String>> = (0..8)
        .map(|world: u128| {
            let host = TestHost::keyword_only().drawing_from(world << 32);
            let ran = run(&host, &small_windows(), &request).unwrap();
            let citations = ran.result.answer.unwrap().citations.into_iter();
            citations.map(|citation| citation.document).collect()
        })
        .collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told.iter().all(|documents| !documents.is_empty()));
}

/// MB-06: whatever the random bits, identifiers are in the order of what was made, so that nothing that is ordered by them
/// is in an order of chance.
#[test]
fn mb_06_identifiers_are_in_the_order_of_making() {
    let told = [
        (412, "tea"),
        (398, "rye"),
        (398, "oats"),
        (405, "peas"),
        (398, "beans"),
    ];
    let texts = told.map(|(metres, sold)| {
        format!("The Halden bridge is {metres} metres long. The market sells {sold}.")
    });
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let request = over(&texts, "How long is the Halden bridge?");
    let ran = run(&TestHost::default(), &Settings::default(), &request).unwrap();
    let tree = ran.result.interaction_tree;
    let entries = tree.entries.values().map(|entry| entry.timestamp);
    let entries: Vec<_> = entries.collect();
    assert!(
        entries.len() >= texts.len() && entries.is_sorted(),
        "{entries:?}"
    );
    let nodes = ran.result.query_graph.nodes.values();
    assert!(nodes.map(|node| node.timestamp).is_sorted());
}
