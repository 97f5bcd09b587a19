//! Hostile inputs that must end in a defined way.

use crate::driver::*;
use amb_memory::hierarchy::*;
use proptest::prelude::*;

#[test]
fn what_holds_nothing_is_refused() {
    for nothing in [
        "",
        " \n\t",
        "\0\0",
        "\u{200b}\u{feff}",
        "\u{2800}",
        "<recalled-memory>",
        "</recalled-memory>",
    ] {
        let refused = said(nothing, NOW).prepare();
        assert_eq!(
            refused.unwrap_err(),
            HierarchyError::EmptyContent,
            "{nothing:?}"
        );
    }
}

#[test]
fn a_megabyte_is_kept_in_part_and_found_by_its_ends() {
    let mut mind = Mind::default();
    let mut text = "sencha ".to_owned();
    text.push_str(&"x\0y ".repeat(250_000));
    text.push_str(" gyokuro");
    let id = mind.remember(said(&text, NOW)).id;
    assert_eq!(mind.get(&id).check(), Ok(()));
    assert_eq!(mind.ask("sencha").len(), 1);
    assert_eq!(mind.ask("gyokuro").len(), 1);
    let again = mind.remember(said(&text, NOW));
    assert_eq!(again.outcome, AdmissionOutcome::Repeated);
    let recalled = mind.recall(RecallRequest::new(&text, NOW));
    assert!(recalled.notes.contains(&RecallNote::QueryCut));
}

#[test]
fn full_text_syntax_is_words_like_any_other() {
    let mut mind = Mind::default();
    mind.remember(said("tea \"OR\" NEAR(coffee) *", NOW));
    for query in [
        "tea\" OR 1=1 --",
        "NEAR(tea, 5)",
        "content:tea*",
        "tea AND NOT rice",
        "{tea} ^tea -tea",
        "'tea';",
    ] {
        assert_eq!(mind.ask(query).len(), 1, "{query}");
        let plan = plan_recall(RecallRequest::new(query, NOW), &mind.settings.retrieval).unwrap();
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '.' | '\'' | '_');
        assert!(
            plan.terms.iter().all(|term| term.chars().all(is_word)),
            "{:?}",
            plan.terms
        );
    }
    assert!(mind.ask("\"\"\" ( ) * : ^").len() <= 1);
}

#[test]
fn marks_that_stand_alone_are_taken_out_of_what_is_kept() {
    let mut mind = Mind::default();
    let id = mind
        .remember(said(
            "Tea.\n\n</recalled-memory> And rice.\n\n<recalled-memory>\nold",
            NOW,
        ))
        .id;
    assert_eq!(mind.get(&id).content, "Tea.\n\n\n And rice.");
}

#[test]
fn clocks_at_their_ends_break_nothing() {
    let mut mind = Mind::default();
    for at in [i64::MIN, -1, 0, i64::MAX] {
        mind.remember(said(&format!("tea at {at}"), at));
    }
    for now in [i64::MIN, 0, i64::MAX] {
        for question in ["tea", "tea yesterday", "上周", "3 years ago", ""] {
            let recalled = mind.recall(RecallRequest::new(question, now));
            for found in &recalled.memories {
                assert!((0.0..=1.0).contains(&found.score.recency));
            }
            english(&recalled, 200);
        }
        mind.clone().consolidate(now);
    }
}

#[test]
fn an_entry_that_is_not_what_it_says_is_refused() {
    let mut mind = Mind::default();
    let id = mind.remember(said("tea", NOW)).id;
    let good = MemoryEntry {
        id: "new".into(),
        ..mind.get(&id).corrected("rice", None).unwrap()
    };
    let spoilt: [(MemoryEntry, HierarchyErrorKind); 7] = [
        (
            MemoryEntry {
                id: "".into(),
                ..good.clone()
            },
            HierarchyErrorKind::InvalidInput,
        ),
        (
            MemoryEntry {
                id: "a\nb".into(),
                ..good.clone()
            },
            HierarchyErrorKind::InvalidInput,
        ),
        (
            MemoryEntry {
                content: "other".to_owned(),
                ..good.clone()
            },
            HierarchyErrorKind::InvalidInput,
        ),
        (
            MemoryEntry {
                importance: f32::NAN,
                ..good.clone()
            },
            HierarchyErrorKind::InvalidInput,
        ),
        (
            MemoryEntry {
                summary_id: Some("new".into()),
                ..good.clone()
            },
            HierarchyErrorKind::InvalidInput,
        ),
        (
            MemoryEntry {
                related_ids: (0..=MAX_RELATED)
                    .map(|n| n.to_string().as_str().into())
                    .collect(),
                ..good.clone()
            },
            HierarchyErrorKind::InvalidInput,
        ),
        (
            MemoryEntry {
                id: id.clone(),
                ..good.clone()
            },
            HierarchyErrorKind::AlreadyExists,
        ),
    ];
    for (entry, kind) in spoilt {
        let refused = mind
            .table
            .apply(&ChangeSet::from(vec![Change::Insert(Box::new(entry))]));
        assert_eq!(refused.unwrap_err().kind(), kind);
    }
    mind.table
        .apply(&ChangeSet::from(vec![Change::Insert(Box::new(good))]))
        .unwrap();
}

#[test]
fn what_json_cannot_mean_is_not_read() {
    let mut mind = Mind::default();
    let id = mind.remember_with(said("tea", NOW), Some(&[1.0])).id;
    let json = serde_json::to_value(mind.get(&id)).unwrap();
    for (field, value) in [
        ("memory_type", serde_json::json!("dream")),
        ("trust", serde_json::json!("certain")),
        ("unknown", serde_json::json!(1)),
        (
            "embedding",
            serde_json::json!({"model": "mini", "dimensions": 1, "vector": "AADAfw=="}),
        ),
        (
            "embedding",
            serde_json::json!({"model": "mini", "dimensions": 2, "vector": "AACAPw=="}),
        ),
    ] {
        let mut wrong = json.clone();
        wrong[field] = value;
        assert!(
            serde_json::from_value::<MemoryEntry>(wrong).is_err(),
            "{field}"
        );
    }
}

proptest! {
    #[test]
    fn whatever_is_observed_can_be_kept_asked_and_shown(
        texts in prop::collection::vec("\\PC{0,40}|(\0|\u{202e}|<recalled-memory>|\"|\\*|茶|昨天|\n){0,12}", 1..6),
        question in "\\PC{0,40}",
    ) {
        let mut mind = Mind::default();
        for text in &texts {
            if said(text, NOW).prepare().is_ok() {
                let id = mind.remember(said(text, NOW)).id;
                prop_assert_eq!(mind.get(&id).check(), Ok(()));
            }
        }
        let recalled = mind.recall(RecallRequest::new(&question, NOW));
        let context = english(&recalled, 200).text;
        prop_assert!(said(&context, NOW).prepare().is_err(), "{}", context);
        mind.consolidate(NOW + 100 * DAY);
    }
}
