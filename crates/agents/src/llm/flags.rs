//! What an answer claims that its evidence does not hold: links, figures, and all of a claim (BX-04).

use std::collections::BTreeSet;

use amb_llm::reader::{links_in, page_key};
use amb_memory::text::Language;

use crate::engine::{AnswerInput, Doubt, EvidencePassage};
use crate::extractive::{figures_not_in, is_unheard_of};

use super::insufficiency::tells_a_lack;

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
/// the evidence and of the citations. What the question and the disputes say may be repeated.
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
    let mut texts: Vec<&str> = passages.iter().flat_map(|one| words_of(one)).collect();
    texts.push(&input.question);
    texts.extend(input.disputes.iter().map(String::as_str));
    let mut bare = claim.to_owned();
    for link in links_in(claim) {
        bare = bare.replace(link, " ");
    }
    let marks: String = cited.iter().map(|number| format!("[{number}]")).collect();
    let told = |what: String| match language {
        Language::English => format!("{what}: not in {marks}"),
        Language::Chinese => format!("{what}：{marks}中没有"),
    };
    let mut missing = figures_not_in(&bare, &texts);
    let own: Vec<&str> = passages.iter().map(|one| one.text.as_str()).collect();
    texts.retain(|text| !own.contains(text));
    if missing.is_empty() && !tells_a_lack(&bare) && is_unheard_of(&bare, &texts.join("\n"), &own) {
        missing.push(unadorned(&bare).to_owned());
    }
    missing.into_iter().map(told).collect()
}

/// A claim without what sets it off from others.
fn unadorned(claim: &str) -> &str {
    claim.trim_matches(|c: char| c.is_whitespace() || "-*,.;，。；".contains(c))
}

/// What the model was shown of a passage.
fn words_of(passage: &EvidencePassage) -> Vec<&str> {
    let doubts = passage.doubts.iter().flat_map(|doubt| match doubt {
        Doubt::Refuted { conflict, grounds } => [conflict.as_str(), grounds.as_str()],
        Doubt::Disputed { conflict } => [conflict.as_str(), ""],
        Doubt::GivesOrders => ["", ""],
    });
    let headings = passage.headings.iter().map(String::as_str);
    let told = [passage.title.as_deref(), passage.published.as_deref()];
    [passage.text.as_str(), passage.document.as_str()]
        .into_iter()
        .chain(told.into_iter().flatten())
        .chain(headings)
        .chain(doubts)
        .collect()
}
