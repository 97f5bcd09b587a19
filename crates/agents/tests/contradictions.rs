//! Contradictions in what a run reads: found, validated, merged or left visible, with the extractive engine.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected must stop"
)]

mod support;

use amb_agents::engine::{Engine, EngineFuture, RunContext};
use amb_agents::extractive::ExtractiveEngine;
use amb_agents::protocol::{
    AnalysisInput, AnalysisOutput, Answer, AnswerInput, ClassificationInput, ClassificationOutput,
    EngineLabel, Event, IntegrationInput, IntegrationOutput, PlanningInput, PlanningOutput,
    StructureInput, StructureOutput, Termination, ValidationInput, ValidationOutput, Verdict,
};
use amb_agents::run::{Research, export_session, import_session};
use amb_agents::settings::Settings;
use amb_agents::task::Session;
use amb_memory::task::{ConflictStatus, InsightDoc, TaskType};
use futures::executor::block_on;
use futures::future::AbortHandle;
use support::{Ran, TOLL, TestHost, about, original_text, over, ran, ran_over, run, small_windows};

/// Two statements that contradict each other, and a third that says the same as one of them.
const BRIDGE: &str = "# The bridge\n\nThe Westby bridge was completed in 1932. It has three spans of steel.\n\n\
        # A guidebook\n\nThe Westby bridge was completed in 1937. Trams crossed it until the war.\n\n\
        # The archive\n\nAccording to the town archive the Westby bridge was completed in 1932, at a \
        cost of two million crowns.";

fn windows_of_256() -> Settings {
    Settings {
        classification_window: 256,
        ..Settings::default()
    }
}

/// MB-10, MB-12, MB-13, MB-15: two statements that contradict each other are found and validated as the next step. Without a
/// language model both stay visible, however many sources say the one: the contradiction is a hint, and no vote.
#[test]
fn a_contradiction_is_validated_before_anything_else() {
    let request = about(BRIDGE, "When was the Westby bridge completed?");
    let ran = run(&TestHost::default(), &windows_of_256(), &request).unwrap();
    let mut events = ran.events.iter();
    assert!(events.any(|event| matches!(event, Event::NodesDisputed { .. })));
    let steps = ran.result.insight_doc.completed_tasks();
    assert_eq!(steps[0].r#type, TaskType::CrossValidate);
    assert_eq!(steps.last().unwrap().r#type, TaskType::Normal);
    assert!(original_text(&ran).contains("1937"), "nothing is deleted");
    assert!(ran.result.interaction_tree.merge_events.is_empty());
    let conflicts = ran.result.query_graph.conflicts.values();
    let undecided = conflicts.filter(|one| one.status == ConflictStatus::Undecided);
    assert!(undecided.count() > 0);
    let answer = ran.result.answer.unwrap();
    assert!(
        answer.found && !answer.disputes.is_empty(),
        "{}",
        answer.text
    );
}

/// MB-03, MB-11, MB-12, BX-04: a verdict for one side merges the two nodes into one that leads to both originals. The answer tells
/// nothing as open, and the file of the run is read again.
#[test]
fn mb_11_a_verdict_merges_and_is_told() {
    let (ran, _) = judged(
        &[
            "The Westby bridge was completed in 1932.",
            "The Westby bridge was completed in 1937.",
        ],
        "When was the Westby bridge completed?",
        |input| {
            let mut nodes = input.nodes.iter();
            let node = nodes.find(|node| node.summary.contains("1932")).unwrap();
            Verdict::Supported {
                node: node.id.clone(),
            }
        },
    );
    let bank = &ran.session.bank;
    let merges = bank.interaction_tree().merge_events();
    assert_eq!(merges.len(), 1);
    let ruling = merges[0].ruling.as_ref().unwrap();
    let conflict = bank.query_graph().conflict(&ruling.conflicts[0]).unwrap();
    assert_eq!(conflict.status, ConflictStatus::Refuted);
    let refuted = conflict.refuted().unwrap();
    assert!(refuted.text.contains("1937"));
    let place = refuted.place.as_ref().unwrap();
    let entry = bank.interaction_tree().entry(&place.entry).unwrap();
    assert_eq!(place.span.of(&entry.text), refuted.text);
    let merged = bank.query_graph().node(&merges[0].new_node_id).unwrap();
    assert!(merged.disputed.is_empty());
    let texts = bank.interaction_tree().entries_of(&merged.id);
    assert_eq!(texts.len(), 2);
    let answer = ran.result.answer.as_ref().unwrap();
    assert!(
        answer
            .text
            .starts_with("The Westby bridge was completed in 1932.")
    );
    let mut told = answer.disputes.iter();
    assert!(
        told.all(|one| one.status == ConflictStatus::Refuted),
        "nothing is open"
    );
    let json = export_session(&ran.session, &ran.result).unwrap();
    import_session(&json).unwrap();
}

/// MB-10: two documents of one sentence are disputed where the sentences cannot both hold.
#[test]
fn two_documents_of_one_sentence_are_compared() {
    for (texts, disputed) in [
        (["The fair opens on 3 May.", "The fair opens on 10 May."], 2),
        (["A ticket costs €20.", "A ticket costs €30."], 2),
        (["塔高三十八米。", "塔高四十二米。"], 2),
        (["The canal has 412 lamps.", "The tunnel has 398 lamps."], 0),
    ] {
        let nodes = ran_over(&texts, "What is told?").result.query_graph.nodes;
        let found = nodes.values().filter(|node| !node.disputed.is_empty());
        assert_eq!(found.count(), disputed, "{texts:?}");
    }
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
    assert_eq!(nodes.filter(|node| !node.disputed.is_empty()).count(), 2);
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
            .filter(|node| !node.disputed.is_empty())
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
        Event::NodesDisputed { ids, .. } => Some(ids),
        _ => None,
    });
    assert_eq!(told.count(), 1);
    let conflicts = ran.session.bank.query_graph().conflicts();
    assert_eq!(conflicts.count(), 1);
}

/// MB-24, BX-01: where documents are so divided that all steps are used up, what they say is answered all the same, once.
#[test]
fn mb_24_an_answer_is_given_when_the_steps_are_used_up() {
    let texts: Vec<String> = ["rye", "oats", "barley", "wheat", "beans", "peas"]
        .iter()
        .enumerate()
        .map(|(at, what)| {
            let length = if at % 2 == 0 { 398 } else { 412 };
            format!("The Halden bridge is {length} metres long. The {what} market opens early.")
        })
        .collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let settings = Settings {
        max_iterations: 3,
        ..Settings::default()
    };
    let request = over(&texts, "How long is the Halden bridge?");
    let ran = run(&TestHost::default(), &settings, &request).unwrap();
    assert_eq!(ran.result.termination, Termination::MaxIterations);
    let answer = ran.result.answer.as_ref().unwrap();
    assert!(answer.found && !answer.disputes.is_empty());
    let told = ran.events.iter();
    let told = told.filter(|event| matches!(event, Event::Answered { .. }));
    assert_eq!(told.count(), 1);
}

/// Judges by itself what two statements are to each other.
struct Judge(ExtractiveEngine, fn(&ValidationInput) -> Verdict);

impl Engine for Judge {
    fn label(&self) -> EngineLabel {
        self.0.label()
    }

    fn classify<'a>(
        &'a self,
        context: &'a RunContext<'a>,
        input: &'a ClassificationInput,
    ) -> EngineFuture<'a, ClassificationOutput> {
        self.0.classify(context, input)
    }

    fn structure<'a>(
        &'a self,
        context: &'a RunContext<'a>,
        input: &'a StructureInput,
    ) -> EngineFuture<'a, StructureOutput> {
        self.0.structure(context, input)
    }

    fn analyse<'a>(
        &'a self,
        context: &'a RunContext<'a>,
        input: &'a AnalysisInput,
    ) -> EngineFuture<'a, AnalysisOutput> {
        self.0.analyse(context, input)
    }

    fn integrate<'a>(
        &'a self,
        context: &'a RunContext<'a>,
        input: &'a IntegrationInput,
    ) -> EngineFuture<'a, IntegrationOutput> {
        self.0.integrate(context, input)
    }

    fn plan<'a>(
        &'a self,
        context: &'a RunContext<'a>,
        input: &'a PlanningInput,
    ) -> EngineFuture<'a, PlanningOutput> {
        self.0.plan(context, input)
    }

    fn validate<'a>(
        &'a self,
        _context: &'a RunContext<'a>,
        input: &'a ValidationInput,
    ) -> EngineFuture<'a, ValidationOutput> {
        Box::pin(async {
            Ok(ValidationOutput {
                verdict: (self.1)(input),
                explanation: "The two were measured on different days.".to_owned(),
            })
        })
    }

    fn answer<'a>(
        &'a self,
        context: &'a RunContext<'a>,
        input: &'a AnswerInput,
    ) -> EngineFuture<'a, Answer> {
        self.0.answer(context, input)
    }
}

/// A run over documents whose conflicts are judged so.
fn judged(
    texts: &[&str],
    question: &str,
    verdict: fn(&ValidationInput) -> Verdict,
) -> (Ran, usize) {
    let host = TestHost::default();
    let request = over(texts, question);
    let mut session = Session::open(&host, None, &request).unwrap();
    let research = Research {
        host: &host,
        engine: &Judge(ExtractiveEngine::new(), verdict),
        actor: None,
        settings: &small_windows(),
        emit: &|_| {},
    };
    let (_handle, registration) = AbortHandle::new_pair();
    let result = block_on(research.run(&mut session, &request, registration)).unwrap();
    let steps = result.insight_doc.completed_tasks().iter();
    let validated = steps.filter(|step| step.r#type == TaskType::CrossValidate);
    let validated = validated.count();
    let events = Vec::new();
    (
        Ran {
            result,
            events,
            session,
        },
        validated,
    )
}

/// MB-12: a contradiction that the answer shows is validated once, and once it is settled its topics are not disputed.
#[test]
fn mb_12_what_was_validated_is_not_validated_again() {
    let question = "What is the toll for a cart?";
    let (ran, validated) = judged(&[TOLL], question, |_| Verdict::Compatible);
    assert_eq!(ran.result.termination, Termination::Answer);
    assert_eq!(validated, 1);
    let graph = ran.session.bank.query_graph();
    assert_eq!(graph.disputed_nodes().count(), 0);
    assert!(
        graph
            .conflicts()
            .all(|one| one.status == ConflictStatus::Settled)
    );
}
