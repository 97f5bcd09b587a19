//! Analysis without a language model (BX-01, MB-10): contradiction first, then kinship.

use std::rc::Rc;

use amb_memory::retrieval::analyze;
use amb_memory::task::{Dissent, Quote};
use amb_memory::text::Language;

use super::contradiction::{Contradiction, contradictions, side};
use super::nodes::{ReadNode, ReadNodes};
use super::terms::cosine;
use super::wording::{conflict_reason, related_reason, unrelated_reason};
use crate::protocol::{AnalysisInput, AnalysisOutput, NodeInfo, Relation, Relationship};

/// Likeness of topic sentences from which one shared keyword suffices.
const ALIKE: f32 = 0.35;

/// Conflicts of the new node with the candidates, each with every pair of sentences that makes it; where
/// there is none, the candidates' kinship. A conflict ends the analysis (MB-10): what is disputed is not
/// linked before it is validated, and a merged node is analysed anew.
pub(super) fn analyse(
    language: Language,
    input: &AnalysisInput,
    nodes: &ReadNodes,
) -> AnalysisOutput {
    let new = nodes.read(&input.new_node);
    let candidates = input.candidate_nodes.iter();
    let candidates: Vec<_> = candidates.map(|one| (one, nodes.read(one))).collect();
    let conflicts: Vec<Relationship> = candidates
        .iter()
        .filter_map(|(candidate, read)| {
            let found = contradictions(&new.statements, &read.statements);
            conflicting(language, candidate, &found)
        })
        .collect();
    if !conflicts.is_empty() {
        return AnalysisOutput {
            relationships: conflicts,
        };
    }
    let kinship = |(candidate, read): &(&NodeInfo, Rc<ReadNode>)| {
        kinship(language, (&input.new_node, &new), (candidate, read))
    };
    AnalysisOutput {
        relationships: candidates.iter().map(kinship).collect(),
    }
}

fn conflicting(
    language: Language,
    candidate: &NodeInfo,
    found: &[Contradiction<'_>],
) -> Option<Relationship> {
    let values = found.first()?.values;
    let values = values.map(|(left, right)| (left.written.as_str(), right.written.as_str()));
    Some(Relationship {
        existing_node_id: candidate.id.clone(),
        relation: Relation::Conflict {
            dissents: found.iter().map(|one| dissent(language, one)).collect(),
        },
        reasoning: conflict_reason(language, values),
    })
}

fn dissent(language: Language, found: &Contradiction<'_>) -> Dissent {
    let sides = [found.left, found.right].map(|one| Quote::from(side(one).as_str()));
    Dissent::of(language, sides)
}

fn kinship(
    language: Language,
    (new, own): (&NodeInfo, &ReadNode),
    (candidate, theirs): (&NodeInfo, &ReadNode),
) -> Relationship {
    let shared = shared_keywords(new, theirs);
    let alike = cosine(&own.terms, &theirs.terms) >= ALIKE;
    let related = shared.len() >= 2 || alike && !shared.is_empty();
    let (relation, reasoning) = if related {
        let relation = Relation::Related {
            context_update_new: None,
            context_update_existing: None,
            keywords_update_new: None,
            keywords_update_existing: None,
        };
        (relation, related_reason(language, &shared))
    } else {
        (Relation::Unrelated, unrelated_reason(language))
    };
    Relationship {
        existing_node_id: candidate.id.clone(),
        relation,
        reasoning,
    }
}

/// The new node's keywords that the candidate has too, whatever their inflection.
fn shared_keywords(new: &NodeInfo, candidate: &ReadNode) -> Vec<String> {
    new.keywords
        .iter()
        .filter(|word| candidate.keywords.contains(&analyze(word)))
        .cloned()
        .collect()
}

#[cfg(test)]
mod tests {
    use amb_memory::task::{NodeId, Trust};

    use super::*;

    fn node(id: &str, summary: &str, keywords: &[&str]) -> NodeInfo {
        NodeInfo {
            id: NodeId::from(id),
            summary: summary.to_owned(),
            context: summary.to_owned(),
            keywords: keywords.iter().map(|word| (*word).to_owned()).collect(),
            trust: Trust::Given,
            titles: Vec::new(),
        }
    }

    #[test]
    fn mb_10_a_conflict_is_checked_first_and_ends_the_analysis() {
        let input = AnalysisInput {
            new_node: node("new", "The bridge was completed in 1932.", &["bridge"]),
            candidate_nodes: vec![
                node("a", "The tea is green.", &["tea"]),
                node("b", "The bridge was completed in 1937.", &["bridge"]),
                node("c", "A bridge.", &["bridge"]),
            ],
        };
        let found = analyse(Language::English, &input, &ReadNodes::default()).relationships;
        assert_eq!(found.len(), 1, "kinship is not asked for");
        let Relation::Conflict { dissents } = &found[0].relation else {
            panic!("{found:?}");
        };
        let sides = dissents[0].sides.as_ref().unwrap();
        assert!(sides[0].text.contains("1932") && sides[1].text.contains("1937"));
    }

    #[test]
    fn mb_10_every_contradiction_between_two_nodes_is_described() {
        let toll = |year: &str, crowns: &str| {
            format!("The bridge was completed in {year}. The toll for a cart is {crowns} crowns.")
        };
        let input = AnalysisInput {
            new_node: node("new", &toll("1932", "five"), &["bridge"]),
            candidate_nodes: vec![
                node("a", &toll("1937", "seven"), &["bridge"]),
                node("b", &toll("1938", "five"), &["bridge"]),
            ],
        };
        let found = analyse(Language::English, &input, &ReadNodes::default()).relationships;
        let described: Vec<usize> = found
            .iter()
            .map(|found| match &found.relation {
                Relation::Conflict { dissents } => dissents.len(),
                _ => 0,
            })
            .collect();
        assert_eq!(described, [2, 1]);
    }

    #[test]
    fn mb_10_shared_keywords_relate_and_are_named() {
        let input = AnalysisInput {
            new_node: node("new", "Steel bridges rust.", &["bridges", "steel"]),
            candidate_nodes: vec![node("a", "A bridge of steel.", &["bridge", "steel"])],
        };
        let found = analyse(Language::English, &input, &ReadNodes::default()).relationships;
        assert!(matches!(found[0].relation, Relation::Related { .. }));
        assert_eq!(found[0].reasoning, "Both are about bridges, steel.");
    }

    #[test]
    fn mb_10_nothing_is_unrelated_to_nothing() {
        let input = AnalysisInput {
            new_node: node("new", "", &[]),
            candidate_nodes: vec![node("a", "\0🙂", &[])],
        };
        let found = analyse(Language::Chinese, &input, &ReadNodes::default()).relationships;
        assert_eq!(found[0].relation, Relation::Unrelated);
    }
}
