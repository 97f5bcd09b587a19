//! Merges by the model (MB-11).

use serde::Serialize;

use super::ask::Asker;
use super::nodes::{fitted, node_tokens};
use super::prompts::Prompt;
use super::shapes::Merge;
use crate::engine::EngineError;
use crate::fitting::{first_fitting, shortened};
use crate::protocol::{
    IntegrationInput, IntegrationOutput, MergedNode, NeighbourUpdate, NodeInfo, NodeWithNeighbours,
    Verdict,
};

#[derive(Serialize)]
struct Variables<'v> {
    fence: String,
    verdict: String,
    validation: &'v str,
    nodes: Vec<Node>,
}

#[derive(Serialize)]
struct Node {
    #[serde(flatten)]
    node: NodeInfo,
    neighbours: Vec<NodeInfo>,
}

/// Neighbours of a node that the prompt shows, the newest: the model writes an entry for each, and a reply has an end.
/// The others keep what is said of them.
const NEIGHBOURS: usize = 20;

/// Tokens that a neighbour takes in the prompt, at most.
const NEIGHBOUR_TOKENS: usize = 400;

impl Node {
    /// A node in at most so many tokens, at least a quarter of them left to its neighbours; those that do not fit are not
    /// shown.
    fn within(room: usize, merged: &NodeWithNeighbours) -> Self {
        let node = fitted(&merged.node, room - room / 4);
        let left = room.saturating_sub(node_tokens(&node));
        let neighbours = merged.neighbours.iter().take(NEIGHBOURS).map(|neighbour| {
            // What the prompt tells of a neighbour is its topic and its keywords.
            let told = NodeInfo {
                summary: String::new(),
                ..neighbour.clone()
            };
            fitted(&told, NEIGHBOUR_TOKENS)
        });
        Self {
            neighbours: first_fitting(neighbours, left, node_tokens),
            node,
        }
    }
}

/// The merged node. Updates of nodes that are no neighbours are left out.
pub(super) async fn integrate(
    asker: &Asker<'_>,
    input: &IntegrationInput,
) -> Result<IntegrationOutput, EngineError> {
    let mut nodes: Vec<_> = input.nodes_to_merge.iter().collect();
    nodes.sort_by_key(|node| node.timestamp);
    let bare = Variables {
        fence: String::new(),
        verdict: String::new(),
        validation: "",
        nodes: Vec::new(),
    };
    let room = asker.room(&Prompt::INTEGRATION, &bare)?;
    let validation = shortened(&input.validation.explanation, room / 4);
    let share = (room - room / 4) / nodes.len().max(1);
    let variables = Variables {
        fence: asker.fence()?,
        verdict: match &input.validation.verdict {
            Verdict::Supported { node } => format!("supported {node}"),
            Verdict::Compatible => "compatible".to_owned(),
            Verdict::Inconclusive => "inconclusive".to_owned(),
        },
        validation: &validation,
        nodes: nodes.iter().map(|node| Node::within(share, node)).collect(),
    };
    let merge: Merge = asker
        .ask_sound(
            &Prompt::INTEGRATION,
            &variables,
            ("merge", false),
            says_something,
        )
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

/// Checks that a merge is not blank: a blank node would lose the contents of both.
fn says_something(merge: &Merge) -> Result<(), String> {
    let node = &merge.merged_node;
    for (name, text) in [("summary", &node.summary), ("context", &node.context)] {
        if text.trim().is_empty() {
            return Err(format!("merged_node.{name} is blank"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use amb_memory::task::{NodeId, Trust};

    use super::super::shapes::WireNode;

    use super::*;

    /// MB-11, MB-22: two nodes are never replaced by an empty one.
    #[test]
    fn mb_11_a_blank_merge_is_unusable() {
        let merge = |summary: &str, context: &str| Merge {
            merged_node: WireNode {
                summary: summary.to_owned(),
                context: context.to_owned(),
                keywords: Vec::new(),
            },
            neighbour_updates: [].into(),
            interaction_tree_description: String::new(),
        };
        assert_eq!(says_something(&merge("- 42 metres", "The tower.")), Ok(()));
        for (summary, context) in [("", "The tower."), ("- 42 metres", " \n"), (" ", "")] {
            assert!(says_something(&merge(summary, context)).is_err());
        }
    }

    /// MB-11: a merge within a dense graph asks for no more entries than a reply holds.
    #[test]
    fn mb_11_of_many_neighbours_the_newest_are_shown() {
        let info = |id: usize| NodeInfo {
            id: NodeId::from(id.to_string().as_str()),
            summary: String::new(),
            context: String::new(),
            keywords: Vec::new(),
            trust: Trust::Given,
            titles: Vec::new(),
        };
        for (count, shown) in [(0, 0), (20, 20), (500, 20)] {
            let merged = NodeWithNeighbours {
                node: info(0),
                timestamp: 0,
                neighbours: (1..=count).map(info).collect(),
            };
            let told = Node::within(20_000, &merged);
            assert_eq!(told.neighbours.len(), shown);
            assert_eq!(told.neighbours.first(), merged.neighbours.first());
            let small = Node::within(400, &merged);
            assert_eq!(small.neighbours.len(), count.min(7));
        }
    }

    /// MB-11, MB-25: a merge fits its window however long the nodes and their neighbours are.
    #[test]
    fn mb_11_what_is_merged_fits_the_window() {
        let info = |id: usize| NodeInfo {
            id: NodeId::from(id.to_string().as_str()),
            summary: "word ".repeat(50_000),
            context: "topic ".repeat(50_000),
            keywords: vec!["keyword ".repeat(50_000)],
            trust: Trust::Given,
            titles: Vec::new(),
        };
        for room in [0, 300, 12_000] {
            let merged = NodeWithNeighbours {
                node: info(0),
                timestamp: 0,
                neighbours: (1..=30).map(info).collect(),
            };
            let told = Node::within(room, &merged);
            let neighbours: usize = told.neighbours.iter().map(node_tokens).sum();
            let size = node_tokens(&told.node) + neighbours;
            assert!(size <= room.max(60), "{size} of {room}");
            assert_eq!(told.neighbours.is_empty(), room < 12_000);
        }
    }
}
