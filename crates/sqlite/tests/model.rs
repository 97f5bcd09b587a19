//! SQLite and the store in memory behave alike, for all calls in any order.
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::unwrap_used,
    reason = "a test that meets the unexpected must stop"
)]

use amb_sqlite::SqliteStore;
use amb_store::{Batch, Body, MemoryStore, NewRun, RunState, Store, StoreError};
use futures::executor::block_on;
use proptest::prelude::*;

#[derive(Debug, Clone)]
enum Call {
    Create(String),
    Append(String, Batch),
    PutBlob(String, String),
    DeleteBlob(String, String),
    Delete(String),
    Reopen,
}

/// Few names, so that calls meet.
fn name() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["a", "b", "量"]).prop_map(str::to_owned)
}

fn state() -> impl Strategy<Value = Option<RunState>> {
    prop_oneof![
        Just(None),
        Just(Some(RunState::Running)),
        Just(Some(RunState::Paused)),
        name().prop_map(|termination| Some(RunState::Finished { termination })),
        name().prop_map(|code| Some(RunState::Failed { code })),
    ]
}

fn batch() -> impl Strategy<Value = Batch> {
    let lines = prop::collection::vec(".{0,9}", 0..3);
    let bodies = prop::collection::vec(name().prop_map(body), 0..3);
    let parts = (0..6_u64, lines, bodies, state(), any::<i64>());
    parts.prop_map(|(at, lines, bodies, state, updated)| Batch {
        at,
        lines,
        bodies,
        state,
        updated,
    })
}

/// The same name always means the same bytes.
fn body(hash: String) -> Body {
    let bytes = hash.repeat(5000).into_bytes();
    Body { hash, bytes }
}

fn call() -> impl Strategy<Value = Call> {
    prop_oneof![
        2 => name().prop_map(Call::Create),
        6 => (name(), batch()).prop_map(|(run, batch)| Call::Append(run, batch)),
        2 => (name(), name()).prop_map(|(run, hash)| Call::PutBlob(run, hash)),
        1 => (name(), name()).prop_map(|(run, hash)| Call::DeleteBlob(run, hash)),
        1 => name().prop_map(Call::Delete),
        1 => Just(Call::Reopen),
    ]
}

/// Does it; an `append` is aimed at the end of the journal two times out of three.
async fn carry_out(store: &dyn Store, call: &Call) -> Result<(), StoreError> {
    match call {
        Call::Create(id) => {
            let run = NewRun {
                id: id.clone(),
                question: format!("{id}?"),
                format: 1,
                created: 7,
                lines: Vec::new(),
                bodies: Vec::new(),
            };
            store.create_run(&run).await
        }
        Call::Append(run, batch) => {
            let mut batch = batch.clone();
            if let Some(stored) = store.load(run).await.ok().filter(|_| batch.at > 1) {
                batch.at = stored.head.lines;
            }
            store.append(run, &batch).await
        }
        Call::PutBlob(run, hash) => {
            let bytes = body(hash.clone()).bytes;
            store.put_blob(run, hash, &bytes).await
        }
        Call::DeleteBlob(run, hash) => store.delete_blob(run, hash).await,
        Call::Delete(run) => store.delete_run(run).await,
        Call::Reopen => Ok(()),
    }
}

/// Returns all visible state.
async fn seen(store: &dyn Store) -> impl PartialEq + std::fmt::Debug {
    let names = ["a", "b", "量"].map(str::to_owned);
    let runs = store.runs().await.unwrap();
    let mut each = Vec::new();
    for name in &names {
        let mut blobs = Vec::new();
        for hash in &names {
            blobs.push(store.blob(name, hash).await);
        }
        each.push((store.load(name).await, blobs));
    }
    let bodies = store.bodies(&names).await.unwrap();
    (runs, each, bodies, store.bytes().await.unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// BX-02: SQLite in a file is the model, errors included.
    #[test]
    fn bx_02_sqlite_and_memory_say_the_same(calls in prop::collection::vec(call(), 1..40)) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("runs.sqlite");
        block_on(async {
            let model = MemoryStore::default();
            let mut store = SqliteStore::file(&file).await.unwrap();
            for call in &calls {
                if matches!(call, Call::Reopen) {
                    drop(store);
                    store = SqliteStore::file(&file).await.unwrap();
                }
                prop_assert_eq!(carry_out(&store, call).await, carry_out(&model, call).await);
            }
            prop_assert_eq!(seen(&store).await, seen(&model).await);
            Ok(())
        })?;
    }
}
