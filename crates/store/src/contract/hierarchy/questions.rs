//! Queries to a store, and the comparison of its replies.

use std::collections::BTreeSet;

use amb_memory::hierarchy::{ChannelQuery, ContentHash, MemoryId, MemoryLayer, Ranking, Search};

use super::super::texts::{HOSTILE, tell_apart};
use super::samples::{everywhere, meanings, memories, scopes, texts, within, words};
use crate::long_term::HierarchyStore;

/// More than there are.
const ALL: usize = 1_000;

/// Sends both stores every query, and compares the replies.
///
/// All must be alike, including order and ties, except keyword search: there the score is the store's, and all entries
/// that hold a term are compared as a set, a part of them as a part of that set.
pub async fn answer_alike(store: &dyn HierarchyStore, reference: &dyn HierarchyStore) {
    let queries = queries();
    let found = store.search(&queries).await.unwrap();
    let expected = reference.search(&queries).await.unwrap();
    assert_eq!(found.len(), queries.len());
    for ((query, found), expected) in queries.iter().zip(&found).zip(&expected) {
        match &query.search {
            Search::Keyword { .. } => by_words_alike(query, found, reference).await,
            _ => assert_eq!(found, expected, "{query:?}"),
        }
        if let Search::Semantic { embedding } = &query.search {
            let entries = reference.entries(&expected.ids).await.unwrap();
            let vectors = entries.into_iter().filter_map(|entry| entry.embedding);
            tell_apart(&vectors.collect::<Vec<_>>(), embedding);
        }
    }
    for scope in scopes() {
        let (count, vitals) = (store.count(&scope).await, store.vitals(&scope).await);
        assert_eq!(count, reference.count(&scope).await, "{scope:?}");
        assert_eq!(vitals, reference.vitals(&scope).await, "{scope:?}");
    }
    let contents = contents();
    let known = store.known(&contents).await;
    assert_eq!(known, reference.known(&contents).await);
    for of in facts() {
        let found = store.facts(&of).await;
        assert_eq!(found, reference.facts(&of).await, "{of:?}");
    }
    for ids in ids() {
        let entries = store.entries(&ids).await;
        assert_eq!(entries, reference.entries(&ids).await, "{ids:?}");
        let derived = store.derived_from(&ids).await;
        assert_eq!(derived, reference.derived_from(&ids).await, "{ids:?}");
    }
}

async fn by_words_alike(query: &ChannelQuery, found: &Ranking, reference: &dyn HierarchyStore) {
    let all = ChannelQuery {
        limit: ALL,
        ..query.clone()
    };
    let all = reference.search(&[all]).await.unwrap();
    let all: BTreeSet<&MemoryId> = all.iter().flat_map(|ranking| &ranking.ids).collect();
    let ids: BTreeSet<&MemoryId> = found.ids.iter().collect();
    assert!(ids.is_subset(&all), "{query:?}: {ids:?} of {all:?}");
    assert_eq!(ids.len(), found.ids.len(), "each once: {query:?}");
    assert_eq!(
        ids.len(),
        all.len().min(query.limit),
        "{query:?}: {ids:?} of {all:?}"
    );
    assert_eq!(found.not_comparable, 0);
}

/// Every search in every scope, and each with limits.
fn queries() -> Vec<ChannelQuery> {
    let mut searches = vec![Search::Newest, Search::Oldest, Search::MostImportant];
    searches.extend(meanings().map(|embedding| Search::Semantic { embedding }));
    let limited = searches
        .clone()
        .into_iter()
        .flat_map(|search| [0, 1, 5, usize::MAX].map(|limit| everywhere(search.clone(), limit)));
    let mut queries: Vec<_> = limited.collect();
    queries.extend([0, 1, 2].map(|limit| everywhere(words("user tea"), limit)));
    queries.extend(texts().into_iter().map(|text| everywhere(words(text), ALL)));
    searches.push(words("tea user 茶叶 read_file"));
    for scope in scopes() {
        for search in &searches {
            queries.push(within(search.clone(), scope.clone(), ALL));
        }
    }
    queries
}

/// Returns the contents of all samples in either layer, another spelling of one, and one that no entry has.
fn contents() -> Vec<(MemoryLayer, ContentHash)> {
    let samples = memories().into_iter().map(|entry| entry.content_hash);
    let others = ["ｉ Drink  GREEN tea in the morning", "never said"].map(ContentHash::of);
    let hashes = samples.chain(others);
    hashes
        .flat_map(|hash| {
            [MemoryLayer::Episodic, MemoryLayer::Semantic].map(|layer| (layer, hash.clone()))
        })
        .collect()
}

fn facts() -> Vec<Vec<(String, String)>> {
    let of = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        let pairs = pairs.iter();
        pairs
            .map(|(subject, relation)| ((*subject).to_owned(), (*relation).to_owned()))
            .collect()
    };
    vec![
        of(&[]),
        of(&[("user", "likes")]),
        of(&[("user", "lives in"), ("user", "likes"), ("user", "likes")]),
        of(&[("User", "likes"), ("塔", "高度")]),
        of(&[
            ("u_er", "likes"),
            ("%", "%"),
            ("user ", "likes"),
            ("user", "LIKES"),
        ]),
        of(&HOSTILE.map(|text| (text, text))),
    ]
}

fn ids() -> Vec<Vec<MemoryId>> {
    let samples: Vec<MemoryId> = memories().into_iter().rev().map(|entry| entry.id).collect();
    let named = |ids: &[&str]| -> Vec<MemoryId> { ids.iter().map(|id| (*id).into()).collect() };
    vec![
        samples,
        named(&[]),
        named(&["m01"]),
        named(&["nobody", "m02", "m01", "m02"]),
        named(&["s01", "gone", "%", "m_1"]),
        named(&["new", "summary"]),
    ]
}
