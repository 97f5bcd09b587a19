//! Answers made of quotations (BX-01): the sentences of the evidence that fit the question best,
//! verbatim and in place, or the plain word that there are none.

use std::collections::BTreeSet;

use amb_memory::text::{Language, Span, folded, language, visible};

use super::evidence_sentences::{Candidate, candidates, leans_back, weigh};
use super::expectation::Expectation;
use super::question::Question;
use super::quoted_disputes::quoted_disputes;
use super::refuted::Refuted;
use super::script::{one_line, weight};
use super::sufficiency::{Signals, confidence, suffices};
use super::terms::dense_cosine;
use super::wording::no_answer;
use crate::engine::{
    Answer, AnswerInput, AnswerStatement, Citation, EngineContext, EngineError, EngineLabel,
    EvidencePassage,
};

/// Most quotations of an answer.
const QUOTATIONS: usize = 4;

/// Letters that all quotations together take, unless a single sentence is longer.
const LETTERS: usize = 1100;

/// A further sentence is quoted if it fits at least this well, as a share of the best.
const NEARLY_AS_GOOD: f32 = 0.78;

/// Answers from the evidence alone.
pub(super) async fn answer(
    context: &EngineContext<'_>,
    input: &AnswerInput,
    engine: EngineLabel,
) -> Result<Answer, EngineError> {
    let question = Question::read(&folded(&input.question), &input.term_rarity);
    let refuted = Refuted::read(&input.merged);
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
        text: no_answer(written, question, documents_language(input)),
        found: false,
        confidence,
        statements: Vec::new(),
        citations: Vec::new(),
        disputes: Vec::new(),
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

/// A stretch of one passage to quote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Quote {
    passage: usize,
    span: Span,
}

/// The best sentences with what they need to be understood, adjoining ones made one; best first.
fn quotations(
    candidates: &[Candidate<'_>],
    evidence: &[EvidencePassage],
    question: &Question,
) -> Vec<Quote> {
    let mut ranking: Vec<usize> = (0..candidates.len()).collect();
    let score = |at: &usize| candidates.get(*at).map_or(0.0, |candidate| candidate.score);
    ranking.sort_by(|left, right| score(right).total_cmp(&score(left)).then(left.cmp(right)));
    let best = ranking.first().map_or(0.0, score);
    let mut quotes: Vec<Quote> = Vec::new();
    let mut letters = 0;
    let mut said = BTreeSet::new();
    for at in ranking {
        let Some(candidate) = candidates.get(at) else {
            break;
        };
        let enough = quotes.len() >= QUOTATIONS || letters > LETTERS;
        if enough || !quotes.is_empty() && candidate.score < NEARLY_AS_GOOD * best {
            break;
        }
        let quote = with_company(candidates, at, question);
        let words = evidence
            .get(quote.passage)
            .map_or("", |passage| quote.span.of(&passage.text));
        let size = weight(words);
        if words.is_empty()
            || letters > 0 && letters + size > LETTERS
            || !said.insert(one_line(words))
        {
            continue;
        }
        letters += size;
        insert(&mut quotes, quote);
    }
    quotes
}

/// Adds a quote, or widens one that it touches.
fn insert(quotes: &mut Vec<Quote>, quote: Quote) {
    let touches = |other: &&mut Quote| {
        other.passage == quote.passage
            && other.span.start <= quote.span.end + 2
            && quote.span.start <= other.span.end + 2
    };
    match quotes.iter_mut().find(touches) {
        Some(other) => {
            other.span.start = other.span.start.min(quote.span.start);
            other.span.end = other.span.end.max(quote.span.end);
        }
        None => quotes.push(quote),
    }
}

/// A sentence with the one before it, if it leans on that, and the lines that it leads to.
fn with_company(candidates: &[Candidate<'_>], at: usize, question: &Question) -> Quote {
    let Some(sentence) = candidates.get(at) else {
        return Quote {
            passage: 0,
            span: Span::new(0, 0),
        };
    };
    let mut span = sentence.span;
    let beside = |other: Option<usize>| {
        other
            .and_then(|at| candidates.get(at))
            .filter(|other| other.passage == sentence.passage)
    };
    if leans_back(sentence.text)
        && let Some(before) = beside(at.checked_sub(1))
        && !before.code
        && before.place + 1 == sentence.place
    {
        span.start = before.span.start;
    }
    let leads = leads_on(sentence.text);
    let shows = question.expectation == Expectation::Procedure && !sentence.code;
    let mut next = at + 1;
    let mut letters = 0;
    while let Some(after) = beside(Some(next)) {
        letters += weight(after.text);
        let wanted = leads && (next == at + 1 || after.code) || shows && after.code;
        if !wanted || letters > 400 {
            break;
        }
        span.end = after.span.end;
        next += 1;
    }
    Quote {
        passage: sentence.passage,
        span,
    }
}

/// Whether a sentence introduces what follows it.
fn leads_on(words: &str) -> bool {
    words
        .trim_end()
        .ends_with([':', '：', ',', '，', ';', '；', '—'])
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
    let quoted: Vec<&str> = citations
        .iter()
        .map(|citation| citation.quote.as_str())
        .collect();
    Answer {
        text: lines.join("\n"),
        found: true,
        confidence,
        disputes: quoted_disputes(language, &quoted, &input.evidence, &input.disputes),
        flags: Vec::new(),
        statements,
        citations,
        engine,
    }
}

#[cfg(test)]
mod tests {
    use amb_memory::retrieval::analyze;
    use amb_memory::task::{EntryId, NodeId};
    use futures::executor::block_on;
    use proptest::prelude::*;

    use super::*;
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

    fn ask(embeds: bool, document: &str, question: &str) -> Answer {
        let input = AnswerInput {
            question: question.to_owned(),
            evidence: evidence(document),
            question_coverage: if embeds { 1.0 } else { 0.0 },
            term_rarity: analyze(question)
                .into_iter()
                .map(|term| (term, 3.0))
                .collect(),
            merged: Vec::new(),
            disputes: vec![
                KNOWN_DISPUTE.to_owned(),
                "“Tea is red.” is disputed".to_owned(),
            ],
            completed: Vec::new(),
        };
        let engine = EngineLabel {
            name: "extractive".to_owned(),
            description: String::new(),
        };
        with_context(embeds, question, |context| {
            block_on(answer(context, &input, engine)).unwrap()
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
        ] {
            let answer = ask(true, document, question);
            assert_eq!(answer.disputes.len(), 1, "{:?}", answer.disputes);
            assert!(answer.disputes[0].contains("stands against"));
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

    #[test]
    fn bx_01_a_lead_in_brings_the_lines_it_leads_to() {
        let document = "To list the files, use the command as follows:\n";
        let mut passages = evidence(document);
        passages[0].text =
            "To list the files, use the command as follows:\n\n```\n$ ls --all\n```".to_owned();
        let question = Question::read(
            "How do I list the files?",
            &[("list".to_owned(), 2.0), ("file".to_owned(), 2.0)],
        );
        let mut found = candidates(&passages);
        weigh(&mut found, &passages, &question, &Refuted::default(), &[]);
        let quotes = quotations(&found, &passages, &question);
        assert!(quotes[0].span.of(&passages[0].text).contains("ls --all"));
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
