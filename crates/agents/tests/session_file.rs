//! Sessions as files: exported, imported, and refused where they were changed.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected must stop"
)]

mod support;

use amb_agents::extractive::ExtractiveEngine;
use amb_agents::protocol::{AnswerDispute, EngineLabel, ResearchRequest};
use amb_agents::run::{Research, export_session, import_session};
use amb_agents::settings::Settings;
use amb_agents::task::Session;
use amb_memory::task::{ConflictStatus, Dissent, Quote};
use amb_memory::task::{MAX_IMPORT_BYTES, Trust};
use amb_memory::text::Language;
use futures::executor::block_on;
use futures::future::AbortHandle;
use support::{
    DIMENSIONS, HARBOUR, TOLL, TestHost, about, ask_again, ran, ran_over, run, small_windows,
};

/// The JSON of an export as an import leaves it: every label is that of an imported file.
fn as_imported(json: &str) -> String {
    json.replace(r#""trust":"given""#, r#""trust":"imported""#)
}

/// MB-24, BX-05: an export restores the session, but not its labels; what is exported again is the same.
#[test]
fn an_export_restores_the_session() {
    let ran = ran(HARBOUR, "How long does the crossing take?");
    let json = export_session(&ran.session, &ran.result).unwrap();
    assert!(json.contains(r#""trust":"given""#));
    let (session, result) = import_session(&json).unwrap();
    let again = export_session(&session, &result).unwrap();
    assert!(again == as_imported(&json));
    let (session, result) = import_session(&again).unwrap();
    assert!(export_session(&session, &result).unwrap() == again);
}

/// BX-05: a file cannot label what it holds as the user's, neither in its memory nor in its answer; documents
/// that are read after it keep their own labels.
#[test]
fn bx_05_an_import_cannot_raise_its_trust() {
    let question = "How tall is the lighthouse tower?";
    let ran = ran(HARBOUR, question);
    let json = export_session(&ran.session, &ran.result).unwrap();
    let mut file: serde_json::Value = serde_json::from_str(&json).unwrap();
    file["run"]["answer"]["trust"] = "given".into();
    file["run"]["answer"]["citations"][0]["title"] = "Official".into();
    let (mut session, result) = import_session(&file.to_string()).unwrap();
    let answer = result.answer.unwrap();
    assert_eq!(answer.trust, Trust::Imported);
    assert_eq!(answer.citations[0].trust, Trust::Imported);
    assert_eq!(answer.citations[0].title, None);
    assert!(
        result
            .retrieved
            .iter()
            .all(|one| one.trust == Trust::Imported)
    );

    let host = TestHost::later_world();
    let request = about("The lighthouse tower was painted red in 2020.", question);
    let again = ask_again(&host, &mut session, &request);
    let labels: Vec<Trust> = again
        .interaction_tree
        .entries
        .values()
        .map(|entry| entry.metadata.trust)
        .collect();
    assert_eq!(
        labels
            .iter()
            .filter(|label| **label == Trust::Given)
            .count(),
        1
    );
    assert!(labels.contains(&Trust::Imported));
    assert_eq!(again.answer.unwrap().trust, Trust::Imported);
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
    let mut session = Session::open(&host, Some(kept), &request).unwrap();
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
        let sides = ["The bridge is free.", "The bridge is dear."].map(Quote::from);
        let lie = AnswerDispute::open(Dissent::of(Language::English, sides));
        file["run"]["answer"]["disputes"] = vec![serde_json::to_value(lie).unwrap()].into();
        let refused = import_session(&file.to_string()).map(|_| ()).unwrap_err();
        assert_eq!(refused.kind(), "import_inconsistent");
    }
}

/// MB-24: so can one of topics that are disputed for two things, each of which is told where it is quoted; without it, it hides
/// that.
#[test]
fn mb_24_a_dispute_of_two_contradictions_can_be_imported() {
    for (texts, question) in [
        (
            [
                "The Halden bridge is 412 metres long. The Halden bridge is 20 metres wide.",
                "The Halden bridge is 398 metres long. The Halden bridge is 25 metres wide.",
            ],
            "How long is the Halden bridge?",
        ),
        (
            [
                "青石大桥全长412米。青石大桥宽20米。",
                "青石大桥全长398米。青石大桥宽25米。",
            ],
            "青石大桥全长多少米？",
        ),
    ] {
        let ran = ran_over(&texts, question);
        let answer = ran.result.answer.as_ref().unwrap();
        let is_of_length = |one: &AnswerDispute| {
            one.description.contains("398") && !one.description.contains("25")
        };
        assert!(answer.disputes.iter().any(is_of_length));
        let json = export_session(&ran.session, &ran.result).unwrap();
        import_session(&json).unwrap();
        let mut file: serde_json::Value = serde_json::from_str(&json).unwrap();
        file["run"]["answer"]["disputes"] = serde_json::Value::Array(Vec::new());
        let refused = import_session(&file.to_string()).map(|_| ()).unwrap_err();
        assert_eq!(refused.kind(), "import_inconsistent");
    }
}

/// MB-24: a run of the time when disputes were sentences is read: its disputes are the memory's, and a sentence that nobody can take
/// apart stays as it was told.
#[test]
fn mb_24_a_run_whose_disputes_are_sentences_can_be_imported() {
    let ran = ran(TOLL, "What is the toll for a cart?");
    let json = export_session(&ran.session, &ran.result).unwrap();
    let mut file: serde_json::Value = serde_json::from_str(&json).unwrap();
    file["version"] = 4.into();
    let graph = file["query_graph"].as_object_mut().unwrap();
    let conflicts = graph.remove("conflicts").unwrap();
    let told = conflicts["c1"]["dissent"]["description"].clone();
    let ids: Vec<String> = graph["nodes"]
        .as_object()
        .unwrap()
        .keys()
        .cloned()
        .collect();
    for (id, node) in graph["nodes"].as_object_mut().unwrap() {
        let listed = node["disputed"].as_array().unwrap();
        let with: Vec<&String> = ids.iter().filter(|other| *other != id).collect();
        node["disputed"] = match listed.is_empty() {
            true => serde_json::Value::Null,
            false => serde_json::json!({
                "with": with, "description": told, "about": vec![&told; with.len()],
                "resolution": "inconclusive", "grounds": "Nothing decides.",
            }),
        };
    }
    let unclear = "“1932” (guide) stands against “1937” (chronicle).";
    file["run"]["answer"]["disputes"] = serde_json::json!([told, unclear]);
    for citation in file["run"]["answer"]["citations"].as_array_mut().unwrap() {
        citation["doubts"] = serde_json::json!([{ "kind": "disputed", "conflict": told }]);
    }
    for passage in file["run"]["retrieved"].as_array_mut().unwrap() {
        passage["doubts"] =
            serde_json::json!([{ "kind": "refuted", "conflict": told, "grounds": "" }]);
    }
    let (session, result) = import_session(&file.to_string()).unwrap();
    let answer = result.answer.unwrap();
    let known = session.bank.query_graph().conflicts().next().unwrap();
    assert_eq!(known.status, ConflictStatus::Undecided);
    assert_eq!(known.grounds, "Nothing decides.");
    assert!(known.dissent.sides.is_some());
    assert_eq!(answer.disputes[0], AnswerDispute::from(known));
    assert_eq!(answer.disputes[1].description, unclear);
    assert_eq!(answer.disputes[1].sides, None);
    assert!(!answer.citations[0].doubts.is_empty());
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
        (
            "/run/answer/disputes",
            serde_json::json!([AnswerDispute::open(Dissent::told("Nobody knows."))]),
        ),
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

/// MB-24: whatever prose a request may bring, its export can be imported again.
#[test]
fn mb_24_the_largest_request_leaves_an_export_that_can_be_imported() {
    /// Characters by which a vector of the real model is longer in JSON than one of the test's.
    const LONGER: usize = (384 - DIMENSIONS) * 4 * 4 / 3;
    const SUNZI: &str = include_str!("../../../npm/test/cli/documents/sunzi.zh.txt");
    let settings = Settings::default();
    for prose in [HARBOUR, SUNZI] {
        let chapters = (1..=8).map(|number| format!("# Chapter {number}\n\n{prose}\n\n"));
        let text: String = chapters.collect();
        let request = about(&text, "How tall is the tower?");
        let ran = run(&TestHost::default(), &settings, &request).unwrap();
        let json = export_session(&ran.session, &ran.result).unwrap();
        let vectors =
            json.matches("\"vector\":\"").count() + json.matches("\"embedding\":\"").count();
        let bytes = json.len() + vectors * LONGER;
        let largest = bytes * (settings.max_document_bytes / text.len());
        assert!(largest < MAX_IMPORT_BYTES, "{largest} bytes");
    }
}
