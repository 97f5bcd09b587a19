//! Integration without a language model (BX-01, MB-11): conflicting nodes put together, what was
//! validated first.

use std::collections::{BTreeMap, BTreeSet};

use amb_memory::retrieval::analyze;
use amb_memory::task::NodeId;
use amb_memory::text::Language;

use super::script::{one_line, shortened};
use crate::protocol::{
    IntegrationInput, IntegrationOutput, MergedNode, NodeWithNeighbours, ValidationOutput, Verdict,
};

/// Letters of a merged topic sentence.
const CONTEXT_LETTERS: usize = 160;

/// Most keywords of a merged node.
const KEYWORDS: usize = 12;

/// The merged node: the supported side first, or, where nothing was decided, the newest.
pub(super) fn integrate(language: Language, input: &IntegrationInput) -> IntegrationOutput {
    let order = in_order(input);
    let summaries = order.iter().map(|node| node.node.summary.as_str());
    let summaries: Vec<&str> = summaries.collect();
    let contexts: Vec<&str> = order
        .iter()
        .map(|node| node.node.context.as_str())
        .collect();
    IntegrationOutput {
        merged_node: MergedNode {
            summary: without_repetition(&summaries),
            context: merged_context(&contexts, &input.validation.verdict),
            keywords: merged_keywords(&order),
        },
        neighbour_updates: BTreeMap::new(),
        interaction_tree_description: description(language, &order, &input.validation),
    }
}

/// The supported node first, then the newest.
fn in_order(input: &IntegrationInput) -> Vec<&NodeWithNeighbours> {
    let mut order: Vec<&NodeWithNeighbours> = input.nodes_to_merge.iter().collect();
    let supported = supported(&input.validation.verdict);
    order.sort_by_key(|node| {
        (
            Some(&node.node.id) != supported,
            std::cmp::Reverse((node.timestamp, &node.node.id)),
        )
    });
    order
}

fn supported(verdict: &Verdict) -> Option<&NodeId> {
    match verdict {
        Verdict::Supported { node } => Some(node),
        Verdict::Compatible | Verdict::Inconclusive => None,
    }
}

/// Paragraphs of all summaries, each once.
fn without_repetition(summaries: &[&str]) -> String {
    let mut seen = BTreeSet::new();
    let lines: Vec<&str> = summaries
        .iter()
        .flat_map(|summary| summary.lines())
        .filter(|line| !line.trim().is_empty() && seen.insert(one_line(line)))
        .collect();
    lines.join("\n")
}

fn merged_context(contexts: &[&str], verdict: &Verdict) -> String {
    let mut seen = BTreeSet::new();
    let different: Vec<&str> = contexts
        .iter()
        .copied()
        .filter(|context| seen.insert(one_line(context)))
        .collect();
    let all = match verdict {
        Verdict::Supported { .. } => different.first().copied().unwrap_or_default().to_owned(),
        Verdict::Compatible | Verdict::Inconclusive => different.join(" / "),
    };
    shortened(&all, CONTEXT_LETTERS)
}

/// The nodes' keywords in turn, each word once, whatever its inflection.
fn merged_keywords(order: &[&NodeWithNeighbours]) -> Vec<String> {
    let longest = order
        .iter()
        .map(|node| node.node.keywords.len())
        .max()
        .unwrap_or_default();
    let mut seen = BTreeSet::new();
    (0..longest)
        .flat_map(|at| {
            order
                .iter()
                .filter_map(move |node| node.node.keywords.get(at))
        })
        .filter(|word| seen.insert(analyze(word)))
        .take(KEYWORDS)
        .cloned()
        .collect()
}

fn description(
    language: Language,
    order: &[&NodeWithNeighbours],
    validation: &ValidationOutput,
) -> String {
    let topics: Vec<String> = order
        .iter()
        .map(|node| format!("“{}”", one_line(&node.node.context)))
        .collect();
    match language {
        Language::English => format!(
            "Merged {}. {}",
            topics.join(" with "),
            validation.explanation
        ),
        Language::Chinese => format!("合并了{}。{}", topics.join("与"), validation.explanation),
    }
}

#[cfg(test)]
mod tests {
    use amb_memory::task::Trust;

    use super::*;
    use crate::protocol::NodeInfo;

    fn node(id: &str, summary: &str, keywords: &[&str]) -> NodeWithNeighbours {
        let info = |id: &str, text: &str| NodeInfo {
            id: NodeId::from(id),
            summary: text.to_owned(),
            context: text.to_owned(),
            keywords: keywords.iter().map(|word| (*word).to_owned()).collect(),
            trust: Trust::Given,
            titles: Vec::new(),
        };
        NodeWithNeighbours {
            node: info(id, summary),
            timestamp: 0,
            neighbours: vec![
                info("n1", "Tickets for the bridge completed in 1932."),
                info("n2", "Trains of 1932."),
            ],
        }
    }

    fn merge(verdict: Verdict) -> IntegrationOutput {
        let input = IntegrationInput {
            nodes_to_merge: vec![
                node(
                    "a",
                    "The bridge was completed in 1932.",
                    &["bridge", "steel"],
                ),
                node(
                    "b",
                    "The bridge was completed in 1937.",
                    &["Bridges", "river"],
                ),
            ],
            validation: ValidationOutput {
                verdict,
                explanation: "Because.".to_owned(),
            },
        };
        integrate(Language::English, &input)
    }

    #[test]
    fn mb_11_what_was_validated_comes_first() {
        let merged = merge(Verdict::Supported {
            node: NodeId::from("b"),
        });
        assert_eq!(
            merged.merged_node.summary,
            "The bridge was completed in 1937.\nThe bridge was completed in 1932."
        );
        assert_eq!(merged.merged_node.keywords, ["Bridges", "river", "steel"]);
        assert_eq!(
            merged.merged_node.context,
            "The bridge was completed in 1937."
        );
    }

    #[test]
    fn mb_11_an_open_dispute_keeps_both_sides() {
        let summary = merge(Verdict::Inconclusive).merged_node.summary;
        assert!(summary.contains("1932") && summary.contains("1937"));
        assert!(!summary.contains("refuted"));
    }
}
