//! Small memories for tests.

use amb_memory::task::*;
use std::collections::BTreeSet;

/// Numbers in a vector.
pub const DIMENSIONS: usize = 4;

/// A node whose first word is its keyword.
pub fn node(id: &str, summary: &str, timestamp: i64) -> QueryGraphNode {
    QueryGraphNode {
        id: id.into(),
        summary: summary.to_owned(),
        context: format!("topic{id}"),
        keywords: vec![summary.split(' ').next().unwrap_or_default().to_owned()],
        embedding: None,
        embedding_model: None,
        timestamp,
        trust: Trust::Given,
        links: BTreeSet::new(),
        disputed: BTreeSet::new(),
    }
}

/// Returns an entry of the user's words.
pub fn entry(id: &str, text: &str, timestamp: i64) -> InteractionEntry {
    InteractionEntry {
        entry_id: id.into(),
        text: text.to_owned(),
        timestamp,
        metadata: EntryMetadata {
            trust: Trust::Given,
            ..EntryMetadata::default()
        },
        attachments: Vec::new(),
    }
}

/// A merge that nothing ruled.
pub fn event(id: &str, merged: &[&str], new: &str) -> MergeEvent {
    MergeEvent {
        event_id: id.to_owned(),
        merged_node_ids: merged.iter().map(|id| NodeId::from(*id)).collect(),
        new_node_id: new.into(),
        timestamp: 9,
        description: "they said the same".to_owned(),
        ruling: None,
    }
}

/// A bank of these nodes, each with an entry of its own: `entry-a` of `a`.
pub fn bank(ids: &[&str]) -> TaskBank {
    let mut bank = TaskBank::new(InsightDoc::new("doc", "What is it?"), DIMENSIONS);
    for (timestamp, id) in (0..).zip(ids) {
        let new = NewNode {
            node: node(id, &format!("summary of {id}"), timestamp),
            entry: entry(&format!("entry-{id}"), &format!("text of {id}"), timestamp),
        };
        bank.add_node_with_entry(new).unwrap();
    }
    bank
}
