//! Answers made of quotations (BX-01): the sentences of the evidence that fit the question best,
//! verbatim and in place, or the plain word that there are none.

use amb_memory::task::Trust;
use amb_memory::text::{Language, folded, language, visible};

use super::evidence_sentences::{Candidate, candidates, weigh};
use super::question::Question;
use super::quotations::{Quote, quotations};
use super::quoted_disputes::quoted_disputes;
use super::refuted::Refuted;
use super::script::one_line;
use super::sufficiency::{Signals, confidence, suffices};
use super::terms::dense_cosine;
use super::wording::no_answer;
use crate::engine::{
    Answer, AnswerInput, AnswerStatement, Citation, EngineContext, EngineError, EngineLabel,
};

/// Answers from the evidence alone.
pub(super) async fn answer(
    context: &EngineContext<'_>,
    input: &AnswerInput,
    engine: EngineLabel,
) -> Result<Answer, EngineError> {
    let question = Question::read(&folded(&input.question), &input.term_rarity);
    let refuted = Refuted::of(&input.decided, &input.disputes);
    let mut candidates = candidates(&input.evidence);
    let meaning = meaning(context, input, &candidates).await?;
    weigh(
        &mut candidates,
        &input.evidence,
        &question,
        &refuted,
        &meaning,
    );
    let signals = Signals::of(&question, input, &candidates);
    let confidence = confidence(&signals);
    let quotes = if suffices(confidence) {
        quotations(&candidates, &input.evidence, &question)
    } else {
        Vec::new()
    };
    if quotes.is_empty() {
        return Ok(abstention(context.language, input, confidence, engine));
    }
    Ok(compose(
        context.language,
        input,
        &quotes,
        &refuted,
        confidence,
        engine,
    ))
}

/// Likeness in meaning of each candidate to the question, weighed by how much of the question the
/// model knows; zeros without a model.
async fn meaning(
    context: &EngineContext<'_>,
    input: &AnswerInput,
    candidates: &[Candidate<'_>],
) -> Result<Vec<f32>, EngineError> {
    let texts: Vec<String> = std::iter::once(folded(&input.question).into_owned())
        .chain(
            candidates
                .iter()
                .map(|candidate| folded(candidate.text).into_owned()),
        )
        .collect();
    let Some(vectors) = context.embeddings.embed(&texts).await? else {
        return Ok(vec![0.0; candidates.len()]);
    };
    let Some((asked, told)) = vectors.split_first() else {
        return Ok(Vec::new());
    };
    let known = input.question_coverage;
    Ok(told
        .iter()
        .map(|told| known * told.coverage * dense_cosine(&asked.vector, &told.vector).max(0.0))
        .collect())
}

fn abstention(
    written: Language,
    input: &AnswerInput,
    confidence: f32,
    engine: EngineLabel,
) -> Answer {
    let question = input.question.trim();
    Answer {
        conflicts: Vec::new(),
        text: no_answer(written, question, documents_language(input)),
        found: false,
        confidence,
        statements: Vec::new(),
        citations: Vec::new(),
        disputes: Vec::new(),
        trust: Trust::default(),
        flags: Vec::new(),
        engine,
    }
}

/// The language of what was retrieved; the question's own where nothing was.
fn documents_language(input: &AnswerInput) -> Language {
    let texts: Vec<&str> = input
        .evidence
        .iter()
        .map(|passage| passage.text.as_str())
        .collect();
    if texts.is_empty() {
        language(&input.question)
    } else {
        language(&texts.join(" "))
    }
}

fn compose(
    language: Language,
    input: &AnswerInput,
    quotes: &[Quote],
    refuted: &Refuted,
    confidence: f32,
    engine: EngineLabel,
) -> Answer {
    let citations: Vec<Citation> = quotes
        .iter()
        .filter_map(|quote| Some((input.evidence.get(quote.passage)?, quote.span)))
        .enumerate()
        .map(|(at, (passage, span))| Citation::of(at + 1, passage, span))
        .collect();
    let statements: Vec<AnswerStatement> = citations
        .iter()
        .map(|citation| AnswerStatement {
            text: refuted.marked(language, &one_line(&visible(&citation.quote))),
            citations: vec![citation.number],
        })
        .collect();
    let lines: Vec<String> = statements
        .iter()
        .zip(&citations)
        .map(|(statement, citation)| format!("{} [{}]", statement.text, citation.number))
        .collect();
    let found = quoted_disputes(
        language,
        &citations,
        &input.evidence,
        &input.disputes,
        &input.decided,
    );
    Answer {
        conflicts: found.conflicts,
        text: lines.join("\n"),
        found: true,
        confidence,
        disputes: found.told,
        trust: Trust::least(citations.iter().map(|citation| citation.trust)),
        flags: Vec::new(),
        statements,
        citations,
        engine,
    }
}

#[cfg(test)]
mod tests {
    use amb_memory::retrieval::analyze;
    use amb_memory::task::{Decided, EntryId, NodeId};
    use amb_memory::text::Span;
    use futures::executor::block_on;
    use proptest::prelude::*;

    use super::*;
    use crate::engine::EvidencePassage;
    use crate::extractive::test_host::with_context;

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
            decided: Vec::new(),
            retrieved: Vec::new(),
            disputes: vec![
                KNOWN_DISPUTE.to_owned(),
                "“Tea is red.” is disputed".to_owned(),
            ],
            completed: Vec::new(),
        }
    }

    fn label() -> EngineLabel {
        EngineLabel {
            name: "extractive".to_owned(),
            description: String::new(),
        }
    }

    fn ask(embeds: bool, document: &str, question: &str) -> Answer {
        let input = input(embeds, document, question);
        with_context(embeds, question, |context| {
            block_on(answer(context, &input, label())).unwrap()
        })
    }

    const KNOWN_DISPUTE: &str = "“The bridge was completed in 1932 by Anna Müller.” is disputed";

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
                [KNOWN_DISPUTE],
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
            (
                "任何人不得进入大厅。\n人人可以进入大厅。\n",
                "大厅谁可以进入？",
            ),
        ] {
            let answer = ask(true, document, question);
            assert_eq!(answer.disputes.len(), 1, "{:?}", answer.disputes);
            let told = ["stands against", "相矛盾"];
            assert!(told.iter().any(|told| answer.disputes[0].contains(told)));
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

    /// BX-01: a sentence that states all that was asked answers, whatever the meaning of the rest.
    #[test]
    fn bx_01_what_is_stated_is_answered() {
        for (document, question) in [
            (
                "Council leader Tessa Ward said that the repairs could not wait.\n",
                "Who is the council leader?",
            ),
            (
                "In one night 60 mm of rain fell on the town.\n",
                "How much rain fell?",
            ),
            ("这次比赛约有六百名学生参加。\n", "有多少学生参加？"),
        ] {
            for embeds in [true, false] {
                assert!(ask(embeds, document, question).found, "{question} {embeds}");
            }
        }
    }

    /// BX-01: what a value is the value of may stand in the sentence before, but not anywhere.
    #[test]
    fn bx_01_a_value_is_that_of_what_was_asked() {
        const FULL_WIDTH: &str = "Ｔｈｅ　ｔｏｗｅｒ　ｉｓ　４１　ｍｅｔｒｅｓ　ｔａｌｌ．\n";
        for (document, question, found) in [
            (
                "The ticket is sold at the gate. It costs €20.\n",
                "How much does the ticket cost?",
                true,
            ),
            (FULL_WIDTH, "How tall is the tower?", true),
            (
                "The tree is 41 metres tall. The tower is old.\n",
                "How tall is the tower?",
                false,
            ),
            (
                "The tower is 41 metres wide.\n",
                "How tall is the tower?",
                false,
            ),
            (
                "The bridge was built in 1932.\n",
                "When did the bridge burn?",
                false,
            ),
            (
                "Farmer number 1 has goats.\n",
                "What has farmer number 99?",
                false,
            ),
        ] {
            for embeds in [true, false] {
                let answer = ask(embeds, document, question);
                assert_eq!(answer.found, found, "{question} {embeds}");
            }
        }
        let document = "塔高四十二米，由石头砌成。\n";
        assert!(ask(false, document, "塔有多高？").found);
    }

    /// MB-11, BX-01: a refuted sentence comes after what holds, and says that it was refuted.
    #[test]
    fn mb_11_a_refuted_sentence_is_not_quoted_as_if_it_held() {
        let document = "The bridge was completed in 1937 by Bern.\nThe bridge was completed in 1932 by Bern.\n";
        let mut input = input(true, document, "When was the bridge completed?");
        let told = |year| format!("The bridge was completed in {year} by Bern.");
        input.decided = vec![Decided {
            held: told(1932),
            refuted: told(1937),
        }];
        let answer = with_context(true, &input.question, |context| {
            block_on(answer(context, &input, label())).unwrap()
        });
        let first = answer.text.lines().next().unwrap();
        assert!(first.contains("1932"), "{}", answer.text);
        assert!(!answer.text.contains("1937") || answer.text.contains("(refuted) The bridge"));
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
}
