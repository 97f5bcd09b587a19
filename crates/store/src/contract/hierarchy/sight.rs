//! The visible state of a store.

use amb_memory::hierarchy::{
    EntryVitals, Forgotten, MemoryEntry, MemoryScope, MemoryState, Ranking, Search,
};

use super::samples::{everywhere, meanings, words};
use crate::long_term::HierarchyStore;

/// All visible state of a store.
#[derive(Debug, PartialEq)]
pub struct Sight {
    remembered: Vec<MemoryEntry>,
    forgotten: Vec<Forgotten>,
    state: MemoryState,
    vitals: Vec<EntryVitals>,
    found: Vec<Ranking>,
}

/// Reads all visible state of a store. Hits by words have no order there: scores are the store's own.
pub async fn sight(store: &dyn HierarchyStore) -> Sight {
    let [meaning, ..] = meanings();
    let by_words = ["tea tower 茶叶", "user", "drop table nul"].map(words);
    let by_others = [
        Search::Newest,
        Search::MostImportant,
        Search::Semantic { embedding: meaning },
    ];
    let known = by_words.len();
    let searches = by_words.into_iter().chain(by_others);
    let queries: Vec<_> = searches.map(|search| everywhere(search, 1_000)).collect();
    let mut found = store.search(&queries).await.expect("it is searched");
    for ranking in found.iter_mut().take(known) {
        ranking.ids.sort_unstable();
    }
    let all = MemoryScope::default();
    Sight {
        remembered: store
            .remembered_after(None, 10_000)
            .await
            .expect("entries are listed"),
        forgotten: store
            .forgotten_after(None, 10_000)
            .await
            .expect("the forgotten are listed"),
        state: store.state().await.expect("the state is read"),
        vitals: store.vitals(&all).await.expect("vitals are read"),
        found,
    }
}
