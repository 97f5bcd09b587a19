//! Disputes that an answer must show: those that touch what it quotes (BX-01).
//!
//! Nodes are compared by their summaries, and only with their nearest neighbours. The sentences of an
//! answer are few, so they are compared with everything that was retrieved with them.

use amb_memory::text::Language;

use super::contradiction::{contradiction, side, statements};
use super::statement::Statement;
use super::wording::conflict;
use crate::engine::EvidencePassage;

/// Those of the `known` disputes that name a quoted sentence, and what else in the evidence
/// contradicts one.
pub(super) fn quoted_disputes(
    language: Language,
    quotes: &[&str],
    evidence: &[EvidencePassage],
    known: &[String],
) -> Vec<String> {
    let quoted: Vec<Statement<'_>> = quotes.iter().flat_map(|quote| statements(quote)).collect();
    let held: Vec<Statement<'_>> = evidence
        .iter()
        .flat_map(|passage| statements(&passage.text))
        .collect();
    let touches = |dispute: &&String| quoted.iter().any(|one| dispute.contains(&side(one)));
    let mut told: Vec<String> = known.iter().filter(touches).cloned().collect();
    for (one, other) in quoted
        .iter()
        .flat_map(|one| held.iter().map(move |other| (one, other)))
    {
        if contradiction(one, other).is_none() {
            continue;
        }
        let (left, right) = (side(one), side(other));
        let is_told = |dispute: &String| dispute.contains(&left) && dispute.contains(&right);
        if !told.iter().any(is_told) {
            told.push(conflict(language, &left, &right));
        }
    }
    told
}
