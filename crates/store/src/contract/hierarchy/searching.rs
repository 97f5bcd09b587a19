//! Entries are found, and listed.

use amb_memory::ListCursor;
use amb_memory::hierarchy::{Change, ForgetReason, MemoryEntry, MemoryId, Search};

use super::super::place::Place;
use super::super::texts::{HOSTILE, embedding};
use super::samples::{everywhere, ids, made_of, memories, said, words};
use super::twins::{Twins, insert, replace};
use crate::long_term::HierarchyStore;

/// Returns a store's hits by words, the best first.
async fn found(twins: &Twins, text: &str, limit: usize) -> Vec<MemoryId> {
    let queries = [everywhere(words(text), limit)];
    let mut rankings = twins.store.search(&queries).await.unwrap();
    rankings.remove(0).ids
}

pub async fn two_characters_are_a_word(place: &impl Place<dyn HierarchyStore>) {
    let twins = Twins::filled(place).await;
    for (text, id) in [
        ("茶叶", Some("m07")),
        ("量子", Some("m08")),
        ("计算", Some("m08")),
        ("叶", Some("m07")),
        ("量子计算机", Some("m08")),
        ("子量", None),
        ("叶茶", None),
    ] {
        let expected: Vec<MemoryId> = id.map(MemoryId::from).into_iter().collect();
        assert_eq!(found(&twins, text, 10).await, expected, "{text}");
    }
}

pub async fn syntax_is_text(place: &impl Place<dyn HierarchyStore>) {
    let twins = Twins::of(place).await;
    twins
        .change(vec![
            insert(said("near", "NEAR(tea milk, 2)")),
            insert(said("not", "tea NOT milk")),
            insert(said("star", "teapot")),
            insert(said("column", "content:sugar")),
            insert(said("quote", "a \"sugar milk\" b'c")),
        ])
        .await;
    for (text, expected) in [
        ("tea NOT milk", &["near", "not", "quote"][..]),
        ("tea*", &["near", "not"]),
        ("NEAR(teapot sugar)", &["near", "star", "column", "quote"]),
        ("\"milk sugar\"", &["near", "not", "quote", "column"]),
        ("content:sugar", &["column", "quote"]),
        ("^tea", &["near", "not"]),
        ("-milk", &["near", "not", "quote"]),
        ("\" OR rowid > 0 --", &[]),
    ] {
        let mut found = found(&twins, text, 10).await;
        found.sort_unstable();
        let expected: Vec<MemoryId> = ids(expected).into_iter().collect();
        assert_eq!(found, expected, "{text}");
    }
    let more = HOSTILE
        .iter()
        .zip('a'..)
        .map(|(text, id)| said(&id.to_string(), text));
    twins.change(more.map(insert).collect()).await;
    twins.are_alike().await;
}

pub async fn what_holds_more_and_rarer_words_comes_first(place: &impl Place<dyn HierarchyStore>) {
    let twins = Twins::of(place).await;
    let common = (0..20).map(|n| said(&format!("c{n}"), &format!("tea number {n}")));
    let mut changes: Vec<Change> = common.map(insert).collect();
    changes.push(insert(said("both", "tea from the observatory")));
    changes.push(insert(said("rare", "the lighthouse keeper")));
    twins.change(changes).await;
    assert_eq!(found(&twins, "tea observatory", 1).await, ["both".into()]);
    assert_eq!(found(&twins, "tea lighthouse", 1).await, ["rare".into()]);
    let all = found(&twins, "tea observatory", 100).await;
    assert_eq!((all.len(), &all[0]), (21, &"both".into()));
}

/// Among equal scores the newest come first and survive a limit, in any order of ids and writes; among equal times the
/// greater id, except the oldest.
pub async fn of_equals_the_newest_come_first(place: &impl Place<dyn HierarchyStore>) {
    let twins = Twins::of(place).await;
    let weighed = |n: i64| MemoryEntry {
        created_at: n / 2 * 1_000,
        embedding: Some(embedding("weight")),
        ..said(&format!("w{}", 50 - n), &format!("My weight: {n} kg"))
    };
    let changes = (0..30).map(|n| insert(weighed(10 + n * 7 % 30)));
    twins.change(changes.collect()).await;
    let by_meaning = Search::Semantic {
        embedding: embedding("weight"),
    };
    for (search, expected) in [
        (words("weight"), ["w12", "w11", "w14"]),
        (by_meaning, ["w12", "w11", "w14"]),
        (Search::MostImportant, ["w12", "w11", "w14"]),
        (Search::Newest, ["w12", "w11", "w14"]),
        (Search::Oldest, ["w39", "w40", "w37"]),
    ] {
        let query = everywhere(search, 3);
        let found = twins.store.search(std::slice::from_ref(&query)).await;
        let ids = found.unwrap().remove(0).ids;
        assert_eq!(ids, expected.map(MemoryId::from), "{query:?}");
    }
    twins.are_alike().await;
}

pub async fn entries_are_listed_page_by_page(place: &impl Place<dyn HierarchyStore>) {
    let twins = Twins::filled(place).await;
    let forgotten = memories().into_iter().skip(9).take(11);
    let forget = forgotten.zip(0..).map(|(entry, at)| Change::Forget {
        id: entry.id,
        at,
        reason: ForgetReason::Faded { strength: 0.25 },
    });
    twins.change(forget.collect()).await;
    let (own, expected) = (twins.store.as_ref(), &twins.reference);
    let kept = own.remembered_after(None, 1_000).await.unwrap();
    assert!(kept.is_sorted_by(|one, next| one.created_at >= next.created_at));
    let gone = own.forgotten_after(None, 1_000).await.unwrap();
    assert_eq!(gone.len(), 11);
    assert!(gone.is_sorted_by(|one, next| one.forgotten_at > next.forgotten_at));
    for limit in [1, 4] {
        let mut after: Option<ListCursor> = None;
        loop {
            let page = own.remembered_after(after.as_ref(), limit).await.unwrap();
            let same = expected.remembered_after(after.as_ref(), limit).await;
            assert_eq!(Ok(&page), same.as_ref());
            let Some(last) = page.last() else { break };
            after = Some(ListCursor::of(last));
        }
        let mut after: Option<ListCursor> = None;
        loop {
            let page = own.forgotten_after(after.as_ref(), limit).await.unwrap();
            let same = expected.forgotten_after(after.as_ref(), limit).await;
            assert_eq!(Ok(&page), same.as_ref());
            let Some(last) = page.last() else { break };
            after = Some(ListCursor::of(last));
        }
    }
    for (after, limit) in [
        (None, 0),
        (Some((1_000, "m01a")), 3),
        (Some((5, "nobody")), 3),
        (Some((i64::MAX, "")), 3),
        (Some((i64::MIN, "\u{10ffff}")), 3),
    ] {
        let after = after.map(|(at, id)| ListCursor {
            at,
            id: id.to_owned(),
        });
        let page = own.remembered_after(after.as_ref(), limit).await;
        assert_eq!(page, expected.remembered_after(after.as_ref(), limit).await);
        let page = own.forgotten_after(after.as_ref(), limit).await;
        assert_eq!(page, expected.forgotten_after(after.as_ref(), limit).await);
    }
}

pub async fn what_was_made_of_an_entry_is_found(place: &impl Place<dyn HierarchyStore>) {
    let twins = Twins::of(place).await;
    let chain = [
        said("m01", "Where it begins"),
        made_of("s1", "made of it", &["m01", "gone"]),
        made_of("s2", "made of that", &["s1"]),
        made_of("s3", "made of both", &["s1", "s2"]),
        made_of("s4", "made of something else", &["nobody"]),
    ];
    twins.change(chain.into_iter().map(insert).collect()).await;
    let derived = async |id: &str| {
        let derived = twins.store.derived_from(&[id.into()]).await;
        assert_eq!(derived, twins.reference.derived_from(&[id.into()]).await);
        derived.unwrap()
    };
    assert_eq!(derived("m01").await, ["s1", "s2", "s3"].map(MemoryId::from));
    assert_eq!(derived("nobody").await, ["s4".into()]);
    assert_eq!(derived("s3").await, []);
    // Two that are made of each other.
    let circle = made_of("s1", "made of it", &["s3"]);
    twins.change(vec![replace(circle)]).await;
    assert_eq!(derived("s1").await, ["s1", "s2", "s3"].map(MemoryId::from));
    assert_eq!(derived("m01").await, []);
    // A forgotten entry is derived from nothing.
    let forget = Change::Forget {
        id: "s3".into(),
        at: 1,
        reason: ForgetReason::Asked,
    };
    twins.change(vec![forget]).await;
    assert_eq!(derived("s1").await, ["s2".into()]);
    twins.are_alike().await;
}
