//! Disputes that an answer must show: those that touch what it quotes (BX-01).
//!
//! Nodes are compared by their summaries, and only with their nearest neighbours. The sentences of an
//! answer are few, so they are compared with everything that was retrieved with them.

use amb_memory::task::NodeId;
use amb_memory::text::Language;

use super::contradiction::{contradiction, side, statements};
use super::statement::Statement;
use super::wording::conflict;
use crate::engine::{Citation, ConflictNotification, EvidencePassage};

/// The disputes of an answer.
#[derive(Debug, Default)]
pub(super) struct QuotedDisputes {
    /// All of them, in words.
    pub(super) told: Vec<String>,
    /// Those that are not among the known ones, between two nodes.
    pub(super) conflicts: Vec<ConflictNotification>,
}

/// What of the evidence contradicts these quotations, so that an answer made of them must tell it.
#[must_use]
pub fn contradictions_to_tell(
    language: Language,
    citations: &[Citation],
    evidence: &[EvidencePassage],
) -> Vec<String> {
    quoted_disputes(language, citations, evidence, &[]).told
}

/// Those of the `known` disputes that name a quoted sentence, and what else in the evidence
/// contradicts one.
pub(super) fn quoted_disputes(
    language: Language,
    citations: &[Citation],
    evidence: &[EvidencePassage],
    known: &[String],
) -> QuotedDisputes {
    let quotes = citations.iter().map(|one| (&one.node_id, &one.quote));
    let quoted: Vec<Placed<'_>> = quotes.flat_map(placed).collect();
    let passages = evidence.iter().map(|one| (&one.node_id, &one.text));
    let held: Vec<Placed<'_>> = passages.flat_map(placed).collect();
    let touches = |dispute: &&String| quoted.iter().any(|(_, one)| dispute.contains(&side(one)));
    let mut found = QuotedDisputes {
        told: known.iter().filter(touches).cloned().collect(),
        conflicts: Vec::new(),
    };
    for ((node, one), (other_node, other)) in quoted
        .iter()
        .flat_map(|one| held.iter().map(move |other| (one, other)))
    {
        if contradiction(one, other).is_none() {
            continue;
        }
        let (left, right) = (side(one), side(other));
        let is_told = |dispute: &String| dispute.contains(&left) && dispute.contains(&right);
        if found.told.iter().any(is_told) {
            continue;
        }
        let description = conflict(language, &left, &right);
        found.told.push(description.clone());
        if node != other_node {
            found.conflicts.push(ConflictNotification {
                conflicting_node_ids: vec![(*node).clone(), (*other_node).clone()],
                conflict_description: description,
            });
        }
    }
    found
}

/// An assertion and the node whose text holds it.
type Placed<'t> = (&'t NodeId, Statement<'t>);

fn placed<'t>((node, text): (&'t NodeId, &'t String)) -> impl Iterator<Item = Placed<'t>> {
    statements(text).into_iter().map(move |one| (node, one))
}
