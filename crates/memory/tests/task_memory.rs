//! Task memory, operation by operation.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "the helpers of tests may fail as the tests do"
)]

mod support;

use amb_memory::retrieval::{Query, RetrievalError};
use amb_memory::task::*;
use amb_memory::text::{Language, Span};
use std::collections::BTreeSet;
use support::{DIMENSIONS, bank, entry, event, node};

fn id(id: &str) -> NodeId {
    id.into()
}

fn links(bank: &TaskBank, of: &str) -> Vec<String> {
    let neighbours = bank.query_graph().neighbours(&id(of)).unwrap();
    neighbours
        .into_iter()
        .map(|node| node.id.to_string())
        .collect()
}

/// MB-01
#[test]
fn an_insight_doc_plans_one_step_at_a_time() {
    let mut doc = InsightDoc::new("d", "goal");
    assert_eq!(
        doc.complete(TaskType::Normal, TaskStatus::Failed, ""),
        Err(TaskError::NothingPending)
    );
    doc.set_pending_tasks(vec!["read".to_owned()]).unwrap();
    let two = vec!["a".to_owned(), "b".to_owned()];
    assert_eq!(
        doc.set_pending_tasks(two),
        Err(TaskError::TooManyPendingTasks(2))
    );
    assert_eq!(doc.pending_tasks(), ["read"]);
    doc.complete(
        TaskType::CrossValidate,
        TaskStatus::Succeeded,
        "It was read.",
    )
    .unwrap();
    assert!(doc.is_finished() && doc.pending_tasks().is_empty());
    let [done] = doc.completed_tasks() else {
        panic!("one step is done")
    };
    assert_eq!(
        (done.description.as_str(), done.context.as_str()),
        ("read", "It was read.")
    );
}

/// MB-01: the seed's own JSON (seed 000 §3.1).
#[test]
fn an_insight_doc_is_written_as_in_the_seed() {
    let mut doc = InsightDoc::new("d", "goal");
    doc.set_pending(Some("read".to_owned()));
    doc.complete(TaskType::CrossValidate, TaskStatus::Failed, "c")
        .unwrap();
    doc.set_pending(Some("next".to_owned()));
    let json = serde_json::to_value(&doc).unwrap();
    let expected = serde_json::json!({
        "doc_id": "d", "task_goal": "goal",
        "completed_tasks": [{"type": "CROSS_VALIDATE", "description": "read", "status": "失败", "context": "c"}],
        "pending_tasks": ["next"],
    });
    assert_eq!(json, expected);
    assert_eq!(serde_json::from_value::<InsightDoc>(json).unwrap(), doc);
    let two = r#"{"doc_id":"d","task_goal":"g","completed_tasks":[],"pending_tasks":["a","b"]}"#;
    assert!(serde_json::from_str::<InsightDoc>(two).is_err());
    assert_eq!(
        serde_json::from_str::<TaskStatus>("\"success\"").unwrap(),
        TaskStatus::Succeeded
    );
}

/// MB-02
#[test]
fn links_go_both_ways_and_only_between_nodes_that_exist() {
    let mut bank = bank(&["a", "b", "c"]);
    assert_eq!(bank.link(&id("a"), &id("b")), Ok(true));
    assert_eq!(bank.link(&id("b"), &id("a")), Ok(false));
    assert_eq!(
        (links(&bank, "a"), links(&bank, "b")),
        (vec!["b".into()], vec!["a".into()])
    );
    assert_eq!(
        bank.link(&id("a"), &id("a")),
        Err(TaskError::SelfLink(id("a")))
    );
    assert_eq!(
        bank.link(&id("a"), &id("z")),
        Err(TaskError::UnknownNode(id("z")))
    );
    assert_eq!(bank.unlink(&id("b"), &id("a")), Ok(true));
    assert_eq!(bank.unlink(&id("b"), &id("a")), Ok(false));
    assert!(links(&bank, "a").is_empty());
    bank.verify().unwrap();
}

/// MB-02
#[test]
fn a_node_comes_with_its_links_and_goes_with_them() {
    let mut bank = bank(&["a"]);
    let mut linked = node("b", "linked", 5);
    linked.links.insert(id("a"));
    bank.add_node(linked.clone()).unwrap();
    assert_eq!(links(&bank, "a"), ["b"]);
    assert_eq!(
        bank.add_node(linked),
        Err(TaskError::DuplicateNode(id("b")))
    );
    assert_eq!(bank.remove_node(&id("b")).map(|node| node.id), Ok(id("b")));
    assert!(links(&bank, "a").is_empty());
    let mut dangling = node("c", "dangling", 5);
    dangling.links.insert(id("z"));
    assert_eq!(
        bank.add_node(dangling),
        Err(TaskError::UnknownNode(id("z")))
    );
    bank.verify().unwrap();
}

/// MB-02, MB-07: an update changes what the node is found by.
#[test]
fn an_update_is_indexed() {
    let mut bank = bank(&["a", "b"]);
    let update = NodeUpdate {
        context: "zeppelin".to_owned(),
        keywords: vec!["airship".to_owned()],
        embedding: Some(vec![0.0, 2.0, 0.0, 0.0]),
        embedding_model: Some("m".to_owned()),
        trust: Trust::Given,
    };
    bank.update_node(&id("a"), update.clone()).unwrap();
    let graph = bank.query_graph();
    let found = graph.retrieve(&Query::new("airship")).unwrap();
    assert_eq!(
        found.first().map(|found| found.node.id.clone()),
        Some(id("a"))
    );
    assert!(graph.retrieve(&Query::new("topica")).unwrap().is_empty());
    assert_eq!(
        graph.node(&id("a")).unwrap().embedding,
        Some(vec![0.0, 1.0, 0.0, 0.0])
    );
    let wrong = NodeUpdate {
        embedding: Some(vec![1.0]),
        ..update
    };
    let refused = bank.update_node(&id("a"), wrong).unwrap_err();
    assert!(matches!(
        refused,
        TaskError::Retrieval(RetrievalError::WrongDimensions { .. })
    ));
    assert_eq!(refused.kind(), TaskErrorKind::InvalidInput);
    assert_eq!(
        bank.query_graph().node(&id("a")).unwrap().context,
        "zeppelin"
    );
}

/// MB-03
#[test]
fn entries_are_added_and_never_changed() {
    let mut bank = bank(&["a", "b"]);
    bank.add_entry(&id("a"), entry("second", "later", -1))
        .unwrap();
    let refused = bank.add_entry(&id("b"), entry("second", "other text", 3));
    assert_eq!(refused, Err(TaskError::DuplicateEntry("second".into())));
    assert_eq!(
        bank.add_entry(&id("z"), entry("x", "", 3)),
        Err(TaskError::UnknownNode(id("z")))
    );
    let ids: Vec<_> = bank
        .interaction_tree()
        .entries_of(&id("a"))
        .iter()
        .map(|e| e.text.clone())
        .collect();
    assert_eq!(ids, ["later", "text of a"]);
    assert_eq!(
        bank.remove_node(&id("a")).unwrap_err(),
        TaskError::NodeHasEntries(id("a"))
    );
    bank.attach_entry(&id("b"), &"second".into()).unwrap();
    let owners: Vec<_> = bank
        .nodes_of_entry(&"second".into())
        .map(|node| node.id.to_string())
        .collect();
    assert_eq!(owners, ["a", "b"]);
    bank.verify().unwrap();
}

/// MB-03, MB-12: a chain of merges leaves every entry reachable and links inherited once.
#[test]
fn a_merge_inherits_links_and_entries() {
    let mut bank = bank(&["a", "b", "c", "d"]);
    for (one, other) in [("a", "b"), ("a", "c"), ("b", "c"), ("c", "d")] {
        bank.link(&id(one), &id(other)).unwrap();
    }
    bank.merge(node("ab", "both", 5), event("1", &["a", "b"], "ab"))
        .unwrap();
    bank.verify().unwrap();
    assert_eq!(
        (links(&bank, "ab"), links(&bank, "c")),
        (vec!["c".into()], vec!["ab".into(), "d".into()])
    );
    bank.merge(node("abc", "all", 6), event("2", &["ab", "c"], "abc"))
        .unwrap();
    bank.verify().unwrap();
    assert_eq!(links(&bank, "abc"), ["d"]);
    let tree = bank.interaction_tree();
    let texts: Vec<_> = tree
        .entries_of(&id("abc"))
        .iter()
        .map(|e| e.text.as_str())
        .collect();
    assert_eq!(texts, ["text of a", "text of b", "text of c"]);
    assert_eq!(tree.current_node(&id("a")), &id("abc"));
    assert_eq!(tree.merge_events().len(), 2);
    assert!(
        bank.query_graph()
            .retrieve(&Query::new("topicab"))
            .unwrap()
            .iter()
            .all(|f| f.node.id != id("ab"))
    );
}

/// MB-12
#[test]
fn an_impossible_merge_changes_nothing() {
    let mut bank = bank(&["a", "b"]);
    let before = bank.export();
    let mut misfit = node("n", "new", 5);
    misfit.embedding = Some(vec![f32::NAN; DIMENSIONS]);
    let attempts = [
        (node("n", "new", 5), event("1", &["a", "b"], "m")),
        (node("n", "new", 5), event("1", &[], "n")),
        (node("n", "new", 5), event("1", &["a", "a"], "n")),
        (node("n", "new", 5), event("1", &["a", "z"], "n")),
        (node("a", "new", 5), event("1", &["a", "b"], "a")),
        (node("b", "new", 5), event("1", &["a"], "b")),
        (misfit, event("1", &["a", "b"], "n")),
    ];
    for (new, event) in attempts {
        bank.merge(new, event.clone())
            .expect_err(&format!("{event:?}"));
        assert_eq!(bank.export(), before);
    }
    bank.merge(node("n", "new", 5), event("1", &["a", "b"], "n"))
        .unwrap();
    assert_eq!(
        bank.add_node(node("a", "again", 7)),
        Err(TaskError::DuplicateNode(id("a")))
    );
}

/// MB-04
#[test]
fn attachments_are_references() {
    let mut bank = bank(&["a"]);
    let attached = |content: &str| InteractionEntry {
        attachments: vec![Attachment {
            id: "p".into(),
            r#type: AttachmentType::Image,
            content: content.into(),
        }],
        ..entry("e", "a picture", 1)
    };
    for content in [
        "",
        "data:image/png;base64,AAAA",
        "DATA:,x",
        "two\nlines",
        &"x".repeat(5000),
    ] {
        let refused = bank.add_entry(&id("a"), attached(content));
        assert_eq!(
            refused,
            Err(TaskError::AttachmentByContent("p".into())),
            "{content}"
        );
    }
    bank.add_entry(&id("a"), attached("sha256:2f")).unwrap();
}

/// MB-06
#[test]
fn retrieval_brings_neighbours_newest_first_and_respects_exclusion() {
    let mut bank = bank(&["a", "b", "c", "d"]);
    let graph = bank.query_graph();
    assert!(
        QueryGraph::new(DIMENSIONS)
            .retrieve(&Query::new("a"))
            .unwrap()
            .is_empty()
    );
    assert!(
        graph
            .retrieve(&Query::new("nothing matches this"))
            .unwrap()
            .is_empty()
    );
    bank.add_node(node("needle", "zeppelin flight", 1)).unwrap();
    bank.link(&id("needle"), &id("d")).unwrap();
    bank.link(&id("needle"), &id("a")).unwrap();
    let found = bank
        .query_graph()
        .retrieve(&Query::new("zeppelin"))
        .unwrap();
    let told: Vec<_> = found
        .iter()
        .map(|f| (f.node.id.as_str(), f.is_neighbour, f.score.is_some()))
        .collect();
    assert_eq!(
        told,
        [
            ("d", true, false),
            ("needle", false, true),
            ("a", true, false)
        ]
    );
    let exclude = BTreeSet::from([id("d")]);
    let query = Query {
        exclude: Some(&exclude),
        ..Query::new("zeppelin")
    };
    let found = bank.query_graph().retrieve(&query).unwrap();
    assert!(found.iter().all(|f| f.node.id != id("d")) && found.len() == 2);
}

fn sides(one: &str, other: &str) -> Dissent {
    Dissent::of(Language::English, [one, other].map(Quote::from))
}

/// Returns the other node of each of a node's conflicts, and the text of its left side.
fn disputes(bank: &TaskBank, of: &str) -> Vec<(String, String)> {
    let graph = bank.query_graph();
    let node = graph.node(&id(of)).unwrap();
    let conflicts = graph.conflicts_of(node);
    let told = conflicts.map(|one| {
        let [left, _] = one.dissent.sides.clone().unwrap();
        (one.other(&node.id).unwrap().to_string(), left.text)
    });
    told.collect()
}

/// MB-02
#[test]
fn disputes_are_mutual_and_follow_merges() {
    let mut bank = bank(&["a", "b", "c"]);
    let (a, b, c) = (id("a"), id("b"), id("c"));
    let when = bank.dispute([&a, &b], sides("1904", "1911")).unwrap();
    let again = bank.dispute([&b, &a], sides("1911", "1904")).unwrap();
    assert_eq!(again, when, "whoever is first");
    let place = bank.dispute([&b, &c], sides("here", "there")).unwrap();
    bank.verify().unwrap();
    let of = |with: &str, told: &str| (with.to_owned(), told.to_owned());
    assert_eq!(disputes(&bank, "b"), [of("a", "1904"), of("c", "here")]);
    bank.merge(node("ab", "both", 4), event("1", &["a", "b"], "ab"))
        .unwrap();
    bank.verify().unwrap();
    assert_eq!(disputes(&bank, "ab"), [of("c", "here")]);
    assert_eq!(disputes(&bank, "c"), [of("ab", "here")]);
    let settled = bank.query_graph().conflict(&when).unwrap();
    assert_eq!(settled.status, ConflictStatus::Settled);
    assert_eq!(bank.settle(&place, "Both hold."), Ok(true));
    assert_eq!(bank.settle(&place, ""), Ok(false));
    let unknown = ConflictId::from("c9");
    let refused = Err(TaskError::UnknownConflict(unknown.clone()));
    assert_eq!(bank.settle(&unknown, ""), refused);
    assert_eq!(bank.query_graph().disputed_nodes().count(), 0);
    assert_eq!(
        bank.query_graph().conflicts().count(),
        2,
        "what is over is kept"
    );
    bank.verify().unwrap();
}

/// MB-11, MB-12: a merged node is disputed for what its parts were, and once for what both were.
#[test]
fn mb_11_a_dispute_tells_what_is_open() {
    let mut bank = bank(&["a", "b", "c", "d"]);
    for (one, other, left, right) in [
        ("a", "b", "1904", "1911"),
        ("a", "c", "12", "14"),
        ("b", "c", "12", "14"),
        ("b", "d", "open", "closed"),
    ] {
        bank.dispute([&id(one), &id(other)], sides(left, right))
            .unwrap();
    }
    let first = ConflictId::from("c1");
    let mut event = event("1", &["a", "b"], "ab");
    event.ruling = Some(Ruling {
        upheld: id("b"),
        conflicts: vec![first.clone()],
        grounds: "The archive.".to_owned(),
    });
    bank.merge(node("ab", "both", 5), event).unwrap();
    bank.verify().unwrap();
    let decided = bank.query_graph().conflict(&first).unwrap();
    assert_eq!(decided.status, ConflictStatus::Refuted);
    assert_eq!(decided.refuted().unwrap().text, "1904");
    let told: Vec<String> = disputes(&bank, "ab")
        .into_iter()
        .map(|(_, left)| left)
        .collect();
    assert_eq!(told, ["12", "open"]);
    bank.add_node(node("e", "another", 6)).unwrap();
    bank.dispute([&id("ab"), &id("e")], sides("5 m", "7 m"))
        .unwrap();
    bank.remove_node(&id("e")).unwrap();
    assert_eq!(disputes(&bank, "ab").len(), 2);
    bank.verify().unwrap();
}

/// MB-02, MB-12: why a dispute could not be decided is kept, and written out.
#[test]
fn a_dispute_keeps_why_it_could_not_be_decided() {
    let mut bank = bank(&["a", "b"]);
    let conflict = bank.dispute([&id("a"), &id("b")], sides("1", "2")).unwrap();
    bank.leave_undecided(&conflict, "Both are wrong.").unwrap();
    let known = bank.query_graph().conflict(&conflict).unwrap();
    assert_eq!(known.status, ConflictStatus::Undecided);
    assert_eq!(known.grounds, "Both are wrong.");
    let json = export_json(&bank.export()).unwrap();
    let again = TaskBank::import(&json).unwrap();
    assert_eq!(again.query_graph().conflict(&conflict), Some(known));
}

#[test]
fn evidence_is_found_in_place() {
    let mut bank = bank(&["a"]);
    let text = "The zeppelin flew. 飞艇着陆了。";
    bank.add_entry(&id("a"), entry("e", text, 2)).unwrap();
    let cut = text.find('飞').unwrap();
    let passage = |start, end| EvidencePassage {
        span: Span::new(start, end),
        context: "Airships".into(),
        vector: None,
    };
    let entry_id: EntryId = "e".into();
    let inside = bank.add_evidence(&entry_id, vec![passage(0, cut + 1)]);
    assert_eq!(
        inside,
        Err(TaskError::PassageOutsideEntry {
            entry: entry_id.clone(),
            index: 0
        })
    );
    bank.add_evidence(&entry_id, vec![passage(0, cut), passage(cut, text.len())])
        .unwrap();
    let hits = bank.evidence().search(&Query::new("飞艇")).unwrap();
    let found = hits.first().unwrap();
    assert_eq!((found.id.index, found.span.of(text)), (1, "飞艇着陆了。"));
    assert_eq!(
        bank.evidence()
            .search(&Query::new("airships"))
            .unwrap()
            .len(),
        2
    );
    let vector = EvidencePassage {
        vector: Some(vec![1.0]),
        ..passage(0, cut)
    };
    assert!(bank.add_evidence(&entry_id, vec![vector]).is_err());
    assert_eq!(bank.evidence().len(), 2);
    bank.add_evidence(&entry_id, vec![passage(0, cut)]).unwrap();
    assert_eq!(bank.evidence().len(), 1);
    assert_eq!(
        bank.add_evidence(&"z".into(), vec![]),
        Err(TaskError::UnknownEntry("z".into()))
    );
}
