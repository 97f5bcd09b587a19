//! A change set is applied whole or not at all (AF-09).

use crate::driver::*;
use amb_memory::hierarchy::*;
use proptest::prelude::*;

/// All that a table holds.
fn snapshot(table: &EntryTable) -> String {
    let newest = ChannelQuery {
        channel: RecallChannel::Temporal,
        search: Search::Newest,
        scope: MemoryScope::default(),
        limit: 1000,
    };
    let ids: Vec<MemoryId> = (0..40)
        .map(|n| format!("m{n:04}").as_str().into())
        .collect();
    let words: Vec<_> = ["tea", "w1", "w2"]
        .map(|word| {
            let search = Search::Keyword {
                text: word.to_owned(),
                terms: vec![word.to_owned()],
            };
            table
                .search(&ChannelQuery {
                    search,
                    ..newest.clone()
                })
                .ids
        })
        .into();
    let forgotten: Vec<_> = table.forgotten().collect();
    format!(
        "{:?}{:?}{words:?}{:?}{:?}",
        table.entries(&ids),
        forgotten,
        table.search(&newest).ids,
        table.state()
    )
}

fn filled() -> Mind {
    let mut mind = Mind::default();
    for n in 0..6 {
        mind.remember(said(&format!("tea w{n}"), NOW + n));
    }
    mind
}

#[test]
fn af_09_a_refused_change_set_changes_nothing() {
    let mut mind = filled();
    let id = |n: u32| MemoryId::from(format!("m{n:04}").as_str());
    mind.table.apply(&forget(&[id(6)], NOW)).unwrap();
    let before = snapshot(&mind.table);
    let good = forget(&[id(1), id(2)], NOW)
        .then(undo_forgetting(&[id(6)]))
        .then(purge(&[id(1)]));
    let bad: [(ChangeSet, HierarchyErrorKind); 6] = [
        (forget(&[id(99)], NOW), HierarchyErrorKind::NotFound),
        (undo_forgetting(&[id(3)]), HierarchyErrorKind::NotFound),
        (purge(&[id(3)]), HierarchyErrorKind::NotFound),
        (
            ChangeSet::from(vec![Change::Insert(Box::new(mind.get(&id(3)).clone()))]),
            HierarchyErrorKind::AlreadyExists,
        ),
        (
            ChangeSet::from(vec![Change::Insert(Box::new(MemoryEntry {
                id: "new".into(),
                ..mind.get(&id(3)).clone()
            }))]),
            HierarchyErrorKind::AlreadyExists,
        ),
        (
            ChangeSet::from(vec![Change::Compress {
                id: id(3),
                summary_id: id(1),
            }]),
            HierarchyErrorKind::NotFound,
        ),
    ];
    for (bad, kind) in bad {
        let refused = mind.table.apply(&good.clone().then(bad)).unwrap_err();
        assert_eq!(refused.kind(), kind);
        assert_eq!(snapshot(&mind.table), before, "{refused}");
    }
    mind.table.apply(&good).unwrap();
    assert_ne!(snapshot(&mind.table), before);
}

#[test]
fn a_change_set_survives_json() {
    let mut mind = filled();
    let (changes, _) = mind.consolidation(NOW + 90 * DAY);
    assert!(!changes.is_empty());
    let json = serde_json::to_string(&changes).unwrap();
    let read: ChangeSet = serde_json::from_str(&json).unwrap();
    assert_eq!(read, changes);
}

#[test]
fn a_corrected_entry_is_found_by_its_new_words() {
    let mut mind = filled();
    let entry = mind.get(&"m0001".into()).corrected("coffee", None).unwrap();
    let replace = ChangeSet::from(vec![Change::Replace(Box::new(entry))]);
    mind.table.apply(&replace).unwrap();
    assert_eq!(mind.ask("coffee"), ["coffee"]);
    assert!(mind.ask("w0").is_empty());
    let same = mind.get(&"m0002".into()).corrected("Coffee", None).unwrap();
    let refused = mind
        .table
        .apply(&ChangeSet::from(vec![Change::Replace(Box::new(same))]));
    assert!(matches!(
        refused,
        Err(HierarchyError::DuplicateContent { .. })
    ));
}

proptest! {
    #[test]
    fn af_09_forgetting_and_undoing_restores_exactly(
        chosen in prop::collection::btree_set(1_u32..=6, 1..6), at: i64,
    ) {
        let mut mind = filled();
        let ids: Vec<MemoryId> = chosen.iter().map(|n| format!("m{n:04}").as_str().into()).collect();
        let before = snapshot(&mind.table);
        mind.table.apply(&forget(&ids, at)).unwrap();
        for id in &ids {
            prop_assert!(mind.table.get(id).is_none());
        }
        prop_assert_eq!(mind.table.forgotten().len(), ids.len());
        mind.table.apply(&undo_forgetting(&ids)).unwrap();
        prop_assert_eq!(snapshot(&mind.table), before);
    }

    #[test]
    fn any_sequence_is_applied_whole_or_not_at_all(
        steps in prop::collection::vec((0_u8..6, 1_u32..8), 1..8),
    ) {
        let mut mind = filled();
        let before = snapshot(&mind.table);
        let change = |(kind, n): &(u8, u32)| {
            let id = MemoryId::from(format!("m{n:04}").as_str());
            match kind {
                0 => Change::touch(id, NOW),
                1 => Change::Forget { id, at: NOW, reason: ForgetReason::Asked },
                2 => Change::Restore { id },
                3 => Change::Purge { id },
                4 => Change::Compress { id, summary_id: "m0001".into() },
                _ => Change::TakeFacts { id },
            }
        };
        let changes = ChangeSet::from(steps.iter().map(change).collect::<Vec<_>>());
        let mut one_by_one = mind.clone();
        let each = changes.changes().iter().try_for_each(|change| {
            one_by_one.table.apply(&ChangeSet::from(vec![change.clone()]))
        });
        let whole = mind.table.apply(&changes);
        prop_assert_eq!(&whole, &each);
        match whole {
            Ok(()) => prop_assert_eq!(snapshot(&mind.table), snapshot(&one_by_one.table)),
            Err(_) => prop_assert_eq!(snapshot(&mind.table), before),
        }
    }
}
