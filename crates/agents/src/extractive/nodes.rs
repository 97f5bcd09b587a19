//! Nodes as the analysis reads them: each is a candidate many times, and is read once.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use amb_memory::retrieval::analyze;
use amb_memory::task::NodeId;

use super::contradiction::statements_under;
use super::statement::Statement;
use super::terms::{TermCounts, term_counts};
use crate::protocol::NodeInfo;

/// Most nodes that are held; beyond it the oldest are read again.
const MOST: usize = 4096;

/// A node's assertions and terms.
#[derive(Debug)]
pub(super) struct ReadNode {
    info: NodeInfo,
    /// The assertions of its summary, under its titles.
    pub(super) statements: Vec<Statement>,
    /// The terms of its topic sentence.
    pub(super) terms: TermCounts,
    /// The terms of each of its keywords.
    pub(super) keywords: BTreeSet<Vec<String>>,
}

impl ReadNode {
    fn of(info: &NodeInfo) -> Self {
        Self {
            statements: statements_under(&info.titles, &info.summary),
            terms: term_counts(&info.context),
            keywords: info.keywords.iter().map(|word| analyze(word)).collect(),
            info: info.clone(),
        }
    }
}

/// The nodes read last. Identifiers are ordered by when they were made, so the first is the oldest.
#[derive(Debug, Default)]
pub(super) struct ReadNodes(RefCell<BTreeMap<NodeId, Rc<ReadNode>>>);

impl ReadNodes {
    /// Returns what there is to read in a node.
    pub(super) fn read(&self, info: &NodeInfo) -> Rc<ReadNode> {
        let mut held = self.0.borrow_mut();
        if let Some(known) = held.get(&info.id).filter(|known| known.info == *info) {
            return Rc::clone(known);
        }
        let read = Rc::new(ReadNode::of(info));
        held.insert(info.id.clone(), Rc::clone(&read));
        if held.len() > MOST {
            held.pop_first();
        }
        read
    }
}

#[cfg(test)]
mod tests {
    use amb_memory::task::Trust;

    use super::*;

    #[test]
    fn a_changed_node_is_read_anew() {
        let mut info = NodeInfo {
            id: NodeId::from("one"),
            summary: "The bridge was completed in 1932.".to_owned(),
            context: "The bridge".to_owned(),
            keywords: vec!["bridges".to_owned()],
            trust: Trust::Given,
            titles: Vec::new(),
        };
        let nodes = ReadNodes::default();
        let first = nodes.read(&info);
        assert!(Rc::ptr_eq(&first, &nodes.read(&info)));
        info.summary = "The bridge is old.".to_owned();
        assert!(nodes.read(&info).statements[0].values.is_empty());
    }
}
