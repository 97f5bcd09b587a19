//! Entries are inserted and changed, and the state beside them.

use amb_memory::hierarchy::{
    Change, ContentHash, ForgetReason, MAX_CONTENT_CHARS, MemoryEntry, Speaker,
};
use amb_memory::task::Trust;

use super::super::place::Place;
use super::super::texts::HOSTILE;
use super::samples::{core, embedded, made_of, memories, said};
use super::sight::sight;
use super::twins::{Twins, insert, replace};
use crate::long_term::HierarchyStore;

pub async fn nothing_is_remembered_at_first(place: &impl Place<dyn HierarchyStore>) {
    let twins = Twins::of(place).await;
    twins.are_alike().await;
    let before = twins.look_alike().await;
    twins.change(Vec::new()).await;
    assert_eq!(twins.look_alike().await, before);
    assert_eq!(twins.store.search(&[]).await, Ok(Vec::new()));
}

pub async fn memories_of_all_kinds_are_kept(place: &impl Place<dyn HierarchyStore>) {
    let twins = Twins::of(place).await;
    for entry in memories() {
        twins.change(vec![insert(entry)]).await;
    }
    twins.are_alike().await;
    let names: Vec<_> = memories().into_iter().map(|entry| entry.id).collect();
    let kept = twins.store.entries(&names).await.unwrap();
    assert_eq!(kept, memories());
}

pub async fn an_entry_becomes_another(place: &impl Place<dyn HierarchyStore>) {
    let twins = Twins::filled(place).await;
    let samples = memories();
    // Other words, then another vector alone, then everything else.
    let corrected = samples[0].corrected("I drink coffee, 咖啡", None).unwrap();
    twins.change(vec![replace(corrected.clone())]).await;
    twins.are_alike().await;
    twins
        .change(vec![replace(embedded(corrected.clone()))])
        .await;
    twins.are_alike().await;
    let changed = MemoryEntry {
        created_at: 1_500,
        last_accessed: 7,
        importance: 0.125,
        access_count: 3,
        related_ids: samples[1].related_ids.clone(),
        source_ids: [samples[1].id.clone()].into(),
        trust: Trust::NamedPage,
        speaker: Speaker::Source,
        facts_taken: true,
        fact: samples[12].fact.clone(),
        ..corrected
    };
    twins.change(vec![replace(changed)]).await;
    twins.are_alike().await;
    // The former words are free, for another in the same change set too.
    let again = said("again", "I drink green tea in the morning");
    let other = said("other", "What was said first");
    let renamed = other.corrected("What was said then", None).unwrap();
    twins
        .change(vec![
            insert(again),
            insert(other),
            replace(renamed),
            insert(said("third", "What was said first")),
        ])
        .await;
    twins.are_alike().await;
    // A summary is removed by replacement, too.
    let alone = MemoryEntry {
        source_ids: Default::default(),
        related_ids: Default::default(),
        embedding: None,
        ..samples[10].clone()
    };
    twins.change(vec![replace(alone)]).await;
    twins.are_alike().await;
}

pub async fn accesses_are_counted(place: &impl Place<dyn HierarchyStore>) {
    let twins = Twins::filled(place).await;
    // A clock that goes backwards, and a count that is full.
    for (id, at, times) in [
        ("m01", 5_000, 1),
        ("m01", 4_000, 7),
        ("m01", i64::MIN, 1),
        ("m06", 1 << 53, 3),
        ("m02", 1_000, 1),
    ] {
        let id = id.into();
        twins.change(vec![Change::Touch { id, at, times }]).await;
    }
    let read = Change::TakeFacts { id: "m02".into() };
    twins.change(vec![read.clone(), read]).await;
    twins.are_alike().await;
    let kept = twins
        .store
        .entries(&["m01".into(), "m06".into()])
        .await
        .unwrap();
    assert_eq!((kept[0].access_count, kept[0].last_accessed), (9, 5_000));
    assert_eq!(kept[1].access_count, u32::MAX);
}

pub async fn the_state_is_kept(place: &impl Place<dyn HierarchyStore>) {
    let twins = Twins::filled(place).await;
    for changes in [
        vec![Change::Accumulate { importance: 0.5 }],
        vec![
            Change::Accumulate { importance: 0.25 },
            Change::Accumulate { importance: -0.5 },
        ],
        vec![Change::Reflect { at: 5, taken: 0.25 }],
        vec![Change::Accumulate { importance: -7.0 }],
        vec![Change::Accumulate { importance: 1e15 }],
        vec![Change::Reflect {
            at: -(1 << 53),
            taken: 2e15,
        }],
        vec![Change::Consolidate { at: 1 << 53 }],
        vec![Change::SetCore(core("tea"))],
        vec![Change::SetCore(core(&HOSTILE.join("\n")))],
        vec![
            Change::Consolidate { at: 3 },
            Change::SetCore(Default::default()),
            Change::Accumulate { importance: 1.5 },
        ],
    ] {
        twins.change(changes).await;
        let state = twins.store.state().await;
        assert_eq!(state, twins.reference.state().await);
    }
    twins.look_alike().await;
}

pub async fn as_much_as_may_be_is_kept(place: &impl Place<dyn HierarchyStore>) {
    let twins = Twins::of(place).await;
    let content = "量子计算 ".repeat(MAX_CONTENT_CHARS / 5);
    let many = |count: usize| (0..count).map(|n| format!("other {n}").as_str().into());
    let large = MemoryEntry {
        related_ids: many(64).collect(),
        source_ids: many(256).collect(),
        content_hash: ContentHash::of(&content),
        content,
        ..embedded(made_of("large", "replaced", &[]))
    };
    let mut changes = vec![insert(large)];
    changes.extend((0..300).map(|n| {
        let content = format!("number {n} of many, 第{n}个");
        insert(said(&format!("other {n}"), &content))
    }));
    twins.change(changes).await;
    twins.are_alike().await;
    let forget = (0..300).step_by(2).map(|n| Change::Forget {
        id: format!("other {n}").as_str().into(),
        at: n,
        reason: ForgetReason::Asked,
    });
    twins.change(forget.collect()).await;
    twins.are_alike().await;
}

pub async fn an_open_store_finds_what_the_former_wrote(place: &impl Place<dyn HierarchyStore>) {
    if !place.outlives_its_stores() {
        return;
    }
    let twins = Twins::filled(place).await;
    twins
        .change(vec![
            Change::SetCore(core("tea")),
            Change::Accumulate { importance: 0.5 },
            Change::Forget {
                id: "m02".into(),
                at: 9,
                reason: ForgetReason::Faded { strength: 0.1 },
            },
        ])
        .await;
    let Twins { store, reference } = twins;
    let written = sight(store.as_ref()).await;
    drop(store);
    let store = place.open().await.expect("it opens again");
    assert_eq!(sight(store.as_ref()).await, written);
    let twins = Twins { store, reference };
    twins
        .change(vec![Change::Restore { id: "m02".into() }])
        .await;
    twins.are_alike().await;
}
