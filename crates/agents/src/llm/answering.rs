//! The final answer by the model, every claim with the evidence it rests on (BX-04).

use std::collections::BTreeMap;

use amb_llm::json::without_thoughts;
use amb_llm::reader::addresses_in;
use amb_memory::retrieval::analyze;
use amb_memory::text::{Language, Span, sentences, visible};
use serde::Serialize;

use super::ask::Asker;
use super::planning::{Step, steps};
use super::prompts::Prompt;
use crate::engine::{
    Answer, AnswerInput, AnswerStatement, Citation, EngineError, EngineLabel, EvidencePassage,
};
use crate::event::Event;

#[derive(Serialize)]
struct Variables<'v> {
    fence: String,
    task_goal: &'v str,
    completed: Vec<Step<'v>>,
    disputes: &'v [String],
    evidence: Vec<Item<'v>>,
}

#[derive(Serialize)]
struct Item<'v> {
    number: usize,
    title: String,
    url: &'v str,
    node_id: &'v str,
    text: String,
}

/// The answer. Numbers that are not the evidence's are taken out and flagged; so are addresses that no
/// evidence comes from.
pub(super) async fn answer(
    asker: &Asker<'_>,
    language: Language,
    emit: &dyn Fn(Event),
    input: &AnswerInput,
    engine: EngineLabel,
) -> Result<Answer, EngineError> {
    let variables = Variables {
        fence: asker.fence()?,
        task_goal: &input.question,
        completed: steps(language, &input.completed),
        disputes: &input.disputes,
        evidence: input.evidence.iter().enumerate().map(item).collect(),
    };
    let request = asker.request(Prompt::ANSWER.messages(language, &variables)?);
    let words = |text: &str| {
        emit(Event::AnswerDelta {
            text: text.to_owned(),
        });
    };
    let reply = asker.call(&request, &words).await?;
    Ok(compose(without_thoughts(&reply.text).trim(), input, engine))
}

fn item((at, passage): (usize, &EvidencePassage)) -> Item<'_> {
    let is_page = passage.document.starts_with("http");
    let mut title = vec![passage.document.as_str()];
    title.extend(passage.headings.iter().map(String::as_str));
    Item {
        number: at + 1,
        title: title.join(" › "),
        url: if is_page { &passage.document } else { "" },
        node_id: passage.node_id.as_str(),
        text: visible(&passage.text).into_owned(),
    }
}

/// The first line of an answer that says that there is none.
const INSUFFICIENT: [&str; 2] = ["Insufficient evidence.", "证据不足。"];

/// The answer with its citations numbered anew, in the order of their first mention.
fn compose(text: &str, input: &AnswerInput, engine: EngineLabel) -> Answer {
    let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
    let mut citations = Vec::new();
    let mut statements = Vec::new();
    let mut flags = foreign_addresses(text, &input.evidence);
    let mut lines = Vec::new();
    for line in text.lines() {
        let (parts, unknown) = claims(line, input.evidence.len());
        flags.extend(unknown.into_iter().map(|number| format!("[{number}]")));
        let mut told = String::new();
        for claim in parts {
            let mut cited = Vec::new();
            for evidence in &claim.evidence {
                let next = numbers.len() + 1;
                let number = *numbers.entry(*evidence).or_insert(next);
                cited.push(number);
                if number == next
                    && let Some(passage) = evidence
                        .checked_sub(1)
                        .and_then(|at| input.evidence.get(at))
                {
                    citations.push(citation(number, passage, claim.text));
                }
            }
            told.push_str(claim.text);
            cited
                .iter()
                .for_each(|number| told.push_str(&format!("[{number}]")));
            let bare = claim.text.trim().trim_start_matches(['-', '*', ' ']);
            if bare.chars().any(char::is_alphanumeric) {
                statements.push(AnswerStatement {
                    text: bare.to_owned(),
                    citations: cited,
                });
            }
        }
        lines.push(told);
    }
    let insufficient = INSUFFICIENT.iter().any(|mark| text.starts_with(mark));
    let supported = statements
        .iter()
        .filter(|one| !one.citations.is_empty())
        .count();
    Answer {
        conflicts: Vec::new(),
        text: lines.join("\n"),
        found: !insufficient && supported > 0,
        confidence: share(supported, statements.len()),
        statements,
        citations,
        disputes: input.disputes.clone(),
        flags,
        engine,
    }
}

#[expect(clippy::cast_precision_loss, reason = "statements of one answer")]
fn share(part: usize, whole: usize) -> f32 {
    if whole == 0 {
        0.0
    } else {
        part as f32 / whole as f32
    }
}

/// Words up to their marks, and the evidence that the marks name.
struct Claim<'t> {
    text: &'t str,
    evidence: Vec<usize>,
}

/// The claims of a line; and the numbers in it that are no evidence's.
fn claims(line: &str, most: usize) -> (Vec<Claim<'_>>, Vec<usize>) {
    let (mut claims, mut unknown) = (Vec::new(), Vec::new());
    let mut rest = line;
    while let Some((at, numbers, length)) = next_marks(rest) {
        let (known, others): (Vec<_>, Vec<_>) = numbers
            .into_iter()
            .partition(|number| (1..=most).contains(number));
        unknown.extend(others);
        claims.push(Claim {
            text: rest.get(..at).unwrap_or_default().trim_end(),
            evidence: known,
        });
        rest = rest.get(at + length..).unwrap_or_default();
    }
    if claims.is_empty() || !rest.trim().is_empty() {
        claims.push(Claim {
            text: rest,
            evidence: Vec::new(),
        });
    }
    (claims, unknown)
}

/// The first run of `[1][3]` or `[1, 3]` in a text: where it begins, its numbers, its length.
fn next_marks(text: &str) -> Option<(usize, Vec<usize>, usize)> {
    let mut from = 0;
    loop {
        let at = from + text.get(from..)?.find('[')?;
        let mut numbers = Vec::new();
        let mut end = at;
        while let Some((found, length)) = mark(text.get(end..)?) {
            numbers.extend(found);
            end += length;
        }
        if !numbers.is_empty() {
            return Some((at, numbers, end - at));
        }
        from = at + 1;
    }
}

/// The numbers of one pair of brackets at the start of a text, and its length.
fn mark(text: &str) -> Option<(Vec<usize>, usize)> {
    let inner = text.strip_prefix('[')?;
    let (inner, _) = inner.split_once(']')?;
    let numbers: Option<Vec<usize>> = inner
        .split([',', '，', '、', ';'])
        .map(|number| number.trim().parse().ok())
        .collect();
    Some((numbers?, inner.len() + 2))
}

/// Addresses in a text from which no evidence comes.
fn foreign_addresses(text: &str, evidence: &[EvidencePassage]) -> Vec<String> {
    let known = |address: &str| evidence.iter().any(|passage| passage.document == address);
    let mut found: Vec<String> = addresses_in(text)
        .filter(|address| !known(address))
        .map(str::to_owned)
        .collect();
    found.dedup();
    found
}

/// The sentence of a passage that a claim rests on: the one that shares most of its words.
fn citation(number: usize, passage: &EvidencePassage, claim: &str) -> Citation {
    let asked: std::collections::BTreeSet<String> = analyze(claim).into_iter().collect();
    let shared = |span: &Span| {
        let told: std::collections::BTreeSet<String> =
            analyze(span.of(&passage.text)).into_iter().collect();
        told.intersection(&asked).count()
    };
    let whole = Span::new(0, passage.text.len());
    let best = sentences(&passage.text)
        .into_iter()
        .rev()
        .max_by_key(shared);
    let span = best.filter(|span| shared(span) > 0).unwrap_or(whole);
    Citation::of(number, passage, span)
}

#[cfg(test)]
mod tests {
    use amb_memory::task::{EntryId, NodeId};

    use super::*;

    fn passage(document: &str, text: &str) -> EvidencePassage {
        EvidencePassage {
            node_id: NodeId::from("n"),
            entry_id: EntryId::from("e"),
            document: document.to_owned(),
            chars: Span::new(100, 100 + text.chars().count()),
            bytes: Span::new(100, 100 + text.len()),
            headings: Vec::new(),
            text: text.to_owned(),
            score: 1.0,
            keyword: 1.0,
            semantic: 1.0,
        }
    }

    fn composed(text: &str) -> Answer {
        let input = AnswerInput {
            question: "?".to_owned(),
            evidence: vec![
                passage(
                    "https://a.example/x",
                    "The tower opened. It is 42 metres tall.",
                ),
                passage("notes.txt", "灯塔高四十二米。"),
            ],
            ..AnswerInput::default()
        };
        let engine = EngineLabel {
            name: "m".to_owned(),
            description: "m".to_owned(),
        };
        compose(text, &input, engine)
    }

    #[test]
    fn bx_04_each_claim_is_cited_by_the_sentence_it_rests_on() {
        let answer = composed("灯塔高42米 [2]。\n- It is 42 metres tall [1][2].");
        assert!(answer.found);
        assert_eq!(answer.citations[0].document, "notes.txt");
        assert_eq!(answer.citations[1].quote, "It is 42 metres tall.");
        assert_eq!(answer.citations[1].chars.start, 118);
        assert_eq!(
            answer.text,
            "灯塔高42米[1]。\n- It is 42 metres tall[2][1]."
        );
        assert_eq!(answer.statements[0].citations, [1]);
        assert!(answer.flags.is_empty());
    }

    #[test]
    fn bx_04_what_was_not_retrieved_is_flagged_and_no_source() {
        let answer = composed(
            "It is blue [7]. See https://evil.example/a?x=1, or https://a.example/x. Tall [1]",
        );
        assert_eq!(answer.flags, ["https://evil.example/a?x=1", "[7]"]);
        assert_eq!(answer.citations.len(), 1);
        assert!(!answer.text.contains("[7]"));
    }

    #[test]
    fn bx_04_an_answer_without_evidence_is_none() {
        for text in [
            "Insufficient evidence. Nothing says so.",
            "证据不足。",
            "",
            "It is so.",
        ] {
            assert!(!composed(text).found, "{text}");
        }
    }

    #[test]
    fn bx_04_brackets_that_are_no_marks_stay() {
        let answer = composed("An array [i] of [x, 2] is fine [1].");
        assert_eq!(answer.text, "An array [i] of [x, 2] is fine[1].");
        assert_eq!(answer.citations.len(), 1);
    }
}
