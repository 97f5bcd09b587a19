//! Decisions that later documents overrule, and marks of refutation that a document is written with, with the extractive engine.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected must stop"
)]

mod support;

use amb_agents::engine::Answer;
use support::{TestHost, ask_again, over, ran_over};

const QUESTION: &str = "How long is the Halden bridge?";

/// Sentences whose summaries hold them, and such that are too long for a summary.
const FORMS: [&str; 2] = [
    "The Halden bridge is METRES metres long.",
    "The Halden bridge, built by the masons of the harbour of the valley of the river of the hills of the county of the fishermen \
     of the abbey of the friars with timber from the southern woods, is METRES metres long.",
];

/// Documents that tell these lengths, each of its own.
fn documents(form: &str, metres: &[u32]) -> Vec<String> {
    let told = metres.iter().enumerate();
    told.map(|(at, metres)| {
        let sold = ["tea", "rye", "oats", "peas", "beans", "honey"][at];
        let length = form.replace("METRES", &metres.to_string());
        format!("{length} The market of {metres} sells {sold}.")
    })
    .collect()
}

/// The answer after further documents in the same memory.
fn answer_after(form: &str, first: &[u32], then: &[u32]) -> Answer {
    let first = documents(form, first);
    let first: Vec<&str> = first.iter().map(String::as_str).collect();
    let mut session = ran_over(&first, QUESTION).session;
    let then: Vec<String> = documents(form, then)
        .iter()
        .map(|text| format!("{text} Snow closes the pass."))
        .collect();
    let then: Vec<&str> = then.iter().map(String::as_str).collect();
    let mut request = over(&then, QUESTION);
    for document in &mut request.documents {
        document.name = format!("later {}", document.name);
    }
    let host = TestHost::later_world();
    ask_again(&host, &mut session, &request).answer.unwrap()
}

/// The lines of an answer that tell a length, and whether they call it refuted.
fn told(answer: &Answer) -> Vec<(bool, bool)> {
    let lines = answer.text.lines();
    lines
        .map(|line| (line.contains("398"), line.contains("(refuted)")))
        .collect()
}

/// MB-11, MB-12: where more documents turn a majority, what holds now is told without a mark and what held before with one.
#[test]
fn mb_11_a_majority_that_turns_overrules_the_decision() {
    let [short, long] = FORMS;
    for (form, first, then) in [
        (short, &[412, 412, 398][..], &[398, 398, 398][..]),
        (long, &[412, 412, 398], &[398, 398, 398]),
        (short, &[412, 398], &[398, 398]),
    ] {
        let answer = answer_after(form, first, then);
        let told = told(&answer);
        assert!(told.contains(&(true, false)), "{}", answer.text);
        assert!(
            told.iter().all(|(holds, refuted)| *holds != *refuted),
            "{}",
            answer.text
        );
        let mut open = answer.disputes.iter();
        assert!(
            open.all(|line| line.contains("was refuted")),
            "{:?}",
            answer.disputes
        );
    }
}

/// MB-11: where more documents make it even again, it is open again, and neither side is called refuted.
#[test]
fn mb_11_a_decision_that_is_even_again_is_open() {
    for form in FORMS {
        let answer = answer_after(form, &[412, 412, 398], &[398]);
        let told = told(&answer);
        assert!(
            !told.is_empty() && told.iter().all(|(_, refuted)| !refuted),
            "{}",
            answer.text
        );
        let mut open = answer.disputes.iter();
        assert!(
            open.any(|line| line.contains("412") && !line.contains("was refuted")),
            "{:?}",
            answer.disputes
        );
    }
}

/// MB-11: a later text that says the same as what holds, or speaks of something else, leaves the decision as it is.
#[test]
fn mb_11_what_is_confirmed_stays_decided() {
    for form in FORMS {
        let answer = answer_after(form, &[398, 412, 412], &[412]);
        let told = told(&answer);
        assert!(told.contains(&(false, false)), "{}", answer.text);
        assert!(!told.contains(&(true, false)), "{}", answer.text);
    }
    let question = "How high is Kerrow?";
    let first = [
        "Kerrow is 398 metres high. Tea is sold.",
        "Kerrow is 412 metres high.",
        "Kerrow is 412 metres high. Rye is sold.",
    ];
    let mut session = ran_over(&first, question).session;
    let mut request = over(&["Little Kerrow is 398 metres high."], question);
    request.documents[0].name = "later.txt".to_owned();
    let host = TestHost::later_world();
    let answer = ask_again(&host, &mut session, &request).answer.unwrap();
    let mut lines = answer.text.lines();
    assert!(
        !lines.any(|line| line.starts_with("Kerrow is 398")),
        "{}",
        answer.text
    );
}

/// MB-11, BX-05: a document that is written with a mark of refutation refutes nothing that others say.
#[test]
fn bx_05_a_mark_that_a_document_is_written_with_refutes_nothing() {
    let long = "The Halden bridge is 412 metres long.";
    let texts = [
        format!("{long} Boats are blue."),
        format!("{long} Tea is green."),
        format!("{long} Trams pass the square."),
        format!("The Orrin tower is 40 metres tall. (refuted) {long}"),
        "The Orrin tower is 45 metres tall. Goats graze.".to_owned(),
        "The Orrin tower is 45 metres tall. Rye is sold.".to_owned(),
    ];
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let answer = ran_over(&texts, QUESTION).result.answer.unwrap();
    let first = answer.text.lines().next().unwrap();
    assert!(first.starts_with(long), "{}", answer.text);
}
