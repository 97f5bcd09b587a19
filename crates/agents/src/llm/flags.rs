//! Claims of an answer that its evidence does not support: links, figures, whole claims (BX-04).

use std::collections::BTreeSet;

use amb_llm::reader::{links_in, page_key};
use amb_memory::text::Language;

use crate::extractive::{figures_not_in, is_unheard_of};
use crate::protocol::{AnswerInput, Doubt, EvidencePassage};

/// Links in a text that lead to no page that was retrieved, however they are written.
pub(super) fn foreign_links(text: &str, retrieved: &[String]) -> Vec<String> {
    let known: BTreeSet<String> = retrieved.iter().filter_map(|page| page_key(page)).collect();
    let is_known = |link: &str| page_key(link).is_some_and(|key| known.contains(&key));
    let mut found: Vec<String> = Vec::new();
    for link in links_in(text) {
        if !is_known(link) && !found.iter().any(|other| other == link) {
            found.push(link.to_owned());
        }
    }
    found
}

/// The figures of a claim that stand in none of what it cites, or the claim where none of its words do, by the numbers of
/// the evidence and of the citations. What the question says may be repeated, and what disputes and doubts say, unless it
/// is another passage that says it: that one is to be cited.
pub(super) fn unsupported(
    language: Language,
    claim: &str,
    (evidence, cited): (&[usize], &[usize]),
    input: &AnswerInput,
) -> Vec<String> {
    let at = |number: &usize| input.evidence.get(number.checked_sub(1)?);
    let passages: Vec<&EvidencePassage> = evidence.iter().filter_map(at).collect();
    if passages.is_empty() {
        return Vec::new();
    }
    let mut stated: Vec<&str> = passages.iter().flat_map(|one| words_of(one)).collect();
    stated.push(&input.question);
    let mut doubted: Vec<&str> = passages.iter().flat_map(|one| doubts_of(one)).collect();
    doubted.extend(input.disputes.iter().map(|one| one.description.as_str()));
    let mut bare = claim.to_owned();
    for link in links_in(claim) {
        bare = bare.replace(link, " ");
    }
    let cites = |number: &usize| evidence.contains(number);
    let others = (1..).zip(&input.evidence);
    let others = others.filter(|(number, _)| !cites(number));
    let others: Vec<&str> = others.map(|(_, passage)| passage.text.as_str()).collect();
    let mut missing = unstated(&bare, &stated, &doubted, &others);
    let own: Vec<&str> = passages.iter().map(|one| one.text.as_str()).collect();
    let mut around = [stated, doubted].concat();
    around.retain(|text| !own.contains(text));
    if missing.is_empty() && is_unheard_of(&bare, &around.join("\n"), &own) {
        missing.push(unadorned(&bare).to_owned());
    }
    let marks: String = cited.iter().map(|number| format!("[{number}]")).collect();
    let told = |what: String| match language {
        Language::English => format!("{what}: not in {marks}"),
        Language::Chinese => format!("{what}：{marks}中没有"),
    };
    missing.into_iter().map(told).collect()
}

/// The figures of a claim that are stated nowhere; what is said in doubts states those that no other passage has.
fn unstated(claim: &str, stated: &[&str], doubted: &[&str], others: &[&str]) -> Vec<String> {
    let mut missing = figures_not_in(claim, stated);
    if missing.is_empty() || doubted.is_empty() {
        return missing;
    }
    let nowhere = figures_not_in(claim, &[stated, doubted].concat());
    let is_of_another = |figure: &String| figures_not_in(figure, others).is_empty();
    missing.retain(|figure| nowhere.contains(figure) || is_of_another(figure));
    missing
}

/// A claim without what sets it off from others.
fn unadorned(claim: &str) -> &str {
    claim.trim_matches(|c: char| c.is_whitespace() || "-*,.;，。；".contains(c))
}

/// Returns the doubts about a passage that the model was shown.
fn doubts_of(passage: &EvidencePassage) -> Vec<&str> {
    let doubts = passage.doubts.iter().flat_map(|doubt| match doubt {
        Doubt::Refuted {
            dissent, grounds, ..
        } => [dissent.description.as_str(), grounds.as_str()],
        Doubt::Disputed { dissent, .. } => [dissent.description.as_str(), ""],
    });
    doubts.collect()
}

/// Returns the passage's own words that the model was shown.
fn words_of(passage: &EvidencePassage) -> Vec<&str> {
    let headings = passage.headings.iter().map(String::as_str);
    let told = [passage.title.as_deref(), passage.published.as_deref()];
    [passage.text.as_str(), passage.document.as_str()]
        .into_iter()
        .chain(told.into_iter().flatten())
        .chain(headings)
        .chain(passage.units.iter().map(|unit| unit.words.as_str()))
        .collect()
}

#[cfg(test)]
mod tests {
    use amb_memory::task::{Dissent, Trust};

    use super::*;
    use crate::protocol::{AnswerDispute, FoundText};

    const DISPUTE: &str = "300 metres against 250 metres, by 2 registers.";

    fn side(document: &str, text: &str) -> EvidencePassage {
        EvidencePassage {
            doubts: vec![Doubt::Disputed {
                conflict: "c1".into(),
                dissent: Dissent::told(DISPUTE),
            }],
            ..EvidencePassage::of_found(&FoundText {
                document: document.to_owned(),
                title: None,
                published: None,
                text: text.to_owned(),
                structure: None,
                trust: Trust::Given,
            })
        }
    }

    /// Each side of a dispute belongs to its own source: the dispute's words about the other side are no support.
    #[test]
    fn bx_04_the_sides_of_a_dispute_are_not_exchanged() {
        let input = AnswerInput {
            question: "How tall is it?".to_owned(),
            evidence: vec![
                side("a.txt", "The tower is 300 metres tall, says the register."),
                side("b.txt", "The tower is 250 metres tall, says the inspector."),
            ],
            disputes: vec![AnswerDispute::open(Dissent::told(DISPUTE))],
            ..AnswerInput::default()
        };
        let flags =
            |claim, cited: &[usize]| unsupported(Language::English, claim, (cited, cited), &input);
        for (claim, cited, told) in [
            ("It is 300 metres tall", 2, "300 metres: not in [2]"),
            ("or 250 metres.", 1, "250 metres: not in [1]"),
        ] {
            assert_eq!(flags(claim, &[cited]), [told]);
        }
        for (claim, cited) in [
            ("It is 300 metres tall", [1].as_slice()),
            ("It is 300 metres or 250 metres tall", &[1, 2]),
            // Of no passage: the dispute's own.
            ("It is 300 metres tall, by 2 registers", &[1]),
        ] {
            assert_eq!(flags(claim, cited), [""; 0], "{claim}");
        }
    }
}
