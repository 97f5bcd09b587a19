//! Invariants after any sequence of operations on task memory.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "the helpers of tests may fail as the tests do"
)]

use amb_memory::retrieval::Query;
use amb_memory::task::*;
use amb_memory::text::{Language, Span};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

const DIMENSIONS: usize = 3;

const LABELS: [Trust; 6] = [
    Trust::Model,
    Trust::Imported,
    Trust::Snippet,
    Trust::FoundPage,
    Trust::NamedPage,
    Trust::Given,
];

/// An operation by small numbers: nodes are named by number, so that operations meet.
#[derive(Debug, Clone)]
enum Operation {
    AddNode {
        node: u8,
        links: Vec<u8>,
        with_entry: bool,
        vector: Option<[i8; 3]>,
    },
    RemoveNode(u8),
    AddEntry {
        node: u8,
        entry: u8,
    },
    AttachEntry {
        node: u8,
        entry: u8,
    },
    Link(u8, u8),
    Unlink(u8, u8),
    Update {
        node: u8,
        vector: Option<[i8; 3]>,
    },
    Merge {
        old: Vec<u8>,
        new: u8,
        links: Vec<u8>,
    },
    Dispute(u8, u8),
    Settle(u8, u8),
    Evidence {
        entry: u8,
        cut: usize,
    },
    Plan(Option<String>),
    Complete(bool),
}

fn operation() -> impl Strategy<Value = Operation> {
    let name = || 0_u8..12;
    let names = || prop::collection::vec(0_u8..12, 0..4);
    let vector = || prop::option::of(any::<[i8; 3]>());
    prop_oneof![
        4 => (name(), names(), any::<bool>(), vector())
            .prop_map(|(node, links, with_entry, vector)| Operation::AddNode { node, links, with_entry, vector }),
        1 => name().prop_map(Operation::RemoveNode),
        2 => (name(), name()).prop_map(|(node, entry)| Operation::AddEntry { node, entry }),
        1 => (name(), name()).prop_map(|(node, entry)| Operation::AttachEntry { node, entry }),
        3 => (name(), name()).prop_map(|(a, b)| Operation::Link(a, b)),
        1 => (name(), name()).prop_map(|(a, b)| Operation::Unlink(a, b)),
        1 => (name(), vector()).prop_map(|(node, vector)| Operation::Update { node, vector }),
        2 => (names(), name(), names()).prop_map(|(old, new, links)| Operation::Merge { old, new, links }),
        2 => (name(), name()).prop_map(|(a, b)| Operation::Dispute(a, b)),
        1 => (name(), name()).prop_map(|(a, b)| Operation::Settle(a, b)),
        1 => (name(), 0_usize..40).prop_map(|(entry, cut)| Operation::Evidence { entry, cut }),
        1 => prop::option::of("\\PC{0,8}").prop_map(Operation::Plan),
        1 => any::<bool>().prop_map(Operation::Complete),
    ]
}

fn node_id(number: u8) -> NodeId {
    format!("node-{number}").into()
}

fn entry_id(number: u8) -> EntryId {
    format!("entry-{number}").into()
}

fn floats(vector: Option<[i8; 3]>) -> Option<Vec<f32>> {
    vector.map(|numbers| numbers.iter().map(|n| f32::from(*n)).collect())
}

fn node(number: u8, links: &[u8], vector: Option<[i8; 3]>) -> QueryGraphNode {
    QueryGraphNode {
        id: node_id(number),
        summary: format!("summary {number}"),
        context: String::new(),
        keywords: vec!["word".to_owned(), number.to_string()],
        embedding: floats(vector),
        embedding_model: vector.map(|_| "model".to_owned()),
        timestamp: i64::from(number % 5),
        trust: LABELS[usize::from(number / 2) % LABELS.len()],
        links: links.iter().map(|link| node_id(*link)).collect(),
        disputed: BTreeSet::new(),
    }
}

fn entry(number: u8) -> InteractionEntry {
    let text = format!("Text of entry {number}。全文，一字不差。\0\"");
    InteractionEntry {
        entry_id: entry_id(number),
        timestamp: -i64::from(number),
        metadata: EntryMetadata {
            source: Some(SourceRef::new("d", Span::new(5, 5 + text.len()), 3)),
            trust: LABELS[usize::from(number) % LABELS.len()],
            structure: None,
            tool_calls: vec![ToolCall {
                name: "visit".to_owned(),
                arguments: "{}".to_owned(),
            }],
            other: BTreeMap::from([("k".to_owned(), "v".to_owned())]),
        },
        text,
        attachments: vec![Attachment {
            id: "a".to_owned(),
            r#type: AttachmentType::Code,
            content: "out/log.txt".to_owned(),
        }],
    }
}

/// Returns the end of the document's entries, in bytes and characters.
fn end(bank: &TaskBank) -> (usize, usize) {
    let ends = bank.interaction_tree().entries().map(|entry| {
        let source = entry.metadata.source.as_ref().unwrap();
        let chars = source.chars_before + entry.text.chars().count();
        (source.span.end, chars)
    });
    ends.max().unwrap_or_default()
}

fn event(step: usize, old: &[u8], new: u8) -> MergeEvent {
    MergeEvent {
        event_id: step.to_string(),
        merged_node_ids: old.iter().map(|old| node_id(*old)).collect(),
        new_node_id: node_id(new),
        timestamp: 3,
        description: String::new(),
        ruling: None,
    }
}

fn apply(bank: &mut TaskBank, step: usize, operation: &Operation) -> Result<(), TaskError> {
    match operation.clone() {
        Operation::AddNode {
            node: number,
            links,
            with_entry: false,
            vector,
        } => bank.add_node(node(number, &links, vector)),
        Operation::AddNode {
            node: number,
            links,
            with_entry: true,
            vector,
        } => bank.add_node_with_entry(NewNode {
            node: node(number, &links, vector),
            entry: entry(number),
        }),
        Operation::RemoveNode(number) => bank.remove_node(&node_id(number)).map(drop),
        Operation::AddEntry {
            node,
            entry: number,
        } => bank.add_entry(&node_id(node), entry(number)),
        Operation::AttachEntry { node, entry } => {
            bank.attach_entry(&node_id(node), &entry_id(entry))
        }
        Operation::Link(a, b) => bank.link(&node_id(a), &node_id(b)).map(drop),
        Operation::Unlink(a, b) => bank.unlink(&node_id(a), &node_id(b)).map(drop),
        Operation::Update { node, vector } => bank.update_node(&node_id(node), update(vector)),
        Operation::Merge { old, new, links } => {
            bank.merge(node(new, &links, Some([1, 2, 3])), event(step, &old, new))
        }
        Operation::Dispute(a, b) => {
            let sides = [a, b].map(|side| Quote::from(side.to_string().as_str()));
            let dissent = Dissent::of(Language::English, sides);
            bank.dispute([&node_id(a), &node_id(b)], dissent).map(drop)
        }
        Operation::Settle(a, b) => {
            let is_between = |one: &&Conflict| one.is_between(&node_id(a), &node_id(b));
            let known = bank.query_graph().conflicts().find(is_between);
            let id = known.map_or_else(|| ConflictId::from("none"), |one| one.id.clone());
            bank.settle(&id, "").map(drop)
        }
        Operation::Evidence { entry, cut } => bank.add_evidence(&entry_id(entry), passages(cut)),
        Operation::Plan(task) => {
            bank.insight_doc_mut().set_pending(task);
            Ok(())
        }
        Operation::Complete(done) => {
            let status = if done {
                TaskStatus::Succeeded
            } else {
                TaskStatus::Failed
            };
            bank.insight_doc_mut()
                .complete(TaskType::Normal, status, "context")
        }
    }
}

fn update(vector: Option<[i8; 3]>) -> NodeUpdate {
    NodeUpdate {
        context: "updated".to_owned(),
        keywords: Vec::new(),
        embedding: floats(vector),
        embedding_model: None,
        trust: Trust::FoundPage,
    }
}

fn passages(cut: usize) -> Vec<EvidencePassage> {
    let passage = |start, end, vector| EvidencePassage {
        span: Span::new(start, end),
        context: "c".to_owned(),
        vector,
    };
    vec![
        passage(0, cut, Some(vec![1.0, 0.5, 0.0])),
        passage(cut, 40, None),
    ]
}

fn operations() -> impl Strategy<Value = Vec<Operation>> {
    prop::collection::vec(operation(), 0..60)
}

/// The export as it is after an import.
fn as_imported(mut export: TaskExport) -> TaskExport {
    for node in export.query_graph.nodes.values_mut() {
        node.trust = node.trust.min(Trust::Imported);
    }
    for entry in export.interaction_tree.entries.values_mut() {
        entry.metadata.trust = entry.metadata.trust.min(Trust::Imported);
    }
    export
}

fn run(operations: &[Operation]) -> TaskBank {
    let mut bank = TaskBank::new(InsightDoc::new("doc", "goal"), DIMENSIONS);
    for (step, operation) in operations.iter().enumerate() {
        let _ = apply(&mut bank, step, operation);
    }
    bank
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// MB-01 to MB-04: every operation leaves a consistent memory, and a refused one the same memory.
    #[test]
    fn every_operation_keeps_the_layers_consistent(operations in operations()) {
        let mut bank = run(&[]);
        for (step, operation) in operations.iter().enumerate() {
            let before = bank.export();
            if apply(&mut bank, step, operation).is_err() {
                prop_assert_eq!(&before, &bank.export(), "{:?}", operation);
            }
            prop_assert_eq!(bank.verify(), Ok(()), "{:?}", operation);
            prop_assert!(bank.insight_doc().pending_tasks().len() <= 1);
            prop_assert_eq!(bank.interaction_tree().end_of("d"), end(&bank));
            prop_assert_eq!(bank.query_graph().index().len(), bank.query_graph().len());
        }
    }

    /// MB-02, MB-11: what a node disputes with a partner the partner disputes with it, and it tells that and no more.
    #[test]
    fn mb_02_a_dispute_is_told_as_long_as_both_sides_stand(operations in operations()) {
        let bank = run(&operations);
        let graph = bank.query_graph();
        for node in graph.disputed_nodes() {
            for conflict in graph.conflicts_of(node) {
                prop_assert!(conflict.status.is_open());
                let other = graph.node(conflict.other(&node.id).unwrap()).unwrap();
                prop_assert!(other.disputed.contains(&conflict.id));
            }
        }
    }

    /// MB-03: what was entered stays as it was and is reachable from where its node is now.
    #[test]
    fn history_only_grows(operations in operations()) {
        let mut bank = run(&[]);
        let mut known: BTreeMap<EntryId, (InteractionEntry, BTreeSet<NodeId>)> = BTreeMap::new();
        for (step, operation) in operations.iter().enumerate() {
            let events = bank.interaction_tree().merge_events().to_vec();
            let _ = apply(&mut bank, step, operation);
            let tree = bank.interaction_tree();
            prop_assert!(tree.merge_events().starts_with(&events));
            for (id, (entry, nodes)) in &known {
                prop_assert_eq!(tree.entry(id), Some(entry));
                for node in nodes {
                    let now = tree.current_node(node);
                    prop_assert!(bank.query_graph().contains(now));
                    prop_assert!(tree.entries_of(now).iter().any(|other| other.entry_id == *id));
                }
            }
            for entry in tree.entries() {
                let nodes = tree.nodes_of(&entry.entry_id).cloned().collect();
                known.insert(entry.entry_id.clone(), (entry.clone(), nodes));
            }
        }
    }

    /// BX-05: no operation raises a label, and a merged node has at most those of the old ones.
    #[test]
    fn no_label_goes_up(operations in operations()) {
        let mut bank = run(&[]);
        for (step, operation) in operations.iter().enumerate() {
            let before: BTreeMap<NodeId, Trust> =
                bank.query_graph().nodes().map(|node| (node.id.clone(), node.trust)).collect();
            let merges = bank.interaction_tree().merge_events().len();
            let _ = apply(&mut bank, step, operation);
            if matches!(operation, Operation::RemoveNode(_) | Operation::AddNode { .. }) {
                continue;
            }
            let graph = bank.query_graph();
            for (id, trust) in &before {
                prop_assert!(graph.node(id).is_none_or(|node| node.trust <= *trust));
            }
            for event in bank.interaction_tree().merge_events().iter().skip(merges) {
                let merged = graph.node(&event.new_node_id).unwrap();
                prop_assert!(event.merged_node_ids.iter().all(|old| merged.trust <= before[old]));
            }
        }
    }

    /// An exported memory comes back the same, byte for byte but for its labels, and finds the same.
    #[test]
    fn export_and_import_lose_nothing(operations in operations()) {
        let bank = run(&operations);
        let json = serde_json::to_string(&bank.export()).unwrap();
        let imported = TaskBank::import(&json).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(imported.export(), as_imported(bank.export()));
        let again = serde_json::to_string(&imported.export()).unwrap();
        let twice = TaskBank::import(&again).unwrap().export();
        prop_assert_eq!(serde_json::to_string(&twice).unwrap(), again);
        prop_assert_eq!(imported.verify(), Ok(()));
        prop_assert_eq!(imported.interaction_tree().end_of("d"), end(&bank));
        let query = Query { vector: Some(&[1.0, 0.0, 0.0]), ..Query::new("word 3") };
        let found = |bank: &TaskBank| -> Vec<(NodeId, Option<f32>)> {
            let recalled = bank.query_graph().retrieve(&query).unwrap();
            recalled.iter().map(|found| (found.node.id.clone(), found.score)).collect()
        };
        prop_assert_eq!(found(&imported), found(&bank));
        let query = Query { vector: Some(&[1.0, 0.0, 0.0]), ..Query::new("entry 3") };
        prop_assert_eq!(imported.evidence().search(&query).unwrap(), bank.evidence().search(&query).unwrap());
    }

    /// Whatever is done to an export's text, importing ends, and never with an inconsistent memory.
    #[test]
    fn a_damaged_export_is_refused_or_consistent(operations in operations(), from in 0_u8..12, to in 0_u8..12, at in 0.0_f64..1.0, kind in 0_u8..4) {
        let json = serde_json::to_string(&run(&operations).export()).unwrap();
        let place = (json.len() as f64 * at) as usize;
        let damaged = match kind {
            0 => json.replacen(&format!("node-{from}\""), &format!("node-{to}\""), 1),
            1 => json.replacen(&format!("entry-{from}\""), &format!("entry-{to}\""), 1),
            2 => json.chars().take(place).collect(),
            _ => json.chars().enumerate().filter(|(index, _)| *index != place).map(|(_, c)| c).collect(),
        };
        if let Ok(bank) = TaskBank::import(&damaged) {
            prop_assert_eq!(bank.verify(), Ok(()));
        }
    }
}
