//! Runs over documents with the extractive engine: what they remember, answer and tell.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected must stop"
)]

mod support;

use std::rc::Rc;

use amb_agents::engine::EngineLabel;
use amb_agents::event::Event;
use amb_agents::extractive::ExtractiveEngine;
use amb_agents::run::{
    ImageInput, RequestError, Research, ResearchRequest, ResearchResult, Session, Termination,
    export_session, import_session,
};
use amb_agents::settings::Settings;
use amb_memory::task::{InsightDoc, NodeId, Resolution, TaskStatus, TaskType};
use futures::executor::block_on;
use futures::future::AbortHandle;
use proptest::prelude::*;
use support::{HARBOUR, Ran, TestHost, about, run, run_until, small_windows};

fn ran(text: &str, question: &str) -> Ran {
    run(
        &TestHost::default(),
        &small_windows(),
        &about(text, question),
    )
    .unwrap()
}

/// What the entries of a run hold, in the order of the document.
fn original_text(ran: &Ran) -> String {
    let entries = ran.result.interaction_tree.entries.values();
    let mut parts: Vec<_> = entries
        .map(|entry| {
            (
                entry.metadata.source.as_ref().unwrap().span.start,
                entry.text.clone(),
            )
        })
        .collect();
    parts.sort();
    parts.into_iter().map(|(_, text)| text).collect()
}

/// MB-04, MB-17: a citation from a document with pages names the page it begins on, also after an export.
#[test]
fn mb_17_a_citation_names_its_page() {
    let question = "How tall is the lighthouse tower?";
    let mut request = about(HARBOUR, question);
    let cited = |request: &ResearchRequest| {
        let ran = run(&TestHost::default(), &small_windows(), request).unwrap();
        let kept = export_session(&ran.session, &ran.result).unwrap();
        let (_, imported) = import_session(&kept).unwrap();
        assert_eq!(imported.answer, ran.result.answer);
        assert_eq!(imported.documents, ran.result.documents);
        let citations = ran.result.answer.unwrap().citations;
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
        prop_assert!(import_session(&json).is_ok());
    }
}

/// Two statements that contradict each other, and a third that decides.
const BRIDGE: &str = "# The bridge\n\nThe Westby bridge was completed in 1932. It has three spans of steel.\n\n\
        # A guidebook\n\nThe Westby bridge was completed in 1937. Trams crossed it until the war.\n\n\
        # The archive\n\nAccording to the town archive the Westby bridge was completed in 1932, at a \
        cost of two million crowns.";

/// MB-03, MB-11, MB-12, MB-13, MB-15: two statements that contradict each other are found, validated
/// as the next step, and merged where a third source decides; both originals stay readable.
#[test]
fn a_contradiction_is_validated_before_anything_else() {
    let host = TestHost::default();
    let settings = Settings {
        classification_window: 256,
        ..Settings::default()
    };
    let ran = run(
        &host,
        &settings,
        &about(BRIDGE, "When was the Westby bridge completed?"),
    )
    .unwrap();
    let disputed = ran
        .events
        .iter()
        .position(|event| matches!(event, Event::NodesDisputed { .. }));
    assert!(disputed.is_some(), "the contradiction is found");
    let steps = ran.result.insight_doc.completed_tasks();
    assert_eq!(steps[0].r#type, TaskType::CrossValidate);
    assert_eq!(steps.last().unwrap().r#type, TaskType::Normal);
    assert!(original_text(&ran).contains("1937"), "nothing is deleted");
    assert_merged(&ran);
    let answer = ran.result.answer.unwrap();
    assert!(answer.text.contains("1932"), "{}", answer.text);
}

/// MB-11, MB-12: one merge, of nodes that are gone into one that marks what was refuted and leads to
/// both originals.
fn assert_merged(ran: &Ran) {
    let merges = ran.events.iter().filter_map(|event| match event {
        Event::NodesMerged { from, into, .. } => Some((from, into)),
        _ => None,
    });
    let merges: Vec<_> = merges.collect();
    assert_eq!(merges.len(), 1, "the archive decides");
    let (from, into) = merges[0];
    let nodes = &ran.result.query_graph.nodes;
    assert!(from.iter().all(|id| !nodes.contains_key(id)));
    let merged = &nodes[into];
    let place = |text: &str| merged.summary.find(text);
    let held = place("The Westby bridge was completed in 1932.");
    let refuted = place("(refuted) The Westby bridge was completed in 1937.");
    assert!(held.is_some() && held < refuted, "{}", merged.summary);
    assert!(merged.disputed.is_none());
    let bank = &ran.session.bank;
    let entries = bank.interaction_tree().entries();
    let texts: Vec<&str> = entries
        .filter(|entry| {
            bank.nodes_of_entry(&entry.entry_id)
                .any(|node| node.id == *into)
        })
        .map(|entry| entry.text.as_str())
        .collect();
    for year in ["1932", "1937"] {
        assert!(texts.iter().any(|text| text.contains(year)), "{texts:?}");
    }
}

/// A run over documents of these texts.
fn ran_over(texts: &[&str]) -> Ran {
    let mut request = about(texts[0], "What is told?");
    for (at, text) in texts.iter().enumerate().skip(1) {
        let mut document = request.documents[0].clone();
        document.name = format!("{at}.txt");
        document.text = (*text).to_owned();
        request.documents.push(document);
    }
    run(&TestHost::default(), &small_windows(), &request).unwrap()
}

/// MB-10: two documents of one sentence are disputed where the sentences cannot both hold.
#[test]
fn two_documents_of_one_sentence_are_compared() {
    for (texts, disputed) in [
        (["The fair opens on 3 May.", "The fair opens on 10 May."], 2),
        (["It costs €20.", "It costs €30."], 2),
        (["塔高三十八米。", "塔高四十二米。"], 2),
        (["The box holds 12 eggs.", "The small box holds 6 eggs."], 0),
    ] {
        let nodes = ran_over(&texts).result.query_graph.nodes;
        let found = nodes.values().filter(|node| node.disputed.is_some());
        assert_eq!(found.count(), disputed, "{texts:?}");
    }
}

/// BX-01, MB-12: a third document that holds one side's very sentence decides.
#[test]
fn a_third_document_with_the_same_sentence_decides() {
    let ran = ran_over(&[
        "The Westby bridge was completed in 1932.",
        "The Westby bridge was completed in 1937.",
        "A note on Westby.\n\nThe Westby bridge was completed in 1932.",
    ]);
    let merges = ran.events.iter();
    let merges = merges.filter(|event| matches!(event, Event::NodesMerged { .. }));
    assert!(merges.count() > 0);
    let nodes = &ran.result.query_graph.nodes;
    assert!(
        nodes
            .values()
            .any(|node| node.summary.contains("(refuted)"))
    );
    assert!(nodes.values().all(|node| node.disputed.is_none()));
}

/// BX-01, MB-12: what a merge settles is settled for every node that took part in the conflict, be its text
/// drawn from right to left or not.
#[test]
fn nodes_that_agree_after_a_merge_are_not_disputed() {
    let ran = ran_over(&[
        "The tower is 40 metres tall.",
        "The tower is 99 metres tall.",
        "The tower \u{202e}is 40 metres\u{202c} tall. The pass\u{200b}word is swordfish.",
    ]);
    let nodes = &ran.result.query_graph.nodes;
    let disputed: Vec<&String> = nodes
        .values()
        .filter(|node| node.disputed.is_some())
        .map(|node| &node.summary)
        .collect();
    assert!(disputed.is_empty(), "{disputed:?}");
    assert!(
        nodes
            .values()
            .any(|node| node.summary.contains("(refuted) The tower is 99"))
    );
}

/// MB-10, MB-13: a contradiction that only the answer's sentences show, because a summary leaves its sentence
/// out, is disputed in the graph too, and validated before the answer is given.
#[test]
fn a_contradiction_that_the_answer_shows_is_taken_up() {
    let filler = "x".repeat(3000);
    let text =
        format!("The tower is 40 metres tall.\n\nThe tower is 99 metres tall.\n\n{filler}\n");
    let ran = ran(&text, "How tall is the tower?");
    let nodes = ran.result.query_graph.nodes.values();
    assert_eq!(nodes.filter(|node| node.disputed.is_some()).count(), 2);
    let steps = ran.result.insight_doc.completed_tasks();
    let validated =
        |step: &&amb_memory::task::CompletedTask| step.r#type == TaskType::CrossValidate;
    assert_eq!(steps.iter().filter(validated).count(), 1);
    assert_eq!(ran.result.answer.unwrap().disputes.len(), 1);
    let answered = |event: &&Event| matches!(event, Event::Answered { .. });
    assert_eq!(ran.events.iter().filter(answered).count(), 1);
}

/// MB-10, MB-13: both sides within one short text become two nodes, and their dispute is validated.
#[test]
fn a_text_that_contradicts_itself_is_disputed() {
    let text =
        "The toll for a cart is five crowns. Dogs go free. The toll for a cart is seven crowns.";
    let ran = ran(text, "Who keeps the gate?");
    let nodes = &ran.result.query_graph.nodes;
    assert_eq!(
        nodes
            .values()
            .filter(|node| node.disputed.is_some())
            .count(),
        2
    );
    let steps = ran.result.insight_doc.completed_tasks();
    assert_eq!(steps[0].r#type, TaskType::CrossValidate);
    assert_eq!(original_text(&ran), text);
}

/// MB-01, MB-24: a further question to a kept memory begins anew, and what was validated stays on record.
#[test]
fn a_further_question_keeps_what_was_validated() {
    let request = about(BRIDGE, "When was the Westby bridge completed?");
    let host = TestHost::default();
    let settings = Settings {
        classification_window: 256,
        ..Settings::default()
    };
    let mut session = run(&host, &settings, &request).unwrap().session;
    let doc = session.bank.insight_doc();
    let validated = |doc: &InsightDoc| {
        let steps = doc.completed_tasks().iter();
        steps
            .filter(|step| step.r#type == TaskType::CrossValidate)
            .count()
    };
    let before = validated(doc);
    assert!(before > 0);
    assert_eq!(doc.completed_tasks().len(), before + 1);
    session.ask_again(&host, "Who built it?").unwrap();
    let doc = session.bank.insight_doc();
    assert_eq!(doc.task_goal(), "Who built it?");
    assert_eq!(
        (validated(doc), doc.completed_tasks().len()),
        (before, before)
    );
    assert!(session.answer.is_none());
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

/// MB-24: an export restores the session; what is exported again is the same.
#[test]
fn an_export_restores_the_session() {
    let ran = ran(HARBOUR, "How long does the crossing take?");
    let json = export_session(&ran.session, &ran.result).unwrap();
    let (session, result) = import_session(&json).unwrap();
    let imported = ResearchResult {
        imported: true,
        ..ran.result
    };
    assert_eq!(result, imported);
    assert_eq!(export_session(&session, &result).unwrap(), json);
}

/// MB-24: what is asked of an imported memory says that the memory was imported.
#[test]
fn an_imported_memory_stays_marked() {
    let ran = ran(HARBOUR, "How long does the crossing take?");
    assert!(!ran.result.imported && !ran.result.summary().imported);
    let json = export_session(&ran.session, &ran.result).unwrap();
    let (kept, imported) = import_session(&json).unwrap();
    assert!(imported.summary().imported);
    let host = TestHost::default();
    let request = ResearchRequest {
        question: "How tall is the lighthouse tower?".to_owned(),
        ..Default::default()
    };
    let mut session = Session::open(&host, Some(kept), &request.question).unwrap();
    let (_handle, registration) = AbortHandle::new_pair();
    let research = Research {
        host: &host,
        engine: &ExtractiveEngine::new(),
        actor: None,
        settings: &small_windows(),
        emit: &|_| {},
    };
    let result = block_on(research.run(&mut session, &request, registration)).unwrap();
    assert!(result.answer.unwrap().found && result.imported);
}

/// Every run of this program can be imported again: answers with disputes and without, in both languages.
#[test]
fn every_kind_of_answer_can_be_imported() {
    let zh = "塔高三十八米。塔内有石阶。\n\n塔高四十二米。塔外有围墙。";
    for (text, question, disputes) in [
        (TOLL, "What is the toll for a cart?", 1),
        (zh, "塔高多少米？", 1),
        (zh, "国王下令建造了哪一艘战舰？", 0),
    ] {
        let ran = ran(text, question);
        let answer = ran.result.answer.as_ref().unwrap();
        assert_eq!(answer.disputes.len(), disputes, "{answer:?}");
        let json = export_session(&ran.session, &ran.result).unwrap();
        import_session(&json).unwrap();
        let mut file: serde_json::Value = serde_json::from_str(&json).unwrap();
        if disputes > 0 {
            file["run"]["answer"]["disputes"] = serde_json::Value::Array(Vec::new());
            let refused = import_session(&file.to_string()).map(|_| ()).unwrap_err();
            assert_eq!(refused.kind(), "import_inconsistent", "a dispute is hidden");
        }
        let lie = "“The bridge is free.” stands against “The bridge is dear.”";
        file["run"]["answer"]["disputes"] = vec![lie].into();
        let refused = import_session(&file.to_string()).map(|_| ()).unwrap_err();
        assert_eq!(refused.kind(), "import_inconsistent");
    }
}

/// Two sentences that stand against each other, and nothing that decides.
const TOLL: &str = "# The charter\n\nThe toll for a cart is five crowns. Dogs cross the bridge for nothing.\n\n\
        # The notice\n\nThe toll for a cart is seven crowns. Riders pay at the lodge.";

/// MB-10: a pair of sentences is one dispute, however often it was met.
#[test]
fn a_pair_of_sentences_is_one_dispute() {
    let ran = ran(TOLL, "What is the toll for a cart?");
    let told = ran.events.iter().filter_map(|event| match event {
        Event::NodesDisputed { ids, description } => Some((ids, description)),
        _ => None,
    });
    assert_eq!(told.count(), 1);
    let mut graph = ran.session.bank.query_graph().clone();
    let (one, other) = (
        "“A is 5.” stands against “A is 7.”",
        "“A is 7.” stands against “A is 5.”",
    );
    let ids: Vec<NodeId> = graph.disputed_nodes().map(|node| node.id.clone()).collect();
    for description in [one, other, one] {
        graph
            .dispute(&ids[0], &ids[1], description, Resolution::Unresolved)
            .unwrap();
    }
    let told = &graph
        .node(&ids[0])
        .unwrap()
        .disputed
        .as_ref()
        .unwrap()
        .description;
    assert_eq!(told.matches("A is 7.").count(), 1, "{told}");
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

/// MB-24: an export whose answer was tampered with is refused; one without its index is indexed again.
#[test]
fn a_tampered_export_is_refused() {
    let ran = ran(HARBOUR, "How tall is the lighthouse tower?");
    let json = export_session(&ran.session, &ran.result).unwrap();
    let altered = |pointer: &str, value: serde_json::Value| {
        let mut file: serde_json::Value = serde_json::from_str(&json).unwrap();
        *file.pointer_mut(pointer).unwrap() = value;
        import_session(&file.to_string()).map(|_| ())
    };
    for (pointer, value) in [
        (
            "/run/answer/citations/0/quote",
            "The moon is made of cheese.".into(),
        ),
        (
            "/run/answer/statements/0/text",
            "The moon is made of cheese.".into(),
        ),
        ("/run/answer/citations/0/nodeId", "ghost".into()),
        ("/run/answer/citations/0/bytes/start", 0.into()),
        ("/insight_doc/doc_id", "".into()),
        (
            "/run/answer/text",
            "The tower is 99 metres tall. [1]".into(),
        ),
        (
            "/run/answer/statements/0/citations",
            Vec::<usize>::new().into(),
        ),
        ("/run/answer/citations/0/document", "other.txt".into()),
        ("/run/answer/confidence", 7.into()),
        ("/run/answer/found", false.into()),
        ("/run/answer/citations/0/headings", vec!["By law"].into()),
        ("/run/answer/disputes", vec!["Nobody knows."].into()),
        ("/run/answer/engine/description", "checked by hand".into()),
        ("/run/engine/description", "checked by hand".into()),
        ("/run/engine/name", "oracle".into()),
        ("/run/documents/0/chars", 5.into()),
        ("/run/documents/0/readChars", 999_999.into()),
        (
            "/run/retrieved/0/text",
            "The moon is made of cheese.".into(),
        ),
        ("/run/retrieved/0/chars/start", 0.into()),
        ("/run/retrieved/0/nodeId", "ghost".into()),
        ("/run/retrieved/0/headings", vec!["By law"].into()),
        ("/run/retrieved/0/score", 7.into()),
    ] {
        let kind = altered(pointer, value).unwrap_err().kind();
        assert_eq!(kind, "import_inconsistent", "{pointer}");
    }
    let mut cut: serde_json::Value = serde_json::from_str(&json).unwrap();
    let passage = cut.pointer_mut("/run/retrieved/0").unwrap();
    let words = passage["text"].as_str().unwrap().to_owned();
    passage["text"] = words[..10].into();
    for (unit, length) in [("bytes", 10), ("chars", 10)] {
        passage[unit]["end"] = (passage[unit]["start"].as_u64().unwrap() + length).into();
    }
    let part = import_session(&cut.to_string()).map(|_| ()).unwrap_err();
    assert_eq!(
        part.kind(),
        "import_inconsistent",
        "a part of a passage is none"
    );
    let mut model: serde_json::Value = serde_json::from_str(&json).unwrap();
    model["run"]["engine"] = serde_json::to_value(EngineLabel::of_model("some-model")).unwrap();
    assert!(import_session(&model.to_string()).is_ok());
    let mut bare: serde_json::Value = serde_json::from_str(&json).unwrap();
    bare.as_object_mut().unwrap().remove("evidence");
    let (session, _) = import_session(&bare.to_string()).unwrap();
    assert_eq!(
        session.bank.evidence().len(),
        ran.session.bank.evidence().len()
    );
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
