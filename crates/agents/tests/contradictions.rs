//! Contradictions in what a run reads: found, validated, merged or left visible, with the extractive engine.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected must stop"
)]

mod support;

use amb_agents::event::Event;
use amb_agents::settings::Settings;
use amb_memory::task::{InsightDoc, NodeId, Resolution, TaskType};
use support::{Ran, TOLL, TestHost, about, original_text, ran, run, small_windows};

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
