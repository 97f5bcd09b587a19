//! Hierarchical memory in SQLite behaves like the table in memory, for all changes in any order.
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected must stop"
)]

use std::collections::BTreeSet;

use amb_memory::ListCursor;
use amb_memory::hierarchy::{
    Change, ChangeSet, ChannelQuery, ContentHash, EntryTable, Fact, ForgetReason, MemoryEntry,
    MemoryId, MemoryLayer, MemoryScope, MemoryType, RecallChannel, Search, Speaker, TimeRange,
};
use amb_memory::retrieval::{Embedding, analyze};
use amb_memory::task::Trust;
use amb_sqlite::SqliteStore;
use amb_store::long_term::{HierarchyStore, LongTermError};
use futures::executor::block_on;
use proptest::prelude::*;
use proptest::sample::select;

const IDS: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

fn id() -> impl Strategy<Value = MemoryId> {
    select(&IDS[..]).prop_map(MemoryId::from)
}

fn ids() -> impl Strategy<Value = BTreeSet<MemoryId>> {
    proptest::collection::btree_set(id(), 0..3)
}

fn content() -> impl Strategy<Value = String> {
    let word = select(
        &[
            "tea",
            "milk",
            "the",
            "量子计算",
            "计算",
            "C++",
            "\"OR\"",
            "run running",
        ][..],
    );
    proptest::collection::vec(word, 1..5).prop_map(|words| words.join(" "))
}

fn embedding() -> impl Strategy<Value = Option<Embedding>> {
    let number = select(&[-1.0_f32, 0.0, 0.5, 1.0][..]);
    let vector = proptest::collection::vec(number, 2..4);
    let made = (select(&["m", "n"][..]), vector);
    proptest::option::weighted(
        0.8,
        made.prop_map(|(model, vector)| Embedding::new(model, &vector).unwrap()),
    )
}

prop_compose! {
    fn entry()(
        id in id(),
        content in content(),
        (memory_type, layer, speaker, trust) in (
            select(&[MemoryType::Observation, MemoryType::Action, MemoryType::Plan][..]),
            select(&[MemoryLayer::Episodic, MemoryLayer::Semantic][..]),
            select(&[Speaker::User, Speaker::Agent, Speaker::Source][..]),
            select(&[Trust::Given, Trust::Imported][..]),
        ),
        created_at in -3_i64..3,
        importance in select(&[0.0_f32, 0.1, 0.5, 1.0, 1.5][..]),
        (source_ids, related_ids, summary_id) in (ids(), ids(), proptest::option::weighted(0.3, id())),
        embedding in embedding(),
        fact in proptest::option::weighted(0.3, select(&["likes", "name"][..])),
        facts_taken in any::<bool>(),
    ) -> MemoryEntry {
        MemoryEntry {
            id,
            content_hash: ContentHash::of(&content),
            content,
            memory_type,
            layer,
            created_at,
            last_accessed: created_at,
            importance,
            access_count: 0,
            related_ids,
            source_ids,
            summary_id,
            embedding,
            trust,
            speaker,
            fact: fact.map(|relation| Fact::new("user", relation, "tea").unwrap()),
            facts_taken,
        }
    }
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        6 => entry().prop_map(|entry| Change::Insert(Box::new(entry))),
        2 => entry().prop_map(|entry| Change::Replace(Box::new(entry))),
        2 => (id(), 0_i64..9, 0_u32..3).prop_map(|(id, at, times)| Change::Touch { id, at, times }),
        2 => (id(), id()).prop_map(|(id, summary_id)| Change::Compress { id, summary_id }),
        1 => id().prop_map(|id| Change::TakeFacts { id }),
        3 => (id(), 0_i64..9).prop_map(|(id, at)| Change::Forget { id, at, reason: ForgetReason::Faded { strength: 0.1 } }),
        2 => id().prop_map(|id| Change::Restore { id }),
        2 => id().prop_map(|id| Change::Purge { id }),
        1 => (0.0_f64..1.0).prop_map(|importance| Change::Accumulate { importance }),
        1 => (0.0_f64..1.0, 0_i64..9).prop_map(|(taken, at)| Change::Reflect { at, taken }),
    ]
}

fn scope() -> impl Strategy<Value = MemoryScope> {
    let layer = proptest::option::of(select(&[MemoryLayer::Episodic, MemoryLayer::Semantic][..]));
    let actions = vec![MemoryType::Action, MemoryType::Plan];
    let types = select(vec![vec![], vec![MemoryType::Action], actions]);
    let speaker = proptest::option::weighted(0.3, select(&[Speaker::User, Speaker::Source][..]));
    let range = proptest::option::weighted(0.3, (-3_i64..3, 0_i64..4));
    let taken = proptest::option::weighted(0.3, any::<bool>());
    (layer, types, speaker, any::<bool>(), range, taken).prop_map(
        |(layer, types, speaker, first_hand, range, facts_taken)| MemoryScope {
            layer,
            types,
            speaker,
            first_hand,
            range: range.map(|(from, length)| TimeRange::new(from, from + length).unwrap()),
            facts_taken,
        },
    )
}

fn searches(text: &str, embedding: &Embedding) -> Vec<Search> {
    vec![
        Search::Keyword {
            text: text.to_owned(),
            terms: analyze(text)
                .into_iter()
                .collect::<BTreeSet<_>>()
                .into_iter()
                .collect(),
        },
        Search::Semantic {
            embedding: embedding.clone(),
        },
        Search::Newest,
        Search::Oldest,
        Search::MostImportant,
    ]
}

/// Each answer of both, for one scope.
fn compare(
    store: &SqliteStore,
    table: &EntryTable,
    scope: &MemoryScope,
    text: &str,
    embedding: &Embedding,
) {
    assert_eq!(block_on(store.count(scope)).unwrap(), table.count(scope));
    assert_eq!(block_on(store.vitals(scope)).unwrap(), table.vitals(scope));
    for (search, limit) in searches(text, embedding)
        .into_iter()
        .flat_map(|search| [(search.clone(), 2), (search, 100)])
    {
        let query = ChannelQuery {
            channel: RecallChannel::Keyword,
            search,
            scope: scope.clone(),
            limit,
        };
        let found = block_on(store.search(std::slice::from_ref(&query)))
            .unwrap()
            .remove(0);
        let expected = table.search(&query);
        if matches!(query.search, Search::Keyword { .. }) {
            // The score may be the store's own: the same entries are found, as many as are wanted.
            assert_eq!(found.ids.len(), expected.ids.len());
            if limit == 100 {
                let set = |ids: Vec<MemoryId>| ids.into_iter().collect::<BTreeSet<_>>();
                assert_eq!(set(found.ids), set(expected.ids), "{query:?}");
            }
        } else {
            assert_eq!(found, expected, "{query:?}");
        }
    }
}

/// Compares each reply to a request by ids or contents.
fn compare_rows(store: &SqliteStore, table: &EntryTable) {
    let all: Vec<MemoryId> = IDS.iter().map(|id| MemoryId::from(*id)).collect();
    assert_eq!(block_on(store.entries(&all)).unwrap(), table.entries(&all));
    for id in &all {
        let one = std::slice::from_ref(id);
        assert_eq!(
            block_on(store.derived_from(one)).unwrap(),
            table.derived_from(one)
        );
        let known = table.get(id).map_or(0, |entry| entry.created_at);
        let place = ListCursor {
            at: known,
            id: id.to_string(),
        };
        let later = table.remembered_after(Some(&place), 2);
        let page = block_on(store.remembered_after(Some(&place), 2)).unwrap();
        assert_eq!(page.iter().collect::<Vec<_>>(), later);
    }
    let remembered = table.remembered_after(None, usize::MAX).into_iter();
    let forgotten = table.forgotten_after(None, usize::MAX);
    let forgotten: Vec<_> = forgotten.into_iter().cloned().collect();
    let contents: Vec<_> = remembered
        .chain(forgotten.iter().map(|forgotten| &forgotten.entry))
        .map(|entry| (entry.layer, entry.content_hash.clone()))
        .chain([(MemoryLayer::Episodic, ContentHash::of("unknown"))])
        .collect();
    let known: Vec<_> = contents
        .iter()
        .map(|(layer, hash)| table.known(*layer, hash))
        .collect();
    assert_eq!(block_on(store.known(&contents)).unwrap(), known);
    assert_eq!(
        block_on(store.forgotten_after(None, 100)).unwrap(),
        forgotten
    );
    let of = ["likes", "name"].map(|relation| ("user".to_owned(), relation.to_owned()));
    let facts: BTreeSet<MemoryId> = of
        .iter()
        .flat_map(|(subject, relation)| table.facts(subject, relation))
        .map(|entry| entry.id)
        .collect();
    let found = block_on(store.facts(&of)).unwrap();
    assert!(found.iter().map(|entry| &entry.id).eq(&facts));
    assert_eq!(block_on(store.state()).unwrap(), *table.state());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// AF-03, AF-04, AF-05, AF-09: change sets are applied or refused alike, and every answer is the same after each.
    #[test]
    fn af_03_sqlite_does_what_the_table_in_memory_does(
        sets in proptest::collection::vec(proptest::collection::vec(change(), 1..4), 1..14),
        scopes in proptest::collection::vec(scope(), 3),
        text in content(),
        embedding in embedding(),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("memory.sqlite");
        let mut store = block_on(SqliteStore::file(&file)).unwrap();
        let mut table = EntryTable::default();
        let embedding = embedding.unwrap_or_else(|| Embedding::new("m", &[1.0, 0.5]).unwrap());
        for (number, changes) in sets.into_iter().enumerate() {
            let changes = ChangeSet::from(changes);
            let expected = table.apply(&changes).map_err(LongTermError::from);
            prop_assert_eq!(block_on(store.apply(&changes)), expected);
            if number % 5 == 4 {
                drop(store);
                store = block_on(SqliteStore::file(&file)).unwrap();
            }
            for scope in scopes.iter().chain([&MemoryScope::default()]) {
                compare(&store, &table, scope, &text, &embedding);
            }
            compare_rows(&store, &table);
        }
        drop(store);
        let connection = rusqlite::Connection::open(&file).unwrap();
        let sound = "INSERT INTO memory_words (memory_words, rank) VALUES ('integrity-check', 0)";
        connection.execute_batch(sound).unwrap();
    }
}
