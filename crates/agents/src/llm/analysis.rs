//! Relations by the model (MB-10).

use std::collections::BTreeSet;

use serde::Serialize;

use super::ask::Asker;
use super::prompts::Prompt;
use super::shapes::{RelationKind, Relationships, WireRelationship};
use crate::engine::{AnalysisInput, AnalysisOutput, EngineError, NodeInfo, Relation, Relationship};

#[derive(Serialize)]
struct Variables<'v> {
    fence: String,
    new_node: &'v NodeInfo,
    candidates: &'v [NodeInfo],
}

/// Relations of the new node to the candidates; one call. What the model says of nodes that it was not
/// shown, or says twice, is left out; a conflict ends the list.
pub(super) async fn analyse(
    asker: &Asker<'_>,
    input: &AnalysisInput,
) -> Result<AnalysisOutput, EngineError> {
    let variables = Variables {
        fence: asker.fence()?,
        new_node: &input.new_node,
        candidates: &input.candidate_nodes,
    };
    let found: Relationships = asker
        .ask(&Prompt::ANALYSIS, &variables, "relationships", true)
        .await?;
    let mut open: BTreeSet<&str> = input
        .candidate_nodes
        .iter()
        .map(|node| node.id.as_str())
        .collect();
    let mut relationships = Vec::new();
    for wire in found.relationships {
        if !open.remove(wire.existing_node_id.as_str()) {
            continue;
        }
        let ends = wire.relationship == RelationKind::Conflict;
        relationships.push(relationship(wire));
        if ends {
            break;
        }
    }
    Ok(AnalysisOutput { relationships })
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
