//! Disputes as an answer tells them: each pair of sentences once.

use std::collections::BTreeSet;

use amb_memory::task::{Conflict, ConflictId, TaskBank};

use crate::protocol::{AnswerDispute, EvidencePassage};

/// Returns the disputes of the nodes behind these passages.
pub(super) fn of_passages(bank: &TaskBank, passages: &[EvidencePassage]) -> Vec<AnswerDispute> {
    let graph = bank.query_graph();
    let nodes = passages.iter().filter_map(|one| graph.node(&one.node_id));
    let ids: BTreeSet<&ConflictId> = nodes.flat_map(|node| &node.disputed).collect();
    let conflicts = ids.into_iter().filter_map(|id| graph.conflict(id));
    told_once(conflicts.map(AnswerDispute::from).collect())
}

/// The conflicts of a memory that are over.
pub(super) fn closed(bank: &TaskBank) -> Vec<Conflict> {
    let conflicts = bank.query_graph().conflicts();
    let closed = conflicts.filter(|conflict| !conflict.status.is_open());
    closed.cloned().collect()
}

/// Each of these disputes once, whichever of its sides stands first; a refutation beside what was open before.
pub(super) fn told_once(mut disputes: Vec<AnswerDispute>) -> Vec<AnswerDispute> {
    let mut told = BTreeSet::new();
    disputes.retain(|dispute| {
        let is_open = dispute.status.is_open();
        let sentence = (!is_open).then(|| dispute.description.clone());
        told.insert((sentence, dispute.dissent().key().map(str::to_owned)))
    });
    disputes
}

#[cfg(test)]
mod tests {
    use amb_memory::task::{Dissent, Quote};
    use amb_memory::text::Language;

    use super::*;

    #[test]
    fn a_pair_of_sentences_is_told_once_whichever_stands_first() {
        let told = [
            ["The toll is 5.", "The toll is 7."],
            ["The toll is 7.", "The toll is 5."],
            ["The toll is 7.", "The toll is 9."],
        ];
        let told = told.map(|sides| {
            AnswerDispute::open(Dissent::of(Language::English, sides.map(Quote::from)))
        });
        assert_eq!(told_once(told.to_vec()).len(), 2);
    }
}
