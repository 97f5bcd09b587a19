//! What holds while writes fail: the old state or the new one, never a third.

use super::place::{Failure, FaultyPlace};
use super::samples::{Sight, batch, body, new_run, sight};
use crate::{Batch, MemoryStore, NewRun, RunState, Store, StoreError, StoreFuture};

/// One call that writes.
type Step = fn(&dyn Store) -> StoreFuture<'_, ()>;

/// Every kind of call that writes, done to what [`prepare`] left.
const STEPS: [(&str, Step); 5] = [
    ("create_run", |store| {
        Box::pin(async {
            let lines = vec!["asked".to_owned()];
            let bodies = vec![body("c"), body("shared")];
            let new = new_run("third", 3);
            let all = NewRun {
                lines,
                bodies,
                ..new
            };
            store.create_run(&all).await
        })
    }),
    ("append", |store| {
        Box::pin(async {
            let state = Some(RunState::Paused);
            let lines = batch(2, &["2", "3"], &["b", "c", "shared"]);
            let all = Batch { state, ..lines };
            store.append("first", &all).await
        })
    }),
    ("put_blob", |store| {
        Box::pin(async { store.put_blob("first", "huge", &[1; 50_000]).await })
    }),
    ("delete_blob", |store| {
        Box::pin(async { store.delete_blob("first", "image").await })
    }),
    ("delete_run", |store| {
        Box::pin(async { store.delete_run("second").await })
    }),
];

/// Two runs that share a body.
async fn prepare(store: &dyn Store) {
    for (id, name) in [("first", "a"), ("second", "b")] {
        store.create_run(&new_run(id, 1)).await.unwrap();
        let lines = batch(0, &["0", "1"], &[name, "shared"]);
        store.append(id, &lines).await.unwrap();
        let image = body("image").bytes;
        store.put_blob(id, "image", &image).await.unwrap();
    }
    store.delete_blob("second", "image").await.unwrap();
}

/// Makes the first write fail, then the second, and so on, until a call is through before its write comes;
/// so for every kind of call, every failure that the place can play, and for opening.
///
/// # Panics
/// Where the contract is broken.
pub async fn survives_faults<P: FaultyPlace>(place: impl AsyncFn() -> P) {
    let failures = place().await.failures().to_vec();
    for failure in failures {
        for number in 1.. {
            if !opening_fails(&place().await, failure, number).await {
                break;
            }
        }
        for (name, step) in STEPS {
            for number in 1.. {
                let case = format!("{name}, {failure:?} at write {number}");
                if !step_fails(&place().await, step, failure, number, &case).await {
                    assert!(number > 1, "{name} wrote nothing");
                    break;
                }
            }
        }
    }
}

/// Gives back whether the write came.
async fn opening_fails(place: &impl FaultyPlace, failure: Failure, number: usize) -> bool {
    place.fail(number, failure);
    let opened = place.open().await;
    if let Err(error) = &opened {
        is_typed(error, "open");
    }
    drop(opened);
    let failed = place.heal();
    let store = place.open().await.expect("it opens after a failure");
    assert_eq!(store.runs().await.unwrap(), []);
    prepare(store.as_ref()).await;
    failed
}

/// Gives back whether the write came.
async fn step_fails(
    place: &impl FaultyPlace,
    step: Step,
    failure: Failure,
    number: usize,
    case: &str,
) -> bool {
    let (old, new) = expected(step).await;
    let store = place.open().await.unwrap();
    prepare(store.as_ref()).await;
    place.fail(number, failure);
    let result = step(store.as_ref()).await;
    if let Err(error) = &result {
        is_typed(error, case);
    }
    let allowed = |seen: &Sight| *seen == new || result.is_err() && *seen == old;

    let mut failed = false;
    let mut before = None;
    if failure.passes() {
        failed = place.heal();
        let seen = sight(store.as_ref()).await;
        assert!(allowed(&seen), "{case}, going on: {seen:?}");
        before = Some(seen);
    }
    drop(store);
    if !failure.passes() {
        failed = place.heal();
    }
    let store = place.open().await.expect(case);
    let seen = sight(store.as_ref()).await;
    assert!(allowed(&seen), "{case}, opened again: {seen:?}");
    assert!(
        before.is_none_or(|before| before == seen),
        "{case}: what was seen before was not kept"
    );
    assert!(
        failed || result.is_ok(),
        "{case}: {result:?} without a failure"
    );
    if seen == old {
        step(store.as_ref()).await.expect(case);
        assert_eq!(sight(store.as_ref()).await, new, "{case}, done again");
    }
    failed
}

/// The state before and after the step, as a store sees it whose writes do not fail.
async fn expected(step: Step) -> (Sight, Sight) {
    let store = MemoryStore::default();
    prepare(&store).await;
    let old = sight(&store).await;
    step(&store).await.unwrap();
    (old, sight(&store).await)
}

fn is_typed(error: &StoreError, case: &str) {
    let expected = matches!(error, StoreError::Full { .. } | StoreError::Io { .. });
    assert!(expected, "{case}: {error:?}");
}
