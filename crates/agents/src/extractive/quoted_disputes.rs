//! Disputes that an answer must show: those that touch what it quotes (BX-01).
//!
//! Nodes are compared by their summaries, and only with their nearest neighbours. The sentences of an
//! answer are few, so they are compared with everything that was retrieved with them.

use amb_memory::task::{Decided, NodeId};
use amb_memory::text::Language;

use super::contradiction::{contradiction, side, statements};
use super::decided::{is_decided, is_refuted_by};
use super::statement::Statement;
use super::wording::conflict;
use crate::engine::{Citation, ConflictNotification, Doubt, EvidencePassage};

/// The disputes of an answer.
#[derive(Debug, Default)]
pub(super) struct QuotedDisputes {
    /// All of them, in words.
    pub(super) told: Vec<String>,
    /// Those that are not among the known ones, between two nodes.
    pub(super) conflicts: Vec<ConflictNotification>,
}

/// Whether something of the evidence contradicts these quotations that none of the disputes `told` says.
#[must_use]
pub fn hides_a_contradiction(
    citations: &[Citation],
    evidence: &[EvidencePassage],
    told: &[String],
) -> bool {
    let found = quoted_disputes(Language::English, citations, evidence, told, &[]);
    found.told.iter().any(|dispute| !told.contains(dispute))
}

/// Those of the `known` disputes that name a quoted sentence, and what else in the evidence
/// contradicts one and was not decided, as doubts or what was `decided` tell.
pub(super) fn quoted_disputes(
    language: Language,
    citations: &[Citation],
    evidence: &[EvidencePassage],
    known: &[String],
    decided: &[Decided],
) -> QuotedDisputes {
    let quotes = citations.iter();
    let quoted: Vec<Placed<'_>> = quotes
        .flat_map(|one| placed(&one.node_id, &one.doubts, &one.quote))
        .collect();
    let passages = evidence.iter();
    let held: Vec<Placed<'_>> = passages
        .flat_map(|one| placed(&one.node_id, &one.doubts, &one.text))
        .collect();
    let touches = |dispute: &&String| {
        let mut quoted = quoted.iter();
        quoted.any(|one| dispute.contains(&side(&one.statement)))
    };
    let mut found = QuotedDisputes {
        told: known.iter().filter(touches).cloned().collect(),
        conflicts: Vec::new(),
    };
    for (one, other) in quoted
        .iter()
        .flat_map(|one| held.iter().map(move |other| (one, other)))
    {
        let Some(against) = contradiction(&one.statement, &other.statement) else {
            continue;
        };
        if is_decided(&against, [one.doubts, other.doubts]) || is_refuted_by(&against, decided) {
            continue;
        }
        let (left, right) = (side(&one.statement), side(&other.statement));
        let is_told = |dispute: &String| dispute.contains(&left) && dispute.contains(&right);
        if found.told.iter().any(is_told) {
            continue;
        }
        let description = conflict(language, &left, &right);
        found.told.push(description.clone());
        if one.node != other.node {
            found.conflicts.push(ConflictNotification {
                conflicting_node_ids: vec![one.node.clone(), other.node.clone()],
                conflict_description: description,
            });
        }
    }
    found
}

/// An assertion, the node whose text holds it, and what is held against that text.
struct Placed<'t> {
    node: &'t NodeId,
    doubts: &'t [Doubt],
    statement: Statement<'t>,
}

fn placed<'t>(
    node: &'t NodeId,
    doubts: &'t [Doubt],
    text: &'t str,
) -> impl Iterator<Item = Placed<'t>> {
    statements(text).into_iter().map(move |statement| Placed {
        node,
        doubts,
        statement,
    })
}
