//! Merges by the model (MB-11).

use serde::Serialize;

use super::ask::Asker;
use super::prompts::Prompt;
use super::shapes::Merge;
use crate::engine::{
    EngineError, IntegrationInput, IntegrationOutput, MergedNode, NeighbourUpdate, NodeInfo,
    Verdict,
};

#[derive(Serialize)]
struct Variables<'v> {
    fence: String,
    verdict: String,
    validation: &'v str,
    nodes: Vec<Node<'v>>,
}

#[derive(Serialize)]
struct Node<'v> {
    #[serde(flatten)]
    node: &'v NodeInfo,
    neighbours: &'v [NodeInfo],
}

/// The merged node. Updates of nodes that are no neighbours are left out.
pub(super) async fn integrate(
    asker: &Asker<'_>,
    input: &IntegrationInput,
) -> Result<IntegrationOutput, EngineError> {
    let mut nodes: Vec<_> = input.nodes_to_merge.iter().collect();
    nodes.sort_by_key(|node| node.timestamp);
    let variables = Variables {
        fence: asker.fence()?,
        verdict: match &input.validation.verdict {
            Verdict::Supported { node } => format!("supported {node}"),
            Verdict::Compatible => "compatible".to_owned(),
            Verdict::Inconclusive => "inconclusive".to_owned(),
        },
        validation: &input.validation.explanation,
        nodes: nodes
            .iter()
            .map(|node| Node {
                node: &node.node,
                neighbours: &node.neighbours,
            })
            .collect(),
    };
    let merge: Merge = asker
        .ask(&Prompt::INTEGRATION, &variables, "merge", false)
        .await?;
    let is_neighbour = |id: &str| {
        let mut neighbours = nodes.iter().flat_map(|node| &node.neighbours);
        neighbours.any(|neighbour| neighbour.id.as_str() == id)
    };
    let updates = merge.neighbour_updates.into_iter();
    Ok(IntegrationOutput {
        merged_node: MergedNode {
            summary: merge.merged_node.summary,
            context: merge.merged_node.context,
            keywords: merge.merged_node.keywords,
        },
        neighbour_updates: updates
            .filter(|(id, _)| is_neighbour(id))
            .map(|(id, update)| {
                let (context, keywords) = (update.context, update.keywords);
                (id.into(), NeighbourUpdate { context, keywords })
            })
            .collect(),
        interaction_tree_description: merge.interaction_tree_description,
    })
}
