//! Trust and rulings of a memory after every operation.

#![allow(
    clippy::unwrap_used,
    reason = "the helpers of tests may fail as the tests do"
)]

mod support;

use amb_memory::task::*;
use support::{bank, entry, event, node};

/// BX-05: a node is trusted no more than the least trusted text that it is made of, whatever was done.
#[test]
fn bx_05_a_node_has_the_least_trust_of_its_lineage() {
    let trust_of =
        |bank: &TaskBank, node: &str| bank.query_graph().node(&node.into()).unwrap().trust;
    let snippet = |id: &str| {
        let mut snippet = entry(id, "words of a snippet", 3);
        snippet.metadata.trust = Trust::Snippet;
        snippet
    };
    let mut bank = bank(&["a", "b", "c", "d"]);
    assert_eq!(trust_of(&bank, "a"), Trust::Given);
    bank.add_entry(&"a".into(), snippet("of a")).unwrap();
    assert_eq!(trust_of(&bank, "a"), Trust::Snippet);
    bank.attach_entry(&"b".into(), &"of a".into()).unwrap();
    assert_eq!(trust_of(&bank, "b"), Trust::Snippet);

    let update = |trust| NodeUpdate {
        context: "new".to_owned(),
        keywords: Vec::new(),
        embedding: None,
        embedding_model: None,
        trust,
    };
    bank.update_node(&"c".into(), update(Trust::FoundPage))
        .unwrap();
    assert_eq!(trust_of(&bank, "c"), Trust::FoundPage);
    bank.update_node(&"c".into(), update(Trust::Given)).unwrap();
    assert_eq!(trust_of(&bank, "c"), Trust::FoundPage, "nothing raises it");

    bank.merge(node("m", "merged", 9), event("1", &["a", "d"], "m"))
        .unwrap();
    assert_eq!(trust_of(&bank, "m"), Trust::Snippet);
    let of_snippet = NewNode {
        node: node("s", "summary of a snippet", 9),
        entry: snippet("of s"),
    };
    bank.add_node_with_entry(of_snippet).unwrap();
    assert_eq!(trust_of(&bank, "s"), Trust::Snippet);
    bank.verify().unwrap();
}

/// BX-04: what validation refuted is on record with the merge, also after further merges.
#[test]
fn bx_04_a_ruling_tells_which_entries_lost() {
    let ruled = |id, merged: &[&str], new, upheld: &str| MergeEvent {
        ruling: Some(Ruling {
            upheld: upheld.into(),
            conflicts: Vec::new(),
            grounds: format!("archive {id}"),
        }),
        ..event(id, merged, new)
    };
    let mut bank = bank(&["a", "b", "c"]);
    let stranger = bank.merge(node("m", "merged", 9), ruled("1", &["a", "b"], "m", "c"));
    assert_eq!(stranger, Err(TaskError::MergeEventMismatch("1".to_owned())));
    bank.merge(node("m", "merged", 9), ruled("1", &["a", "b"], "m", "a"))
        .unwrap();
    bank.merge(node("n", "merged", 9), ruled("2", &["m", "c"], "n", "c"))
        .unwrap();
    let against = |entry: &str| -> Vec<String> {
        let entry = EntryId::from(entry);
        let rulings = bank.interaction_tree().rulings_against(&entry);
        rulings.map(|ruling| ruling.grounds.clone()).collect()
    };
    assert_eq!(against("entry-a"), ["archive 2"]);
    assert_eq!(against("entry-b"), ["archive 1", "archive 2"]);
    assert!(against("entry-c").is_empty());
}
