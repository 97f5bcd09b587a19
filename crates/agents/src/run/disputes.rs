//! Disputes as an answer tells them: each pair of sentences once.

use amb_memory::task::{TaskBank, same_sides};

use crate::engine::EvidencePassage;

/// What the nodes behind these passages are disputed for.
pub(super) fn of_passages(bank: &TaskBank, passages: &[EvidencePassage]) -> Vec<String> {
    let graph = bank.query_graph();
    let mut told: Vec<String> = passages
        .iter()
        .filter_map(|passage| graph.node(&passage.node_id)?.disputed.as_ref())
        .flat_map(|dispute| dispute.description.lines())
        .map(str::to_owned)
        .collect();
    told.sort();
    told_once(&told)
}

/// Each of these disputes once, whichever of its sides stands first.
pub(super) fn told_once(disputes: &[String]) -> Vec<String> {
    let mut once: Vec<String> = Vec::new();
    for dispute in disputes {
        if !once.iter().any(|told| same_sides(told, dispute)) {
            once.push(dispute.clone());
        }
    }
    once
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_of_sentences_is_told_once_whichever_stands_first() {
        let told = [
            "“The toll is 5.” stands against “The toll is 7.”",
            "“The toll is 7.” stands against “The toll is 5.”",
            "“The toll is 7.” stands against “The toll is 9.”",
            "“过路费五元。”与“过路费七元。”相矛盾",
            "“过路费七元。”与“过路费五元。”相矛盾",
        ];
        let told = told_once(&told.map(str::to_owned));
        assert_eq!(told.len(), 3, "{told:?}");
    }
}
