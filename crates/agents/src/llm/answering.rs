//! The final answer by the model, every claim with the evidence it rests on (BX-04).

use std::cell::RefCell;

use amb_llm::chat::{Finish, Message};
use amb_memory::task::Trust;
use amb_memory::text::Language;

use super::answer_prompt::variables;
use super::answer_words::AnswerWords;
use super::ask::{Asker, TO_ALLOW_MORE, quoted};
use super::flags::{foreign_links, unsupported};
use super::marks::{Marks, glued_words};
use super::prompts::Prompt;
use super::said::{NoAnswer, said};
use super::shapes::format_of;
use super::sources::Sources;
use super::wrapped::{Said, WireAnswer};
use crate::engine::{EngineError, RunContext};
use crate::protocol::{Answer, AnswerInput, AnswerStatement, EngineLabel, Event};

/// The answer. Numbers that are not the evidence's are taken out and flagged; so are addresses that no
/// evidence comes from, and figures that stand in nothing that their claim cites.
pub(super) async fn answer(
    asker: &Asker<'_>,
    context: &RunContext<'_>,
    input: &AnswerInput,
    engine: EngineLabel,
) -> Result<Answer, EngineError> {
    let language = context.report_language();
    let variables = variables(asker.fence()?, context, input);
    let messages = Prompt::ANSWER.messages(context.language, &variables)?;
    let said = words(asker, context, (messages, &variables.fence)).await?;
    Ok(compose(&said, input, (language, engine)))
}

/// Returns the words of the answer to a prompt with this fence, and reports them as they come. A reply that is no
/// answer is asked for again, once (MB-22); a warning takes back the words that were reported.
async fn words(
    asker: &Asker<'_>,
    context: &RunContext<'_>,
    (messages, fence): (Vec<Message>, &str),
) -> Result<Said, EngineError> {
    let mut request = asker.request(messages);
    request.format = format_of::<WireAnswer>("answer", true);
    let mut asked_again = false;
    loop {
        let read = RefCell::new(AnswerWords::default());
        let words = |piece: &str| {
            let text = read.borrow_mut().push(piece);
            if !text.is_empty() {
                (context.emit)(Event::AnswerDelta { text });
            }
        };
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
fn tell_asked_again(context: &RunContext<'_>, why: NoAnswer) {
    (context.emit)(Event::Warning {
        code: "answer_asked_again".to_owned(),
        message: format!("The model gave no answer: {}. Asking again.", why.fault()),
    });
}

/// Says that an answer lacks its end.
fn tell_cut_off(context: &RunContext<'_>, most: u32) {
    (context.emit)(Event::Warning {
        code: "answer_cut_off".to_owned(),
        message: format!(
            "The model's answer was cut off at {most} tokens, the longest reply, and may be incomplete: \
             {TO_ALLOW_MORE}, and ask again."
        ),
    });
}

/// The answer with its citations numbered anew, in the order of their first mention: each is the unit of a piece of
/// evidence that its claim rests on. The flags are told in `language`.
fn compose(
    said: &Said,
    input: &AnswerInput,
    (language, engine): (Language, EngineLabel),
) -> Answer {
    let text = said.text.as_str();
    let mut sources = Sources::of(&input.evidence);
    let mut statements = Vec::new();
    let mut flags = foreign_links(text, &input.retrieved);
    let mut supported = 0;
    let mut lines = Vec::new();
    let told = input.evidence.iter().map(|passage| passage.text.as_str());
    let glued = told.chain([input.question.as_str()]).flat_map(glued_words);
    let marks = Marks::of(text, input.evidence.len(), &glued.collect());
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let start = end;
        end += line.len();
        let (parts, unknown) =
            marks.claims(&(start..start + line.trim_end_matches(['\n', '\r']).len()));
        flags.extend(unknown.into_iter().map(|number| format!("[{number}]")));
        let mut told = String::new();
        // A mark without words of its own is of those before it, at the start of a line of all its words.
        let mut words = line;
        for claim in parts {
            if claim.text.contains(char::is_alphanumeric) {
                words = claim.text;
            }
            let cited = sources.cite(&claim.evidence, words);
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
    let is_cited = statements.iter().any(|one| !one.citations.is_empty());
    let found = is_cited && said.sufficient != Some(false);
    let confidence = share(supported, statements.len());
    if said.sufficient == Some(false) && !is_cited {
        statements.clear();
    }
    let citations = sources.into_citations();
    Answer {
        conflicts: Vec::new(),
        text: lines.join("\n"),
        found,
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

#[cfg(test)]
mod tests {
    use super::*;
    use amb_memory::task::Dissent;
    use amb_memory::text::Span;

    use crate::protocol::{AnswerDispute, Doubt, EvidencePassage, FoundText, refutations};

    fn passage(document: &str, trust: Trust, text: &str) -> EvidencePassage {
        EvidencePassage {
            chars: Span::new(100, 100 + text.chars().count()),
            bytes: Span::new(100, 100 + text.len()),
            ..EvidencePassage::of_found(&FoundText {
                document: document.to_owned(),
                title: None,
                published: None,
                text: text.to_owned(),
                structure: None,
                trust,
            })
        }
    }

    fn refuted(conflict: &str) -> Doubt {
        Doubt::Refuted {
            conflict: "c1".into(),
            dissent: Dissent::told(conflict),
            grounds: "The archive says so.".to_owned(),
        }
    }

    /// BX-04: what is code stays as it is, and the list has no gaps.
    #[test]
    fn bx_04_brackets_in_code_stay_as_they_are() {
        let text = "Use counts[2] first [2].\n```\na[1] = [9];\n```\n灯塔高 42 米【2】，或`b[1]`[2-2], [1, 2].";
        let answer = composed(text);
        assert_eq!(
            answer.text,
            "Use counts[2] first[1].\n```\na[1] = [9];\n```\n灯塔高 42 米[1]，或`b[1]`[1],[2][1]."
        );
        let numbers: Vec<usize> = answer.citations.iter().map(|one| one.number).collect();
        assert_eq!(numbers, [1, 2]);
        assert!(
            !answer.flags.contains(&"[9]".to_owned()),
            "{:?}",
            answer.flags
        );
    }

    /// BX-04: each claim has the sentence that it rests on; a mark behind another is of the same words.
    #[test]
    fn bx_04_a_citation_is_the_sentence_of_its_claim() {
        let text = "The tower is 42 metres tall. It was built in 1884. The lamp is green.";
        let mut one = passage("a.txt", Trust::Given, text);
        one.units = amb_memory::text::Structure::plain(text).units(text, Span::new(0, text.len()));
        let input = AnswerInput {
            question: "What of the tower?".to_owned(),
            evidence: vec![passage("b.txt", Trust::Given, "Built in 1884."), one],
            ..AnswerInput::default()
        };
        let said = Said {
            text: "It is 42 metres tall [2]. It was built in 1884 [2] [1].\n[2] The lamp is green."
                .to_owned(),
            sufficient: None,
        };
        let answer = compose(&said, &input, (Language::English, label()));
        assert_eq!(
            answer.text,
            "It is 42 metres tall[1]. It was built in 1884[2][3].\n[4] The lamp is green."
        );
        let quotes: Vec<&str> = answer.citations.iter().map(|one| &*one.quote).collect();
        assert_eq!(
            quotes,
            [
                "The tower is 42 metres tall.",
                "It was built in 1884.",
                "Built in 1884.",
                "The lamp is green."
            ]
        );
    }

    fn composed(text: &str) -> Answer {
        composed_of(text, None)
    }

    fn composed_of(text: &str, sufficient: Option<bool>) -> Answer {
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
                            conflict: "c2".into(),
                            dissent: Dissent::told("1884 against 1885."),
                        },
                    ],
                    ..passage("notes.txt", Trust::Given, "灯塔高四十二米。")
                },
            ],
            disputes: vec![AnswerDispute::open(Dissent::told("1884 against 1885."))],
            retrieved: vec![
                "https://a.example/x".to_owned(),
                "https://b.example/r_%28s%29".to_owned(),
            ],
            ..AnswerInput::default()
        };
        let text = text.to_owned();
        let said = Said { text, sufficient };
        compose(&said, &input, (Language::English, label()))
    }

    fn label() -> EngineLabel {
        EngineLabel {
            name: "m".to_owned(),
            description: "m".to_owned(),
        }
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
        assert_eq!(answer.disputes[0].description, "1884 against 1885.");
        let told = refutations(Language::English, &answer.citations);
        let refutation = "A statement on the topic of notes.txt was refuted: 42 against 43. The archive says so.";
        assert_eq!((told.len(), told[0].description.as_str()), (1, refutation));
        // Also where the disputed passage is not cited: the answer was made from it too.
        let other = composed("It is 42 metres tall [1].");
        assert_eq!(other.disputes.len(), 1);
    }

    #[test]
    fn bx_05_an_answer_is_trusted_as_the_least_of_what_it_cites() {
        assert_eq!(composed("灯塔高42米 [2]。").trust, Trust::Given);
        let both = composed("It is 42 metres tall [1][2].");
        assert_eq!(both.trust, Trust::FoundPage);
        assert_eq!(both.citations[0].trust, Trust::FoundPage);
        assert_eq!(composed("It is so.").trust, Trust::Model);
    }

    /// If the model leaves `sufficient` out, an answer that cites something counts as found.
    #[test]
    fn bx_04_an_answer_without_evidence_is_none() {
        for (text, sufficient, found) in [
            ("It is so.", None, false),
            ("It is so.", Some(true), false),
            ("", None, false),
            ("It is 42 metres tall [1].", None, true),
            ("It is 42 metres tall [1].", Some(true), true),
            (
                "The tower opened [1]. Nothing tells its weight.",
                Some(false),
                false,
            ),
            ("Nothing tells its weight.", Some(false), false),
        ] {
            let answer = composed_of(text, sufficient);
            assert_eq!(answer.found, found, "{text}");
            // What claims something without evidence is told from what says that there is none.
            let is_lack = sufficient == Some(false) && answer.citations.is_empty();
            assert_eq!(answer.statements.is_empty(), text.is_empty() || is_lack);
        }
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
        assert_eq!(flags("1884 against 1885 is what is told [1]."), [""; 0]);
    }

    #[test]
    fn bx_04_brackets_that_are_no_marks_stay() {
        let answer = composed("An array [i] of [x, 2] is fine [1].");
        assert_eq!(answer.text, "An array [i] of [x, 2] is fine[1].");
        assert_eq!(answer.citations.len(), 1);
    }
}
