//! Refused changes, which leave everything unchanged.

use amb_memory::hierarchy::{
    Change, ChangeSet, ContentHash, Fact, ForgetReason, MAX_CONTENT_CHARS, MemoryEntry,
};

use super::super::place::Place;
use super::samples::{core, embedded, fact, ids, made_of, memories, said};
use super::twins::{Twins, insert, replace};
use crate::long_term::HierarchyStore;

fn forget(id: &str) -> Change {
    Change::Forget {
        id: id.into(),
        at: 5_000,
        reason: ForgetReason::Asked,
    }
}

fn restore(id: &str) -> Change {
    Change::Restore { id: id.into() }
}

fn purge(id: &str) -> Change {
    Change::Purge { id: id.into() }
}

fn require(id: &str) -> Change {
    Change::Require { id: id.into() }
}

fn compress(id: &str, summary: &str) -> Change {
    Change::Compress {
        id: id.into(),
        summary_id: summary.into(),
    }
}

/// Returns one of each kind of change, which all succeed on the prepared store.
fn good() -> Vec<Change> {
    let corrected = memories()[1]
        .corrected("The tower is higher", None)
        .unwrap();
    vec![
        insert(embedded(said("new", "Brand new tea"))),
        insert(made_of("summary", "In short", &["m03", "m04"])),
        compress("m03", "summary"),
        replace(corrected),
        Change::touch("m04".into(), 9_000),
        Change::TakeFacts { id: "m05".into() },
        forget("m07"),
        restore("away"),
        purge("gone"),
        require("summary"),
        Change::Accumulate { importance: 0.5 },
        Change::Reflect { at: 3, taken: 0.25 },
        Change::Consolidate { at: 4 },
        Change::SetCore(core("other")),
        // Among them changes that undo and redo.
        forget("new"),
        purge("new"),
        insert(said("new", "Brand new tea")),
        forget("m08"),
        restore("m08"),
    ]
}

fn bad() -> Vec<Change> {
    let sample = |at: usize| memories()[at].clone();
    let with = |change: fn(&mut MemoryEntry)| {
        let mut entry = said("bad", "Something else");
        change(&mut entry);
        insert(entry)
    };
    vec![
        // The id is taken by a remembered entry, a forgotten one, or one of the same change set.
        insert(said("m01", "Something else")),
        insert(said("m07", "Something else")),
        insert(said("summary", "Something else")),
        // The content is taken by a remembered one, a forgotten one, in another spelling.
        insert(said("bad", "I DRINK green tea  in the morning")),
        insert(said("bad", &sample(6).content)),
        replace(sample(0).corrected("brand NEW tea", None).unwrap()),
        replace(said("nobody", "Brand new tea")),
        // The entry does not exist, or not in that state.
        replace(said("nobody", "Something else")),
        replace(sample(6)),
        Change::touch("m07".into(), 1),
        Change::TakeFacts {
            id: "nobody".into(),
        },
        require("nobody"),
        require("m07"),
        require("gone"),
        forget("m07"),
        restore("m01"),
        restore("gone"),
        purge("m01"),
        purge("gone"),
        compress("m01", "m01"),
        compress("m01", "nobody"),
        compress("nobody", "neither"),
        compress("nobody", "m01"),
        compress("m01", "m07"),
        // The entry is invalid.
        with(|entry| entry.id = "".into()),
        with(|entry| entry.id = "line\nbreak".into()),
        with(|entry| entry.content = " \u{200b}".to_owned()),
        with(|entry| entry.content_hash = ContentHash::of("another")),
        with(|entry| entry.importance = 1.5),
        with(|entry| entry.importance = -0.5),
        with(|entry| entry.related_ids = ids(&["bad"])),
        with(|entry| entry.source_ids = ids(&["bad"])),
        with(|entry| entry.summary_id = Some("bad".into())),
        with(|entry| {
            entry.content = "x".repeat(MAX_CONTENT_CHARS + 1);
            entry.content_hash = ContentHash::of(&entry.content);
        }),
        with(|entry| {
            let many = (0..257).map(|n| format!("{n}").as_str().into());
            entry.source_ids = many.collect();
        }),
        replace(MemoryEntry {
            importance: f32::INFINITY,
            ..sample(0)
        }),
        insert(MemoryEntry {
            fact: Some(Fact {
                subject: String::new(),
                relation: "is".to_owned(),
                value: "x".to_owned(),
            }),
            ..fact("bad", ["a", "is", "b"], "m01")
        }),
    ]
}

pub async fn a_refused_change_takes_those_before_it_back(place: &impl Place<dyn HierarchyStore>) {
    let twins = Twins::filled(place).await;
    twins
        .change(vec![
            insert(embedded(said("away", "Away for a while"))),
            insert(embedded(said("gone", "About to go"))),
            forget("away"),
            forget("gone"),
            Change::Accumulate { importance: 0.75 },
        ])
        .await;
    twins.are_alike().await;
    let before = twins.look_alike().await;
    for bad in bad() {
        let mut changes = good();
        changes.push(bad.clone());
        // The changes after it are not even looked at.
        changes.push(forget("m02"));
        let refused = twins.apply(&ChangeSet::from(changes)).await;
        assert!(refused.is_err(), "{bad:?}");
        assert_eq!(twins.look_alike().await, before, "{bad:?}");
    }
    twins.are_alike().await;
    twins.change(good()).await;
    twins.are_alike().await;
}

pub async fn an_id_and_a_content_are_taken_once(place: &impl Place<dyn HierarchyStore>) {
    let twins = Twins::of(place).await;
    let first = said("first", "Tea, please");
    let same = said("same", "ＴＥＡ,\u{200b}  please");
    twins.change(vec![insert(first.clone())]).await;
    assert!(
        twins
            .apply(&vec![insert(same.clone())].into())
            .await
            .is_err()
    );
    twins.change(vec![forget("first")]).await;
    assert!(
        twins
            .apply(&vec![insert(same.clone())].into())
            .await
            .is_err()
    );
    assert!(
        twins
            .apply(&vec![insert(first.clone())].into())
            .await
            .is_err()
    );
    let elsewhere = made_of("elsewhere", "Tea, please", &["first"]);
    twins.change(vec![insert(elsewhere)]).await;
    twins.are_alike().await;
    let [episodic, semantic] = ["first", "elsewhere"];
    twins.change(vec![purge(episodic), insert(same)]).await;
    twins
        .change(vec![insert(said(episodic, "Coffee, please"))])
        .await;
    twins.change(vec![forget(semantic), purge(semantic)]).await;
    twins.are_alike().await;
}
