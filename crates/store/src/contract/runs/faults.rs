//! Every write of a store of runs, made to fail.

use super::super::place::{FaultyPlace, Place};
use super::super::trial::{Trial, survives};
use super::samples::{Sight, batch, body, new_run, sight};
use crate::{Batch, MemoryStore, NewRun, RunState, Store, StoreError};

/// Makes the first write fail, then the second, and so on, until a call is through before its write comes;
/// so for every kind of call, every failure that the place can play, and for opening.
///
/// # Panics
/// If the contract is broken.
pub async fn survives_faults<P: Place + FaultyPlace>(place: impl AsyncFn() -> P) {
    survives::<Runs, P>(place).await;
}

struct Runs;

#[derive(Debug, Clone, Copy)]
enum Step {
    CreateRun,
    Append,
    PutBlob,
    DeleteBlob,
    DeleteRun,
}

impl Trial for Runs {
    type Store = dyn Store;
    type Sight = Sight;
    type Step = Step;

    const STEPS: &'static [Step] = &[
        Step::CreateRun,
        Step::Append,
        Step::PutBlob,
        Step::DeleteBlob,
        Step::DeleteRun,
    ];

    fn sound() -> Box<dyn Store> {
        Box::new(MemoryStore::default())
    }

    /// Two runs that share a body.
    async fn prepare(store: &Self::Store) {
        for (id, name) in [("first", "a"), ("second", "b")] {
            store.create_run(&new_run(id, 1)).await.unwrap();
            let lines = batch(0, &["0", "1"], &[name, "shared"]);
            store.append(id, &lines).await.unwrap();
            let image = body("image").bytes;
            store.put_blob(id, "image", &image).await.unwrap();
        }
        store.delete_blob("second", "image").await.unwrap();
    }

    async fn step(store: &Self::Store, step: Step) -> Result<(), StoreError> {
        match step {
            Step::CreateRun => {
                let all = NewRun {
                    lines: vec!["asked".to_owned()],
                    bodies: vec![body("c"), body("shared")],
                    ..new_run("third", 3)
                };
                store.create_run(&all).await
            }
            Step::Append => {
                let all = Batch {
                    state: Some(RunState::Paused),
                    ..batch(2, &["2", "3"], &["b", "c", "shared"])
                };
                store.append("first", &all).await
            }
            Step::PutBlob => store.put_blob("first", "huge", &vec![1; 50_000]).await,
            Step::DeleteBlob => store.delete_blob("first", "image").await,
            Step::DeleteRun => store.delete_run("second").await,
        }
    }

    async fn sight(store: &Self::Store) -> Sight {
        sight(store).await
    }
}
