//! Answers from the evidence alone.

use amb_memory::retrieval::analyze;
use amb_memory::task::{Conflict, ConflictStatus, Dissent, EntryId, NodeId, Quote, Trust};
use amb_memory::text::{Language, Span};
use futures::executor::block_on;
use proptest::prelude::*;

use super::answering::answer;
use super::engine::label;
use crate::extractive::test_host::with_context;
use crate::protocol::{Answer, AnswerDispute, AnswerInput, EvidencePassage};

/// Passages of one document, one after another, with a line end between.
fn evidence(document: &str) -> Vec<EvidencePassage> {
    let mut start = 0;
    let mut chars = 0;
    document
        .split_inclusive('\n')
        .map(|line| {
            let (text, length) = (line.trim_end_matches('\n'), line.chars().count());
            let passage = EvidencePassage {
                node_id: NodeId::from("n"),
                entry_id: EntryId::from("e"),
                document: "document".to_owned(),
                title: None,
                published: None,
                trust: Trust::Given,
                doubts: Vec::new(),
                chars: Span::new(chars, chars + text.chars().count()),
                bytes: Span::new(start, start + text.len()),
                headings: vec!["Bridges".to_owned()],
                text: text.to_owned(),
                units: amb_memory::text::Structure::markdown(text)
                    .units(text, Span::new(0, text.len())),
                score: 0.5,
                keyword: 0.5,
                semantic: 0.5,
            };
            start += line.len();
            chars += length;
            passage
        })
        .collect()
}

fn input(embeds: bool, document: &str, question: &str) -> AnswerInput {
    AnswerInput {
        question: question.to_owned(),
        evidence: evidence(document),
        question_coverage: if embeds { 1.0 } else { 0.0 },
        term_rarity: analyze(question)
            .into_iter()
            .map(|term| (term, 3.0))
            .collect(),
        disputes: [KNOWN_DISPUTE, ["Tea is red.", "Tea is black."]]
            .map(known)
            .to_vec(),
        ..AnswerInput::default()
    }
}

fn ask(embeds: bool, document: &str, question: &str) -> Answer {
    let input = input(embeds, document, question);
    with_context(embeds, question, |context| {
        block_on(answer(context, &input, label(Language::English))).unwrap()
    })
}

const KNOWN_DISPUTE: [&str; 2] = [
    "The bridge was completed in 1932 by Anna Müller.",
    "The bridge was never completed.",
];

fn known(sides: [&str; 2]) -> AnswerDispute {
    AnswerDispute::open(Dissent::of(Language::English, sides.map(Quote::from)))
}

const BRIDGE: &str = "The weather was fine. The bridge was completed in 1932 by Anna Müller. It \
                      is made of steel.\nTea is green — and hot.\n";

#[test]
fn bx_01_an_answer_quotes_the_sentence_in_its_place() {
    for embeds in [true, false] {
        let answer = ask(embeds, BRIDGE, "When was the bridge completed?");
        assert!(answer.found);
        let first = &answer.citations[0];
        assert!(
            first.quote.contains("The bridge was completed in 1932"),
            "{}",
            first.quote
        );
        assert!(answer.text.contains("[1]"));
        assert_eq!(
            answer.disputes,
            [known(KNOWN_DISPUTE)],
            "only what touches the quotation"
        );
    }
}

/// BX-01: sentences that contradict each other are shown as disputed, though they were retrieved
/// from one passage.
#[test]
fn bx_01_an_answer_shows_what_contradicts_its_quotation() {
    for (document, question) in [
        (
            "The toll for a cart is five crowns. The toll for a cart is seven crowns.\n",
            "What is the toll for a cart?",
        ),
        (
            "The reactor is safe for visitors.\nThe reactor is not safe for visitors.\n",
            "Is the reactor safe for visitors?",
        ),
        (
            "The meeting will be held on 5 March.\nThe meeting will be held on 7 March.\n",
            "When will the meeting be held?",
        ),
        (
            "Visitors must wear a helmet.\nVisitors need not wear a helmet.\n",
            "Must visitors wear a helmet?",
        ),
        (
            "会议在3月5日举行。\n会议在3月7日举行。\n",
            "会议什么时候举行？",
        ),
    ] {
        let answer = ask(true, document, question);
        assert_eq!(answer.disputes.len(), 1, "{:?}", answer.disputes);
        let told = ["stands against", "相矛盾"];
        assert!(
            told.iter()
                .any(|told| answer.disputes[0].description.contains(told))
        );
    }
}

#[test]
fn bx_01_a_question_that_the_evidence_does_not_answer_is_refused() {
    for embeds in [true, false] {
        let question = "Which king of Sweden ordered Vasa ships?";
        let answer = ask(embeds, BRIDGE, question);
        assert!(!answer.found && answer.citations.is_empty());
        assert_eq!(
            answer.text,
            format!("The documents do not answer this: {question}")
        );
    }
}

#[test]
fn bx_01_chinese_is_answered_and_refused_in_chinese() {
    let document = "天气很好。大桥于1932年建成，由钢制成。\n茶是绿色的。";
    let found = ask(false, document, "大桥是什么时候建成的？");
    assert!(found.citations[0].quote.contains("1932"), "{}", found.text);
    let refused = ask(false, document, "哪位国王下令建造瓦萨号战舰？");
    assert!(refused.text.starts_with("文档中没有这个问题的答案"));
}

/// BX-01: marks of Markdown hide no answer, and what a pronoun stands for comes with it.
#[test]
fn bx_01_marks_of_markdown_hide_no_answer() {
    let document = "The tower stands by the lake. It is **43 metres** tall.\n";
    for embeds in [true, false] {
        let answer = ask(embeds, document, "How tall is the tower?");
        assert!(
            answer.text.contains("It is 43 metres tall."),
            "{}",
            answer.text
        );
        assert!(answer.citations[0].quote.starts_with("The tower stands"));
    }
}

/// BX-01: what happens again and again has a time, too.
#[test]
fn bx_01_a_weekday_is_a_time() {
    let document = "The market is held every Saturday from 8 to 13. Tea is green.\n";
    for embeds in [true, false] {
        let answer = ask(embeds, document, "When is the market held?");
        assert!(answer.text.contains("every Saturday"), "{}", answer.text);
    }
}

/// BX-13: a row is read with its header, the unit in that, and the sentence before its table.
#[test]
fn bx_13_a_row_answers_with_its_header_and_what_introduces_its_table() {
    let sales = "Numbers of pieces sold, by quarter.\n\n| Item | Quarter 1 | Quarter 2 |\n|---|---|---|\n\
                 | Buoys | | 7 |\n| Ropes | 31 | 28 |\n";
    let lights = "| Station | Height (m) | Range (nm) |\n|---|---|---|\n| Q-096 | 48 | 5 |\n| Q-097 | 61 | 10 |\n";
    for (document, question, row) in [
        (
            sales,
            "How many buoys were sold in quarter 2?",
            "Quarter 2: 7",
        ),
        (
            lights,
            "How high is the light of the station Q-097?",
            "Height (m): 61",
        ),
    ] {
        let mut input = input(false, "", question);
        input.evidence = vec![EvidencePassage {
            units: amb_memory::text::Structure::markdown(document)
                .units(document, Span::new(0, document.len())),
            text: document.to_owned(),
            ..evidence(document).remove(0)
        }];
        let answer = with_context(false, question, |context| {
            block_on(answer(context, &input, label(Language::English))).unwrap()
        });
        assert!(answer.text.contains(row), "{}", answer.text);
    }
}

/// BX-01: what a question asks with need not stand in the answer.
#[test]
fn bx_01_the_kind_that_is_asked_for_need_not_be_told() {
    assert!(
        ask(
            false,
            "门票为新台币一百二十元。\n茶是绿色的。\n",
            "门票多少钱？"
        )
        .found
    );
}

/// BX-01: a name may be the first word of its sentence, where any word has a capital.
#[test]
fn bx_01_a_name_may_begin_the_sentence() {
    let document = "Omar will fix the gate. Tea is green.\n";
    assert!(ask(false, document, "Who will fix the gate?").found);
}

/// BX-01: a question about the text as a whole is answered from its title and its central sentences.
#[test]
fn bx_01_what_a_text_is_about_is_told() {
    let answer = ask(false, BRIDGE, "What is this about?");
    assert!(answer.found);
    assert!(
        answer.text.contains("The bridge was completed"),
        "{}",
        answer.text
    );
}

fn read_as_markdown(document: &str, headings: &[&str]) -> Vec<EvidencePassage> {
    vec![EvidencePassage {
        units: amb_memory::text::Structure::markdown(document)
            .units(document, Span::new(0, document.len())),
        text: document.to_owned(),
        headings: headings.iter().map(|title| (*title).to_owned()).collect(),
        ..evidence(document).remove(0)
    }]
}

fn ask_about(evidence: Vec<EvidencePassage>, question: &str) -> Answer {
    let asked = AnswerInput {
        evidence,
        ..input(false, "", question)
    };
    with_context(false, question, |context| {
        block_on(answer(context, &asked, label(Language::English))).unwrap()
    })
}

/// BX-01: sentences that differ, in the order of the text, and none that only leads on.
#[test]
fn bx_01_what_a_long_text_is_about_is_told_in_sentences_that_differ() {
    let document = "# The harbour\n\nThe harbour of Westby shelters fishing boats from the northern storms. See the list:\n\
                    The harbour of Westby shelters fishing boats from the northern storms!\n\
                    Fishing boats of the harbour land their fish at the old quay of Westby.\n\
                    The lighthouse is lit by a keeper who lives on the quay of the harbour.\n";
    let answer = ask_about(read_as_markdown(document, &[]), "What is this about?");
    assert!(
        answer.text.starts_with("The harbour [1]"),
        "{}",
        answer.text
    );
    let starts: Vec<usize> = answer.citations.iter().map(|it| it.bytes.start).collect();
    assert!(starts.is_sorted(), "{starts:?}");
    assert!(answer.text.contains("lighthouse"), "{}", answer.text);
    assert_eq!(
        answer.text.matches("northern storms").count(),
        1,
        "{}",
        answer.text
    );
}

/// BX-01: a text of a sentence, or of none.
#[test]
fn bx_01_what_a_short_text_is_about_is_told_once() {
    for (document, told) in [
        (
            "# Market\n\nThe market is open on Fridays.\n",
            "Market [1]\nThe market is open on Fridays. [2]",
        ),
        (
            "# Market\n\nIt is open on all Fridays of the year. Tea is sold at the old quay.\n",
            "Market [1]\nIt is open on all Fridays of the year. Tea is sold at the old quay. [2]",
        ),
        (
            "# Market\n\n## Fees\n\n```\nlet fee = 1;\n```\n",
            "Market [1]",
        ),
    ] {
        let answer = ask_about(read_as_markdown(document, &[]), "What is this about?");
        assert_eq!(answer.text, told);
    }
    assert!(!ask_about(read_as_markdown("# 🙂\n", &[]), "What is this about?").found);
}

/// BX-13: a question about a part is answered from the passages under its title; any other question that quotes a
/// title is answered, or refused, by its sentence.
#[test]
fn bx_13_a_part_that_is_named_is_summed_up() {
    let harbour = "Boats may stay a week in the harbour of Westby.\n";
    let fees = "## Fees\n\nA boat pays ten crowns a night at the quay. Children pay nothing at all here.\n";
    let evidence = || {
        let mut both = read_as_markdown(harbour, &["Harbour"]);
        both.extend(read_as_markdown(fees, &["Harbour", "Fees"]));
        both
    };
    let answer = ask_about(evidence(), "What is “Fees” about?");
    assert!(answer.text.starts_with("Fees [1]"), "{}", answer.text);
    assert!(answer.text.contains("ten crowns"), "{}", answer.text);
    assert!(!answer.text.contains("a week"), "{}", answer.text);
    let sentence = ask_about(evidence(), "How much does a boat pay a night by “Fees”?");
    assert!(!sentence.text.starts_with("Fees"), "{}", sentence.text);
    assert!(sentence.text.contains("ten crowns"), "{}", sentence.text);
    assert!(!ask_about(evidence(), "Which king of Sweden ordered “Fees”?").found);
}

/// MB-11, BX-01: a refuted sentence comes after what holds, and says that it was refuted.
#[test]
fn mb_11_a_refuted_sentence_is_not_quoted_as_if_it_held() {
    let document =
        "The bridge was completed in 1937 by Bern.\nThe bridge was completed in 1932 by Bern.\n";
    let mut input = input(true, document, "When was the bridge completed?");
    let told = |year| format!("The bridge was completed in {year} by Bern.");
    let about = ["a", "b"].map(NodeId::from);
    let sides = [told(1937), told(1932)].map(|text| Quote::from(text.as_str()));
    input.closed = vec![Conflict {
        id: "c1".into(),
        upheld: Some(about[1].clone()),
        about,
        dissent: Dissent::of(Language::English, sides),
        status: ConflictStatus::Refuted,
        grounds: String::new(),
    }];
    let answer = with_context(true, &input.question, |context| {
        block_on(answer(context, &input, label(Language::English))).unwrap()
    });
    let first = answer.text.lines().next().unwrap();
    assert!(first.contains("1932"), "{}", answer.text);
    assert!(answer.disputes.is_empty(), "what is over is not open");
}

/// BX-01: characters that nobody sees hide no answer.
#[test]
fn bx_01_invisible_characters_hide_no_answer() {
    for height in [
        "\u{2068}41\u{2069}",
        "\u{202E}41\u{202C}",
        "41\u{200B}",
        "41\u{2060}",
    ] {
        let document = format!("The tower is {height} metres tall. Tea is green.\n");
        for embeds in [true, false] {
            let answer = ask(embeds, &document, "How tall is the tower?");
            assert!(answer.found, "{document:?}");
        }
    }
}

/// BX-01: bytes that are no text count as a blank between a number and its unit.
#[test]
fn bx_01_unreadable_bytes_hide_no_answer() {
    for (document, question) in [
        (
            "The tower is 312 \u{FFFD} metres tall. Tea is green.\n",
            "How tall is the tower?",
        ),
        ("塔高312\u{FFFD}米，由石头砌成。\n", "塔有多高？"),
    ] {
        assert!(ask(false, document, question).found, "{document:?}");
    }
}

#[test]
fn bx_01_nothing_is_found_in_nothing() {
    for question in ["", " ", "\0", "🙂", "what?"] {
        assert!(!ask(true, "", question).found);
        assert!(!ask(false, "\0\n \n🙂", question).found);
    }
}

proptest! {
    #[test]
    fn bx_01_every_quote_is_the_documents_text_at_its_place(
        lines in proptest::collection::vec("([A-Z][a-zé]{2,8}( [a-z桥塔é🙂]{1,8}){2,9}\\. ){1,4}", 1..5),
        question in "[a-z桥塔]{1,8}( [a-z桥塔]{1,8}){0,4}",
    ) {
        let document = lines.join("\n");
        let asked = format!("{question} {}", document.chars().take(20).collect::<String>());
        let characters: Vec<char> = document.chars().collect();
        for citation in ask(true, &document, &asked).citations {
            prop_assert_eq!(citation.bytes.of(&document), citation.quote.as_str());
            let chars = &characters[citation.chars.start..citation.chars.end];
            prop_assert_eq!(chars.iter().collect::<String>(), citation.quote);
        }
    }
}
