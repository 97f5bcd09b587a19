//! Questions about a text as a whole, or about a part of it.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected must stop"
)]

mod support;

use std::fmt::Write as _;

use amb_agents::protocol::ResearchResult;
use amb_agents::settings::Settings;
use support::{Ran, TestHost, about, over, run};

/// A manual of many parts, each with sentences of its own.
fn manual() -> String {
    let mut text = String::from(
        "# Manual of the harbour\n\nThis manual describes every berth of the harbour.\n\n",
    );
    for berth in 1..=60 {
        write!(
            text,
            "## Berth {berth}\n\nThe berth {berth} of the harbour takes boats of {berth} tonnes. {}\n\n",
            "Mooring lines of the berth are checked by the warden of the harbour every evening. ".repeat(3),
        )
        .unwrap();
    }
    text.push_str("## Warden\n\nThe warden lives above the old customs house. He keeps the keys of all berths.\n");
    text
}

fn asked(text: &str, question: &str) -> Ran {
    let host = TestHost::keyword_only();
    run(&host, &Settings::default(), &about(text, question)).unwrap()
}

fn told(result: &ResearchResult) -> &str {
    result.answer.as_ref().unwrap().text.as_str()
}

#[test]
fn bx_13_a_part_is_found_by_its_title_wherever_it_stands() {
    let ran = asked(&manual(), "What is “Warden” about?");
    let answer = told(&ran.result);
    assert!(answer.starts_with("Warden [1]"), "{answer}");
    assert!(answer.contains("above the old customs house"), "{answer}");
    let ran = asked(&manual(), "What is “Berth 41” about?");
    let answer = told(&ran.result);
    assert!(answer.starts_with("Berth 41 [1]"), "{answer}");
    assert!(answer.contains("takes boats of 41 tonnes"), "{answer}");
}

/// The title of the whole names all of its passages: the opening, and those nearest to all.
#[test]
fn bx_01_a_long_text_is_summed_up_from_its_opening_and_its_middle() {
    for question in [
        "What is this about?",
        "What is “Manual of the harbour” about?",
    ] {
        let ran = asked(&manual(), question);
        let answer = ran.result.answer.as_ref().unwrap();
        assert!(
            answer.text.starts_with("Manual of the harbour [1]"),
            "{}",
            answer.text
        );
        assert!(
            answer.text.contains("describes every berth"),
            "{}",
            answer.text
        );
        let last = answer.citations.last().unwrap();
        assert!(
            last.bytes.start > 300,
            "beyond the first passages: {}",
            answer.text
        );
    }
}

#[test]
fn bx_01_each_document_is_opened() {
    let market = "# Market\n\nThe market of Westby sells fish on every Friday of the year.\n";
    let host = TestHost::keyword_only();
    let text = manual();
    let request = over(&[&text, market], "What is this about?");
    let ran = run(&host, &Settings::default(), &request).unwrap();
    let answer = told(&ran.result);
    assert!(answer.contains("describes every berth"), "{answer}");
    assert!(answer.contains("sells fish"), "{answer}");
}

#[test]
fn bx_01_each_of_many_documents_is_told() {
    let texts: Vec<String> = ["tin", "salt", "rope", "coal", "wine", "wool", "fish"]
        .map(|ware| format!("The port of {ware} sells {ware} on every Friday of the year."))
        .to_vec();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let request = over(&texts, "这份文件讲的是什么？");
    let ran = run(&TestHost::keyword_only(), &Settings::default(), &request).unwrap();
    let answer = told(&ran.result);
    assert!(texts.iter().all(|text| answer.contains(text)), "{answer}");
}

#[test]
fn bx_13_a_title_that_is_only_mentioned_takes_no_question_over() {
    let ran = asked(&manual(), "Where does the “Warden” live?");
    let answer = told(&ran.result);
    assert!(answer.contains("The warden lives"), "{answer}");
    assert!(!answer.starts_with("Warden"), "{answer}");
}
