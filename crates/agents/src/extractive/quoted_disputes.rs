//! Disputes that an answer must show: those that touch what it quotes (BX-01).
//!
//! Nodes are compared by their summaries, and only with their nearest neighbours. The sentences of an
//! answer are few, so they are compared with everything that was retrieved with them.

use std::collections::BTreeSet;

use amb_memory::task::{Dissent, NodeId, Quote};
use amb_memory::text::{Language, UnitKind};

use super::contradiction::{contradiction, side, statements_under};
use super::statement::Statement;
use crate::protocol::{AnswerDispute, AnswerInput, Citation, EvidencePassage, NewConflict};

/// The disputes of an answer.
#[derive(Debug, Default)]
pub(super) struct QuotedDisputes {
    /// All of them.
    pub(super) told: Vec<AnswerDispute>,
    /// Those that are not among the known ones, between two nodes.
    pub(super) conflicts: Vec<NewConflict>,
}

/// Returns the input's disputes that have a quoted sentence as a side or unknown sides, and contradictions between a
/// quoted sentence and the rest of the evidence, unless those are over.
pub(super) fn quoted_disputes(
    language: Language,
    citations: &[Citation],
    input: &AnswerInput,
) -> QuotedDisputes {
    let quotes = citations.iter();
    let quoted: Vec<Placed<'_>> = quotes
        .flat_map(|one| placed(&one.node_id, &one.headings, &one.quote))
        .collect();
    let passages = input.evidence.iter();
    let held: Vec<Placed<'_>> = passages
        .flat_map(|one| {
            let parts = parts(one).into_iter();
            parts.flat_map(move |(titles, text)| placed(&one.node_id, &titles, text))
        })
        .collect();
    let is_quoted = |known: &Quote| citations.iter().any(|one| one.says(&known.text));
    let touches = |dispute: &&AnswerDispute| match &dispute.sides {
        Some(sides) => sides.iter().any(is_quoted),
        None => true,
    };
    let known = input.disputes.iter().filter(touches);
    let mut found = QuotedDisputes {
        told: known.cloned().collect(),
        conflicts: Vec::new(),
    };
    let over = input.closed.iter().map(|one| key(&one.dissent));
    let mut known: BTreeSet<[String; 2]> = over.collect();
    known.extend(found.told.iter().map(|told| key(&told.dissent())));
    for (one, other) in quoted
        .iter()
        .flat_map(|one| held.iter().map(move |other| (one, other)))
    {
        if contradiction(&one.statement, &other.statement).is_none() {
            continue;
        }
        let sides = [one, other].map(|one| Quote::from(side(&one.statement).as_str()));
        let dissent = Dissent::of(language, sides);
        if !known.insert(key(&dissent)) {
            continue;
        }
        found.told.push(AnswerDispute::open(dissent.clone()));
        if one.node != other.node {
            found.conflicts.push(NewConflict {
                about: [one.node.clone(), other.node.clone()],
                dissent,
            });
        }
    }
    found
}

fn key(dissent: &Dissent) -> [String; 2] {
    dissent.key().map(str::to_owned)
}

/// An assertion, and the node whose text holds it.
struct Placed<'t> {
    node: &'t NodeId,
    statement: Statement,
}

/// The parts of a passage, each with the titles above it; those that stand in the passage begin a part.
fn parts(passage: &EvidencePassage) -> Vec<(Vec<String>, &str)> {
    let mut parts = Vec::new();
    let (mut start, mut titles) = (0, passage.headings.clone());
    let mut part = |titles: &mut Vec<String>, from: usize, to: usize, next: Vec<String>| {
        let text = passage.text.get(from..to).unwrap_or_default();
        parts.push((std::mem::replace(titles, next), text));
    };
    for unit in &passage.units {
        if unit.kind == UnitKind::Heading {
            part(
                &mut titles,
                start,
                unit.span.start,
                vec![unit.words.clone()],
            );
            start = unit.span.end;
        }
    }
    part(&mut titles, start, passage.text.len(), Vec::new());
    parts
}

fn placed<'t>(
    node: &'t NodeId,
    titles: &[String],
    text: &str,
) -> impl Iterator<Item = Placed<'t>> + use<'t> {
    let statements = statements_under(titles, text).into_iter();
    statements.map(move |statement| Placed { node, statement })
}
