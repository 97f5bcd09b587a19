//! Relations by the model (MB-10).

use std::collections::BTreeSet;

use serde::Serialize;

use super::ask::Asker;
use super::conflict_sides::are_of_other_dates;
use super::prompts::Prompt;
use super::shapes::{RelationKind, Relationships, WireRelationship};
use crate::engine::{AnalysisInput, AnalysisOutput, EngineError, NodeInfo, Relation, Relationship};
use crate::fitting::{fitted, node_tokens};

#[derive(Serialize)]
struct Variables<'v> {
    fence: String,
    new_node: &'v NodeInfo,
    candidates: &'v [NodeInfo],
}

/// Relations of the new node to the candidates: one call, or one for each batch of them that fits the window. What the
/// model says of nodes that it was not shown, or says twice, is left out; a conflict ends the list.
pub(super) async fn analyse(
    asker: &Asker<'_>,
    input: &AnalysisInput,
) -> Result<AnalysisOutput, EngineError> {
    let bare = Variables {
        fence: String::new(),
        new_node: &NodeInfo {
            id: input.new_node.id.clone(),
            summary: String::new(),
            context: String::new(),
            keywords: Vec::new(),
            trust: input.new_node.trust,
        },
        candidates: &[],
    };
    let room = asker.room(&Prompt::ANALYSIS, &bare)?;
    let new_node = fitted(&input.new_node, room / 2);
    let left = room.saturating_sub(node_tokens(&new_node));
    let mut relationships = Vec::new();
    for candidates in batches(&input.candidate_nodes, left) {
        let variables = Variables {
            fence: asker.fence()?,
            new_node: &new_node,
            candidates: &candidates,
        };
        let found: Relationships = asker
            .ask(&Prompt::ANALYSIS, &variables, "relationships", true)
            .await?;
        let mut open: BTreeSet<&str> = candidates.iter().map(|node| node.id.as_str()).collect();
        for wire in found.relationships {
            if !open.remove(wire.existing_node_id.as_str()) {
                continue;
            }
            let wire = dated(wire, input);
            let ends = wire.relationship == RelationKind::Conflict;
            relationships.push(relationship(wire));
            if ends {
                return Ok(AnalysisOutput { relationships });
            }
        }
    }
    Ok(AnalysisOutput { relationships })
}

/// The candidates in batches of at most so many tokens, in order; one that is too long beside another is shortened.
fn batches(candidates: &[NodeInfo], room: usize) -> Vec<Vec<NodeInfo>> {
    let mut batches: Vec<Vec<NodeInfo>> = Vec::new();
    let mut left = 0;
    for candidate in candidates {
        let candidate = fitted(candidate, room / 2);
        let size = node_tokens(&candidate);
        match batches.last_mut() {
            Some(batch) if size <= left => batch.push(candidate),
            _ => {
                batches.push(vec![candidate]);
                left = room;
            }
        }
        left = left.saturating_sub(size);
    }
    batches
}

/// A conflict whose sides tell something as of different dates is none: both hold, and are related.
pub(super) fn dated(wire: WireRelationship, input: &AnalysisInput) -> WireRelationship {
    let mut candidates = input.candidate_nodes.iter();
    let known = candidates.find(|node| node.id.as_str() == wire.existing_node_id);
    let described = wire.conflict_description.as_deref().unwrap_or_default();
    let both_hold = wire.relationship == RelationKind::Conflict
        && known.is_some_and(|known| are_of_other_dates(described, &input.new_node, known));
    WireRelationship {
        relationship: if both_hold {
            RelationKind::Related
        } else {
            wire.relationship
        },
        ..wire
    }
}

fn relationship(wire: WireRelationship) -> Relationship {
    let said = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    let some = |words: Option<Vec<String>>| words.filter(|words| !words.is_empty());
    let relation = match wire.relationship {
        RelationKind::Conflict => Relation::Conflict {
            conflict_description: said(wire.conflict_description)
                .unwrap_or_else(|| wire.reasoning.clone()),
        },
        RelationKind::Related => Relation::Related {
            context_update_new: said(wire.context_update_new),
            context_update_existing: said(wire.context_update_existing),
            keywords_update_new: some(wire.keywords_update_new),
            keywords_update_existing: some(wire.keywords_update_existing),
        },
        RelationKind::Unrelated => Relation::Unrelated,
    };
    Relationship {
        existing_node_id: wire.existing_node_id.into(),
        relation,
        reasoning: wire.reasoning,
    }
}

#[cfg(test)]
mod tests {
    use super::super::conflict_dates_tests::node;
    use super::*;

    /// MB-10, MB-25: no candidate is left out, and no batch outgrows the window.
    #[test]
    fn mb_10_candidates_come_in_batches_that_fit() {
        for (words, count, room, expected) in [
            (10, 20, 30_000, 1),
            (0, 0, 500, 0),
            (400, 20, 1100, 10),
            (100_000, 3, 1000, 2),
            (100_000, 3, 0, 3),
        ] {
            let summary = "word ".repeat(words);
            let candidates: Vec<NodeInfo> = (0..count)
                .map(|number| node(&format!("id-{number}"), &summary))
                .collect();
            let batches = batches(&candidates, room);
            assert_eq!(batches.len(), expected, "{words} {count} {room}");
            let ids = batches.iter().flatten().map(|node| &node.id);
            assert!(ids.eq(candidates.iter().map(|node| &node.id)));
            for batch in &batches {
                let size: usize = batch.iter().map(node_tokens).sum();
                assert!(size <= room || batch.len() == 1, "{size} of {room}");
            }
        }
    }
}
