//! Integration without a language model (BX-01, MB-11): conflicting nodes put together, what was
//! validated first.

use std::collections::{BTreeMap, BTreeSet};

use amb_memory::retrieval::analyze;
use amb_memory::task::{Decided, NodeId};
use amb_memory::text::Language;

use super::contradiction::{contradictions, statements};
use super::script::{one_line, shortened};
use super::wording::{REFUTED, either};
use crate::engine::{
    IntegrationInput, IntegrationOutput, MergedNode, NeighbourUpdate, NodeInfo, NodeWithNeighbours,
    ValidationOutput, Verdict,
};

/// Letters of a merged topic sentence.
const CONTEXT_LETTERS: usize = 160;

/// Most keywords of a merged node.
const KEYWORDS: usize = 12;

/// The merged node: the supported side first and the refuted sentence marked, or, where nothing
/// was decided, both sides as they are.
pub(super) fn integrate(language: Language, input: &IntegrationInput) -> IntegrationOutput {
    let order = in_order(input);
    let refuted = refuted(&order, &input.validation);
    let decided = &input.validation.decided;
    let lost = refuted.iter().map(|one| &one.sentence);
    let lost: BTreeSet<&String> = lost.chain(decided.iter().map(|one| &one.refuted)).collect();
    let mut summaries: Vec<String> = order
        .iter()
        .map(|node| marked(language, &unmarked(&node.node.summary, decided), &lost))
        .collect();
    summaries.extend(left_out(language, &summaries, &lost));
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
        neighbour_updates: refuted
            .iter()
            .flat_map(|refuted| neighbour_updates(language, &order, refuted))
            .collect(),
        interaction_tree_description: description(language, &order, &input.validation),
    }
}

/// A sentence that validation refuted.
struct Refuted {
    sentence: String,
    value: Option<String>,
    held: Option<String>,
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

fn refuted(order: &[&NodeWithNeighbours], validation: &ValidationOutput) -> Vec<Refuted> {
    let supported = supported(&validation.verdict).and_then(|_| order.split_first());
    let Some((first, others)) = supported else {
        return Vec::new();
    };
    let own = statements(&first.node.summary);
    others
        .iter()
        .flat_map(|other| contradictions(&own, &statements(&other.node.summary)))
        .map(|found| {
            let values = found
                .values
                .map(|(held, refuted)| (held.written, refuted.written));
            let (held, value) = values.unzip();
            Refuted {
                sentence: found.right.sentence.to_owned(),
                value,
                held,
            }
        })
        .collect()
}

/// A summary in which each refuted sentence is said to be refuted.
fn marked(language: Language, summary: &str, refuted: &BTreeSet<&String>) -> String {
    let [english, chinese] = REFUTED;
    let mark = either(language, english, chinese);
    refuted
        .iter()
        .fold(summary.to_owned(), |mut text, sentence| {
            let mut places = text.match_indices(sentence.as_str()).map(|(at, _)| at);
            let is_marked = |at: &usize| text.get(..*at).is_some_and(|told| told.ends_with(mark));
            if let Some(at) = places.find(|at| !is_marked(at)) {
                text.insert_str(at, mark);
            }
            text
        })
}

/// A summary without the marks of what holds by now.
fn unmarked(summary: &str, decided: &[Decided]) -> String {
    let mut text = summary.to_owned();
    for (one, mark) in decided
        .iter()
        .flat_map(|one| REFUTED.map(|mark| (one, mark)))
    {
        text = text.replace(&format!("{mark}{}", one.held), &one.held);
    }
    text
}

/// The refuted sentences that no summary has room for, each marked: an answer may quote them from the evidence.
fn left_out(language: Language, summaries: &[String], refuted: &BTreeSet<&String>) -> Vec<String> {
    let [english, chinese] = REFUTED;
    let mark = either(language, english, chinese);
    let told = one_line(&summaries.join(" "));
    refuted
        .iter()
        .map(|sentence| one_line(sentence))
        .filter(|sentence| !told.contains(sentence))
        .map(|sentence| format!("{mark}{sentence}"))
        .collect()
}

/// Paragraphs of all summaries, each once.
fn without_repetition(summaries: &[String]) -> String {
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

/// Neighbours whose topic names the refuted value of the same thing learn which value holds.
fn neighbour_updates(
    language: Language,
    order: &[&NodeWithNeighbours],
    refuted: &Refuted,
) -> BTreeMap<NodeId, NeighbourUpdate> {
    let (Some(value), Some(held)) = (&refuted.value, &refuted.held) else {
        return BTreeMap::new();
    };
    let subject: BTreeSet<String> = analyze(&refuted.sentence).into_iter().collect();
    let concerned = |neighbour: &&NodeInfo| {
        let terms: BTreeSet<String> = analyze(&neighbour.context).into_iter().collect();
        neighbour.context.contains(value)
            && 2 * terms.intersection(&subject).count() >= subject.len()
    };
    let neighbours = order
        .iter()
        .flat_map(|node| &node.neighbours)
        .filter(concerned);
    neighbours
        .map(|neighbour| {
            let update = NeighbourUpdate {
                context: corrected(language, &neighbour.context, value, held),
                keywords: neighbour.keywords.clone(),
            };
            (neighbour.id.clone(), update)
        })
        .collect()
}

fn corrected(language: Language, context: &str, value: &str, held: &str) -> String {
    match language {
        Language::English => format!("{context} (validated: {held}, not {value})"),
        Language::Chinese => format!("{context}（经验证：{held}，而非 {value}）"),
    }
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

    fn node(id: &str, summary: &str, keywords: &[&str]) -> NodeWithNeighbours {
        let info = |id: &str, text: &str| NodeInfo {
            id: NodeId::from(id),
            summary: text.to_owned(),
            context: text.to_owned(),
            keywords: keywords.iter().map(|word| (*word).to_owned()).collect(),
            trust: Trust::Given,
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
                about: None,
                decided: Vec::new(),
            },
        };
        integrate(Language::English, &input)
    }

    #[test]
    fn mb_11_what_was_validated_comes_first_and_the_other_is_marked() {
        let merged = merge(Verdict::Supported {
            node: NodeId::from("b"),
        });
        assert_eq!(
            merged.merged_node.summary,
            "The bridge was completed in 1937.\n(refuted) The bridge was completed in 1932."
        );
        assert_eq!(merged.merged_node.keywords, ["Bridges", "river", "steel"]);
        assert_eq!(
            merged.merged_node.context,
            "The bridge was completed in 1937."
        );
    }

    #[test]
    fn mb_11_only_neighbours_that_name_the_refuted_value_change() {
        let updates = merge(Verdict::Supported {
            node: NodeId::from("b"),
        })
        .neighbour_updates;
        assert_eq!(
            updates.keys().map(NodeId::as_str).collect::<Vec<_>>(),
            ["n1"]
        );
        assert!(merge(Verdict::Inconclusive).neighbour_updates.is_empty());
    }

    #[test]
    fn mb_11_an_open_dispute_keeps_both_sides() {
        let summary = merge(Verdict::Inconclusive).merged_node.summary;
        assert!(summary.contains("1932") && summary.contains("1937"));
        assert!(!summary.contains("refuted"));
    }
}
