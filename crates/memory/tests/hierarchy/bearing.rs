//! Bearing of a prompt's memories on the question (AF-13), measured on ordinary memories and questions.

use crate::driver::*;
use amb_memory::hierarchy::*;
use amb_memory::retrieval::Embedding;
use serde::Deserialize;

const PAIRS: &str = include_str!("../../../../benches/judgement/recall.jsonl");

#[derive(Deserialize)]
struct Pair {
    memory: String,
    question: String,
    bears: bool,
    language: String,
    half: String,
    /// The model's cosine; none where it was not among the nearest, or knows too little of the text.
    cosine: Option<f32>,
}

impl Pair {
    fn is_told(&self, by_meaning: bool) -> bool {
        let cosine = self.cosine.filter(|_| by_meaning);
        let vector = cosine.map(|cosine| [cosine, (1.0 - cosine * cosine).sqrt()]);
        let mut mind = Mind::default();
        let memory = said(&self.memory, NOW - DAY);
        mind.remember_with(memory, vector.as_ref().map(<[f32; 2]>::as_slice));
        let recalled = mind.recall(RecallRequest {
            embedding: cosine.map(|_| Embedding::new("mini", &[1.0, 0.0]).unwrap()),
            ..RecallRequest::new(&self.question, NOW)
        });
        let bears = |one: &RecalledMemory| one.bears_on_query(&mind.settings.retrieval);
        recalled.memories.iter().any(bears)
    }
}

/// Precision and recall of the test half in a language.
fn figures(language: &str, by_meaning: bool) -> (f32, f32) {
    let pairs: Vec<Pair> = PAIRS
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .filter(|pair: &Pair| pair.half == "test" && pair.language == language)
        .collect();
    assert!(pairs.len() >= 50, "{language}: {}", pairs.len());
    let (mut right, mut wrong, mut missed) = (0.0, 0.0, 0.0);
    for pair in &pairs {
        match (pair.is_told(by_meaning), pair.bears) {
            (true, true) => right += 1.0,
            (true, false) => {
                println!("told: {} | {}", pair.memory, pair.question);
                wrong += 1.0;
            }
            (false, true) => {
                println!("missed: {} | {}", pair.memory, pair.question);
                missed += 1.0;
            }
            (false, false) => {}
        }
    }
    (right / (right + wrong), right / (right + missed))
}

#[test]
fn af_13_what_is_told_bears_on_the_question() {
    for (language, by_meaning, floors) in [
        ("en", false, (0.90, 0.80)),
        ("en", true, (0.90, 0.95)),
        ("zh", false, (0.85, 0.70)),
        ("zh", true, (0.80, 0.70)),
    ] {
        let (precision, recall) = figures(language, by_meaning);
        println!(
            "{language}, by meaning {by_meaning}: precision {precision:.2}, recall {recall:.2}"
        );
        assert!(
            precision >= floors.0,
            "{language} {by_meaning}: {precision}"
        );
        assert!(recall >= floors.1, "{language} {by_meaning}: {recall}");
    }
}

/// AF-13: a question about the world is told of nobody's pharmacy or brother, whatever word they share.
#[test]
fn af_13_a_question_about_the_world_is_told_of_no_private_matter() {
    let mut mind = Mind::default();
    for words in [
        "The pharmacy by the tower closes at six.",
        "My brother is 1.92 m tall.",
        "药店在铁塔旁边，六点关门。",
    ] {
        mind.remember(said(words, NOW - DAY));
    }
    for (question, expected) in [
        ("How tall is the Eiffel Tower?", 0),
        ("How tall is my brother?", 1),
        ("埃菲尔铁塔是哪一年建成的？", 0),
        ("药店几点关门？", 1),
    ] {
        let recalled = mind.recall(RecallRequest::new(question, NOW));
        let bears = |one: &&RecalledMemory| one.bears_on_query(&mind.settings.retrieval);
        assert_eq!(
            recalled.memories.iter().filter(bears).count(),
            expected,
            "{question}"
        );
    }
}
