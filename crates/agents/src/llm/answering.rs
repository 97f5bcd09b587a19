//! The final answer by the model, every claim with the evidence it rests on (BX-04).

use std::collections::{BTreeMap, BTreeSet};

use amb_llm::chat::{Finish, Message};
use amb_memory::retrieval::analyze;
use amb_memory::task::Trust;
use amb_memory::text::{Language, Span, sentences};
use serde::Serialize;

use super::ask::{Asker, TO_ALLOW_MORE, quoted};
use super::flags::{foreign_links, unsupported};
use super::insufficiency::{first_line, is_insufficient, tells_a_lack, tells_nothing};
use super::marks::Marks;
use super::prompts::{Prompt, language_name};
use super::said::{NoAnswer, said};
use crate::engine::{
    Answer, AnswerInput, AnswerStatement, Citation, Doubt, EngineContext, EngineError, EngineLabel,
    EvidencePassage, PastSteps, Room,
};
use crate::event::Event;
use crate::inert::one_line;

#[derive(Serialize)]
struct Variables<'v> {
    fence: String,
    task_goal: &'v str,
    /// The language to write in; blank for that of the goal.
    report_language: &'static str,
    /// The first line of an answer that says that there is none.
    insufficient: &'static str,
    past: PastSteps,
    disputes: &'v [String],
    evidence: Vec<Item<'v>>,
}

#[derive(Serialize)]
struct Item<'v> {
    number: usize,
    title: String,
    url: &'v str,
    published: String,
    node_id: &'v str,
    trust: Trust,
    gives_orders: bool,
    refutations: Vec<String>,
    text: &'v str,
}

/// The answer. Numbers that are not the evidence's are taken out and flagged; so are addresses that no
/// evidence comes from, and figures that stand in nothing that their claim cites.
pub(super) async fn answer(
    asker: &Asker<'_>,
    context: &EngineContext<'_>,
    input: &AnswerInput,
    engine: EngineLabel,
) -> Result<Answer, EngineError> {
    let report_language = context.report_language;
    let language = report_language.unwrap_or(context.language);
    let variables = Variables {
        fence: asker.fence()?,
        task_goal: &input.question,
        report_language: report_language.map_or("", language_name),
        insufficient: first_line(language),
        past: PastSteps::of(context.language, Room::OVERVIEW, &input.completed),
        disputes: &input.disputes,
        evidence: input.evidence.iter().enumerate().map(item).collect(),
    };
    let messages = Prompt::ANSWER.messages(context.language, &variables)?;
    let text = words(asker, context, (messages, &variables.fence)).await?;
    Ok(compose(&text, input, (language, engine)))
}

/// The words of the answer to a prompt with this fence, told as they come. A reply that is no answer is asked for again,
/// once (MB-22); a warning takes back what was told of it.
async fn words(
    asker: &Asker<'_>,
    context: &EngineContext<'_>,
    (messages, fence): (Vec<Message>, &str),
) -> Result<String, EngineError> {
    let mut request = asker.request(messages);
    let words = |text: &str| {
        (context.emit)(Event::AnswerDelta {
            text: text.to_owned(),
        });
    };
    let mut asked_again = false;
    loop {
        let reply = asker.call(&request, Some(&words)).await?;
        let why = match said(&reply, fence) {
            Ok(text) => {
                if reply.finish == Finish::Length {
                    tell_cut_off(context, request.max_tokens);
                }
                return Ok(text);
            }
            Err(why) if asked_again => return Err(asker.unusable(why.detail())),
            Err(why) => why,
        };
        asked_again = true;
        tell_asked_again(context, why);
        request.messages.extend(quoted(&reply));
        let again = Message::user(why.told(context.language));
        request.messages.push(again);
    }
}

/// Says that the words which were told are none of the answer's.
fn tell_asked_again(context: &EngineContext<'_>, why: NoAnswer) {
    (context.emit)(Event::Warning {
        code: "answer_asked_again".to_owned(),
        message: format!("The model gave no answer: {}. Asking again.", why.fault()),
    });
}

/// Says that an answer lacks its end.
fn tell_cut_off(context: &EngineContext<'_>, most: u32) {
    (context.emit)(Event::Warning {
        code: "answer_cut_off".to_owned(),
        message: format!(
            "The model's answer was cut off at {most} tokens, the longest reply, and may be incomplete: \
             {TO_ALLOW_MORE}, and ask again."
        ),
    });
}

fn item((at, passage): (usize, &EvidencePassage)) -> Item<'_> {
    let is_page = passage.document.starts_with("http");
    let name = passage.title.as_ref().unwrap_or(&passage.document);
    let mut title = vec![name.as_str()];
    title.extend(passage.headings.iter().map(String::as_str));
    let refuted = passage.doubts.iter().filter_map(|doubt| match doubt {
        Doubt::Refuted { conflict, grounds } => Some(format!("{conflict} {grounds}")),
        Doubt::Disputed { .. } | Doubt::GivesOrders => None,
    });
    Item {
        number: at + 1,
        title: one_line(&title.join(" › ")),
        url: if is_page { &passage.document } else { "" },
        published: one_line(passage.published.as_deref().unwrap_or_default()),
        node_id: passage.node_id.as_str(),
        trust: passage.trust,
        gives_orders: passage.doubts.contains(&Doubt::GivesOrders),
        refutations: refuted.collect(),
        text: &passage.text,
    }
}

/// The answer with its citations numbered anew, in the order of their first mention; its flags are told in `language`.
fn compose(text: &str, input: &AnswerInput, (language, engine): (Language, EngineLabel)) -> Answer {
    let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
    let mut citations = Vec::new();
    let mut statements = Vec::new();
    let mut flags = foreign_links(text, &input.retrieved);
    let mut supported = 0;
    let mut lines = Vec::new();
    let marks = Marks::of(text, input.evidence.len());
    for line in text.lines() {
        let (parts, unknown) = marks.claims(line, input.evidence.len());
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
            let doubts = unsupported(
                language,
                claim.text,
                (claim.evidence.as_slice(), cited.as_slice()),
                input,
            );
            let is_supported = doubts.is_empty() && !cited.is_empty();
            for flag in doubts {
                if !flags.contains(&flag) {
                    flags.push(flag);
                }
            }
            told.push_str(claim.text);
            cited
                .iter()
                .for_each(|number| told.push_str(&format!("[{number}]")));
            let bare = claim.text.trim().trim_start_matches(['-', '*', ' ']);
            if bare.chars().any(char::is_alphanumeric) {
                supported += usize::from(is_supported);
                statements.push(AnswerStatement {
                    text: bare.to_owned(),
                    citations: cited,
                });
            }
        }
        lines.push(told);
    }
    let insufficient = is_insufficient(text);
    let cited = statements.iter().filter(|one| !one.citations.is_empty());
    let is_cited = cited.clone().next().is_some();
    // What was looked at in vain may be cited too.
    let tells = cited.clone().any(|one| !tells_nothing(&one.text));
    let confidence = share(supported, statements.len());
    if (insufficient || tells_a_lack(text)) && !is_cited {
        statements.clear();
    }
    Answer {
        conflicts: Vec::new(),
        text: lines.join("\n"),
        found: !insufficient && tells,
        confidence,
        statements,
        disputes: input.disputes.clone(),
        trust: Trust::least(citations.iter().map(|citation| citation.trust)),
        citations,
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

/// The sentence of a passage that a claim rests on: the one that shares most of its words.
fn citation(number: usize, passage: &EvidencePassage, claim: &str) -> Citation {
    let asked: BTreeSet<String> = analyze(claim).into_iter().collect();
    let shared = |span: &Span| {
        let told: BTreeSet<String> = analyze(span.of(&passage.text)).into_iter().collect();
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
    use super::*;
    use crate::engine::{FoundText, refutations};

    fn passage(document: &str, trust: Trust, text: &str) -> EvidencePassage {
        EvidencePassage {
            chars: Span::new(100, 100 + text.chars().count()),
            bytes: Span::new(100, 100 + text.len()),
            ..EvidencePassage::of_found(&FoundText {
                document: document.to_owned(),
                title: None,
                published: None,
                text: text.to_owned(),
                trust,
            })
        }
    }

    fn refuted(conflict: &str) -> Doubt {
        Doubt::Refuted {
            conflict: conflict.to_owned(),
            grounds: "The archive says so.".to_owned(),
        }
    }

    fn composed(text: &str) -> Answer {
        let input = AnswerInput {
            question: "?".to_owned(),
            evidence: vec![
                passage(
                    "https://a.example/x",
                    Trust::FoundPage,
                    "The tower opened. It is 42 metres tall.",
                ),
                EvidencePassage {
                    doubts: vec![
                        refuted("42 against 43."),
                        Doubt::Disputed {
                            conflict: "1884 against 1885.".to_owned(),
                        },
                    ],
                    ..passage("notes.txt", Trust::Given, "灯塔高四十二米。")
                },
            ],
            disputes: vec!["1884 against 1885.".to_owned()],
            retrieved: vec![
                "https://a.example/x".to_owned(),
                "https://b.example/r_%28s%29".to_owned(),
            ],
            ..AnswerInput::default()
        };
        let engine = EngineLabel {
            name: "m".to_owned(),
            description: "m".to_owned(),
        };
        compose(text, &input, (Language::English, engine))
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
    fn bx_04_a_link_is_flagged_however_it_is_written() {
        for known in [
            "[x](https://a.example/x#part)",
            "[x][1]\n\n[1]: HTTPS://A.EXAMPLE:443/%78/",
            "https://b.example/r_(s), a.example/x",
        ] {
            assert!(composed(known).flags.is_empty(), "{known}");
        }
        for (text, flag) in [
            (
                "[x](https://a.example/x?d=MEMORY)",
                "https://a.example/x?d=MEMORY",
            ),
            (
                "![p][1]\n[1]: <//evil.example/p.png>",
                "//evil.example/p.png",
            ),
            ("Look at evil.example today.", "evil.example"),
            ("HTTPS://Evil.example/a", "HTTPS://Evil.example/a"),
            (
                "https://а.example/x with a Cyrillic а",
                "https://а.example/x",
            ),
            ("https://xn--80a.example/x", "https://xn--80a.example/x"),
            (
                "https://a.example%2eevil.example/x",
                "https://a.example%2eevil.example/x",
            ),
            (
                "https://a.example@evil.example/x",
                "https://a.example@evil.example/x",
            ),
            ("[run](javascript:alert(1))", "javascript:alert(1)"),
        ] {
            assert_eq!(composed(text).flags, [flag], "{text}");
        }
    }

    #[test]
    fn bx_04_an_answer_shows_what_is_held_against_its_sources() {
        let answer = composed("灯塔高42米 [2]。");
        assert_eq!(answer.disputes, ["1884 against 1885."]);
        let told = refutations(Language::English, &answer.citations);
        let refutation = "A statement on the topic of notes.txt was refuted: 42 against 43. The archive says so.";
        assert_eq!(told, [refutation]);
        // Also where the disputed passage is not cited: the answer was made from it too.
        let other = composed("It is 42 metres tall [1].");
        assert_eq!(other.disputes, ["1884 against 1885."]);
    }

    #[test]
    fn bx_05_an_answer_is_trusted_as_the_least_of_what_it_cites() {
        assert_eq!(composed("灯塔高42米 [2]。").trust, Trust::Given);
        let both = composed("It is 42 metres tall [1][2].");
        assert_eq!(both.trust, Trust::FoundPage);
        assert_eq!(both.citations[0].trust, Trust::FoundPage);
        assert_eq!(composed("It is so.").trust, Trust::Model);
    }

    #[test]
    fn bx_04_an_answer_without_evidence_is_none() {
        for text in [
            "Insufficient evidence. Nothing says so.",
            "证据不足。",
            "",
            "It is so.",
        ] {
            let answer = composed(text);
            assert!(!answer.found, "{text}");
            // What claims something without evidence is told from what says that there is none.
            assert_eq!(answer.statements.is_empty(), text != "It is so.", "{text}");
        }
    }

    #[test]
    fn bx_04_a_lack_that_is_told_is_no_answer_found() {
        for text in [
            "**Insufficient evidence.** The tower opened [1].",
            "I cannot determine its weight from the evidence.",
            "I cannot determine its weight from the evidence [1][2].",
            "根据现有材料，无法确定灯塔的重量。",
        ] {
            assert!(!composed(text).found, "{text}");
        }
        assert!(
            composed("I cannot confirm 43 metres from the notes. It is 42 metres tall [1].").found
        );
    }

    #[test]
    fn bx_04_a_figure_that_no_cited_passage_gives_is_flagged() {
        let flags = |text: &str| composed(text).flags;
        let wrong = "The tower is 99 metres tall and was built by Napoleon [1].";
        assert_eq!(flags(wrong), ["99 metres: not in [1]"]);
        let (sure, unsure) = (composed("It is 42 m tall [1]."), composed(wrong));
        assert!(sure.confidence > 0.9 && unsure.confidence < 0.1);
        // By the numbers that the reader sees.
        assert_eq!(
            flags("It is 99 metres tall [2]."),
            ["99 metres: not in [1]"]
        );
        assert_eq!(flags("It is 99 metres tall."), [""; 0]);
        assert_eq!(flags("It is 42 m tall [1], or about 40 m [2]."), [""; 0]);
        // In words, of another unit, and by another mark.
        let told = ["43 metres: not in [1]"];
        assert_eq!(flags("It is forty-three metres tall [^1]."), told);
        let far = "42 kilometres: not in [1]";
        assert_eq!(flags("It is 42 kilometres tall [evidence 1]."), [far]);
        assert_eq!(flags("It is 43 metres tall (1)."), told);
    }

    #[test]
    fn bx_04_a_claim_of_which_no_cited_passage_has_a_word_is_flagged() {
        let flags = |text: &str| composed(text).flags;
        let told = "- The keeper eats fish [1]. The tower opened [1].";
        assert_eq!(flags(told), ["The keeper eats fish: not in [1]"]);
        // In another language than its source, words say nothing.
        assert_eq!(flags("The keeper eats fish [2]."), [""; 0]);
        assert_eq!(flags("No passage gives the weight of it [1]."), [""; 0]);
        assert_eq!(flags("1884 against 1885 is what is told [1]."), [""; 0]);
    }

    #[test]
    fn bx_04_brackets_that_are_no_marks_stay() {
        let answer = composed("An array [i] of [x, 2] is fine [1].");
        assert_eq!(answer.text, "An array [i] of [x, 2] is fine[1].");
        assert_eq!(answer.citations.len(), 1);
    }
}
