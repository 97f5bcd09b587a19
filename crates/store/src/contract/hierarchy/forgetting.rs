//! Entries are forgotten, remembered again, and gone.

use amb_memory::hierarchy::{Change, ForgetReason, MemoryEntry, MemoryId, MemoryScope, Search};

use super::super::place::Place;
use super::super::texts::embedding;
use super::samples::{everywhere, made_of, meanings, memories, said, words};
use super::twins::{Twins, insert, replace};
use crate::long_term::HierarchyStore;

fn forget(id: &str, reason: ForgetReason) -> Change {
    Change::Forget {
        id: id.into(),
        at: 7_000,
        reason,
    }
}

fn asked(id: &str) -> Change {
    forget(id, ForgetReason::Asked)
}

fn restore(id: &str) -> Change {
    Change::Restore { id: id.into() }
}

fn purge(id: &str) -> Change {
    Change::Purge { id: id.into() }
}

fn compress(id: &str, summary: &str) -> Change {
    Change::Compress {
        id: id.into(),
        summary_id: summary.into(),
    }
}

pub async fn what_is_forgotten_comes_back_as_it_was(place: &impl Place<dyn HierarchyStore>) {
    let twins = Twins::filled(place).await;
    twins.change(vec![compress("m02", "s01")]).await;
    let before = twins.look_alike().await;
    let names = memories().into_iter().map(|entry| entry.id);
    let names: Vec<MemoryId> = names.collect();
    let faded = ForgetReason::Faded { strength: 0.1 };
    let forgotten = names
        .iter()
        .zip([ForgetReason::Asked, faded].into_iter().cycle());
    let forgotten = forgotten.map(|(id, reason)| forget(id.as_str(), reason));
    twins.change(forgotten.collect()).await;
    twins.are_alike().await;
    let all = MemoryScope::default();
    assert_eq!(twins.store.count(&all).await, Ok(0));
    let restored = names.iter().map(|id| restore(id.as_str()));
    twins.change(restored.collect()).await;
    assert_eq!(twins.look_alike().await, before);
    twins.are_alike().await;
    for id in ["m01", "s01", "f01"] {
        twins.change(vec![asked(id)]).await;
        twins.are_alike().await;
    }
}

pub async fn what_is_purged_is_found_by_nothing(place: &impl Place<dyn HierarchyStore>) {
    let twins = Twins::filled(place).await;
    let samples = memories();
    let gone = ["m01", "m08", "f01", "s01", "hostile 4 %_'\""];
    let changes = gone.iter().flat_map(|id| [asked(id), purge(id)]);
    twins.change(changes.collect()).await;
    let store = twins.store.as_ref();
    let is_gone = |id: &MemoryId| gone.contains(&id.as_str());
    let searches = samples.iter().map(|entry| words(&entry.content));
    let by_meaning = meanings().map(|embedding| Search::Semantic { embedding });
    let others = [Search::Newest, Search::Oldest, Search::MostImportant];
    let searches = searches.chain(by_meaning).chain(others);
    let queries: Vec<_> = searches.map(|search| everywhere(search, 1_000)).collect();
    for ranking in store.search(&queries).await.unwrap() {
        assert!(!ranking.ids.iter().any(is_gone));
    }
    let names: Vec<MemoryId> = gone.map(MemoryId::from).into();
    assert_eq!(store.entries(&names).await, Ok(Vec::new()));
    let purged = samples.iter().filter(|entry| is_gone(&entry.id));
    let contents: Vec<_> = purged
        .clone()
        .map(|entry| (entry.layer, entry.content_hash.clone()))
        .collect();
    assert_eq!(store.known(&contents).await, Ok(vec![None; contents.len()]));
    let kept = store.remembered_after(None, 1_000).await.unwrap();
    assert!(!kept.iter().any(|entry| is_gone(&entry.id)));
    assert_eq!(store.forgotten_after(None, 1_000).await, Ok(Vec::new()));
    let known: [(String, String); 1] = [("user".to_owned(), "likes".to_owned())];
    let facts = store.facts(&known).await.unwrap();
    assert!(!facts.iter().any(|entry| is_gone(&entry.id)));
    twins.are_alike().await;
    // It may be inserted once more, under another id too.
    let again: Vec<Change> = purged.cloned().map(insert).collect();
    twins.change(again).await;
    twins.are_alike().await;
}

pub async fn a_summary_stands_while_it_is_remembered(place: &impl Place<dyn HierarchyStore>) {
    let twins = Twins::filled(place).await;
    let summary = made_of("summary", "In short: tea, and a tower", &["m01", "m02"]);
    twins
        .change(vec![
            insert(summary.clone()),
            compress("m01", "summary"),
            compress("m02", "summary"),
        ])
        .await;
    twins.are_alike().await;
    // It is found by its words and its meaning, and listed no more.
    let store = twins.store.as_ref();
    let own = MemoryId::from("m01");
    for (search, is_there) in [
        (words("green tea in the morning"), true),
        (
            Search::Semantic {
                embedding: embedding("I drink green tea in the morning"),
            },
            true,
        ),
        (Search::Oldest, false),
        (Search::MostImportant, false),
    ] {
        let found = store.search(&[everywhere(search.clone(), 1_000)]).await;
        let ids = found.unwrap().swap_remove(0).ids;
        assert_eq!(ids.contains(&own), is_there, "{search:?}");
    }
    // Another stands for the summary in turn, and is forgotten: the summary is found again, its sources are not.
    let longer = made_of("new", "In fewer words still", &["summary"]);
    twins
        .change(vec![insert(longer), compress("summary", "new")])
        .await;
    twins.are_alike().await;
    for change in [
        asked("new"),
        asked("summary"),
        restore("summary"),
        asked("m01"),
        asked("summary"),
        restore("m01"),
        purge("summary"),
    ] {
        twins.change(vec![change]).await;
        twins.are_alike().await;
    }
    // Another entry with the id of a purged summary stands for the same sources; so does one that is named anew.
    let another = MemoryEntry {
        content_hash: said("", "In short again").content_hash,
        content: "In short again".to_owned(),
        ..summary
    };
    twins.change(vec![insert(another)]).await;
    twins.are_alike().await;
    twins.change(vec![compress("m01", "s02")]).await;
    let free = MemoryEntry {
        summary_id: None,
        ..memories()[1].clone()
    };
    twins.change(vec![replace(free), asked("summary")]).await;
    twins.are_alike().await;
}
