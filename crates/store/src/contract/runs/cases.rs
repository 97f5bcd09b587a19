//! The contract while nothing fails.

use super::super::place::Place;
use super::samples::{batch, body, new_run, sight};
use crate::{Batch, NewRun, RunState, Store, StoreError};

/// Runs every case, each on a place of its own.
///
/// # Panics
/// If the contract is broken.
pub async fn holds<P: Place>(place: impl AsyncFn() -> P) {
    runs_are_listed_and_read_back(&place().await).await;
    a_journal_grows_at_its_end_alone(&place().await).await;
    what_is_not_there_is_told(&place().await).await;
    bytes_go_with_the_last_run_that_has_them(&place().await).await;
    blobs_and_bodies_are_told_apart(&place().await).await;
    any_text_and_any_bytes_are_kept(&place().await).await;
    an_open_store_finds_what_the_former_wrote(&place().await).await;
    overlapping_calls_take_effect_one_by_one(&place().await).await;
}

async fn open(place: &impl Place) -> Box<dyn Store> {
    place.open().await.expect("the place opens")
}

async fn runs_are_listed_and_read_back(place: &impl Place) {
    let store = open(place).await;
    assert_eq!(store.runs().await.unwrap(), []);
    assert_eq!(store.bytes().await.unwrap(), 0);
    for (id, created) in [("old", 1), ("b", 7), ("a", 7)] {
        store.create_run(&new_run(id, created)).await.unwrap();
    }
    let begun = store.runs().await.unwrap();
    let ids: Vec<&str> = begun.iter().map(|head| head.id.as_str()).collect();
    assert_eq!(ids, ["a", "b", "old"], "the youngest first");
    assert_eq!(
        (begun[2].state.clone(), begun[2].updated),
        (RunState::Running, 1)
    );
    assert_eq!((begun[2].lines, begun[2].bytes, begun[2].format), (0, 0, 1));
    let asked = NewRun {
        lines: vec!["asked".to_owned()],
        bodies: vec![body("b")],
        ..new_run("asked", 0)
    };
    store.create_run(&asked).await.unwrap();
    let head = store.load("asked").await.unwrap().head;
    assert_eq!((head.lines, head.bytes), (1, 5 + 3000));
    store
        .append("asked", &batch(1, &["more"], &[]))
        .await
        .unwrap();
    assert_eq!(store.load("asked").await.unwrap().lines, ["asked", "more"]);

    let more = Batch {
        state: Some(RunState::Failed {
            code: "host".to_owned(),
        }),
        ..batch(0, &["one", "two"], &["a"])
    };
    store.append("old", &more).await.unwrap();
    let stored = store.load("old").await.unwrap();
    assert_eq!(stored.lines, ["one", "two"]);
    assert_eq!(stored.head.question, "What became of old?");
    assert_eq!(Some(stored.head.state.clone()), more.state);
    assert_eq!((stored.head.created, stored.head.updated), (1, 1000));
    assert_eq!((stored.head.lines, stored.head.bytes), (2, 6 + 3000));
    let plain = batch(2, &[], &[]);
    store.append("old", &plain).await.unwrap();
    let kept = store.load("old").await.unwrap();
    assert_eq!(
        kept.head.state, stored.head.state,
        "a batch without one keeps it"
    );
}

async fn a_journal_grows_at_its_end_alone(place: &impl Place) {
    let store = open(place).await;
    store.create_run(&new_run("run", 1)).await.unwrap();
    store
        .append("run", &batch(0, &["0", "1"], &[]))
        .await
        .unwrap();
    let before = sight(store.as_ref()).await;
    for given in [0, 1, 3] {
        let refused = store.append("run", &batch(given, &["x"], &["a"])).await;
        let wrong = StoreError::WrongIndex {
            run: "run".to_owned(),
            expected: 2,
            given,
        };
        assert_eq!(refused, Err(wrong));
    }
    assert_eq!(sight(store.as_ref()).await, before);
    store
        .append("run", &batch(2, &["2"], &["a"]))
        .await
        .unwrap();
    let lines = store.load("run").await.unwrap().lines;
    assert_eq!(lines, ["0", "1", "2"]);
}

async fn what_is_not_there_is_told(place: &impl Place) {
    let store = open(place).await;
    store.create_run(&new_run("here", 1)).await.unwrap();
    let exists = StoreError::RunExists {
        run: "here".to_owned(),
    };
    assert_eq!(store.create_run(&new_run("here", 2)).await, Err(exists));
    let missing = || StoreError::RunNotFound {
        run: "nobody".to_owned(),
    };
    assert_eq!(store.load("nobody").await, Err(missing()));
    assert_eq!(store.delete_run("nobody").await, Err(missing()));
    assert_eq!(
        store.append("nobody", &batch(0, &["x"], &["a"])).await,
        Err(missing())
    );
    assert_eq!(store.put_blob("nobody", "a", b"a").await, Err(missing()));
    assert_eq!(store.blob("nobody", "a").await, Err(missing()));
    assert_eq!(store.delete_blob("nobody", "a").await, Err(missing()));
    assert_eq!(store.bodies(&["a".to_owned()]).await, Ok(vec![None]));
    assert_eq!(store.bytes().await, Ok(0));
}

async fn bytes_go_with_the_last_run_that_has_them(place: &impl Place) {
    let store = open(place).await;
    for id in ["one", "two"] {
        store.create_run(&new_run(id, 1)).await.unwrap();
        store
            .append(id, &batch(0, &["line"], &["shared", id]))
            .await
            .unwrap();
    }
    let shared = body("shared").bytes.len() as u64;
    assert_eq!(store.bytes().await.unwrap(), 8 + shared + 2 * 9000);
    let heads = store.runs().await.unwrap();
    assert!(heads.iter().all(|head| head.bytes == 4 + shared + 9000));

    let names = ["shared", "one", "two"].map(str::to_owned);
    store.delete_run("one").await.unwrap();
    let left = store.bodies(&names).await.unwrap();
    let there: Vec<bool> = left.iter().map(Option::is_some).collect();
    assert_eq!(there, [true, false, true]);
    store.delete_run("two").await.unwrap();
    assert_eq!(store.bodies(&names).await.unwrap(), [None, None, None]);
    assert_eq!(store.bytes().await.unwrap(), 0);
    store.create_run(&new_run("one", 2)).await.unwrap();
    assert!(store.load("one").await.unwrap().lines.is_empty());
}

async fn blobs_and_bodies_are_told_apart(place: &impl Place) {
    let store = open(place).await;
    store.create_run(&new_run("run", 1)).await.unwrap();
    store.create_run(&new_run("other", 1)).await.unwrap();
    store
        .append("run", &batch(0, &["line"], &["a"]))
        .await
        .unwrap();
    assert_eq!(store.blob("run", "a").await, Ok(None));
    for _ in 0..2 {
        let bytes = body("a").bytes;
        store.put_blob("run", "a", &bytes).await.unwrap();
    }
    store.put_blob("run", "image", b"png").await.unwrap();
    assert_eq!(store.blob("run", "a").await, Ok(Some(body("a").bytes)));
    assert_eq!(store.blob("other", "a").await, Ok(None));
    assert_eq!(store.bytes().await, Ok(4 + 3000 + 3));
    assert_eq!(store.load("run").await.unwrap().head.bytes, 4 + 3000 + 3);
    for _ in 0..2 {
        store.delete_blob("run", "a").await.unwrap();
        store.delete_blob("run", "image").await.unwrap();
    }
    assert_eq!(store.blob("run", "a").await, Ok(None));
    let left = store.bodies(&["a".to_owned(), "image".to_owned()]).await;
    assert_eq!(left, Ok(vec![Some(body("a").bytes), None]));
}

async fn any_text_and_any_bytes_are_kept(place: &impl Place) {
    let store = open(place).await;
    let hostile = [
        "",
        "量子计算",
        "nul \0 inside",
        "'; DROP TABLE runs; --",
        "\u{feff}\u{202e}😀\r\n",
    ];
    // As far as JavaScript counts.
    let far = (1 << 53) - 1;
    for (id, created) in hostile.iter().zip([0, -1, far, -far, 5]) {
        let run = NewRun {
            question: (*id).to_owned(),
            ..new_run(id, created)
        };
        store.create_run(&run).await.unwrap();
        let huge = vec![7; 300_000];
        store.put_blob(id, "huge", &huge).await.unwrap();
        store.put_blob(id, id, &[]).await.unwrap();
        let lines = batch(0, &hostile, &[]);
        store.append(id, &lines).await.unwrap();
        let stored = store.load(id).await.unwrap();
        assert_eq!(stored.lines, hostile);
        assert_eq!(
            (stored.head.question, stored.head.created),
            ((*id).to_owned(), created)
        );
        assert_eq!(store.blob(id, "huge").await, Ok(Some(huge)));
        assert_eq!(store.blob(id, id).await, Ok(Some(Vec::new())));
    }
    let bytes: usize = hostile.iter().map(|line| line.len()).sum();
    assert_eq!(store.bytes().await.unwrap(), 300_000 + 5 * bytes as u64);
}

async fn an_open_store_finds_what_the_former_wrote(place: &impl Place) {
    let store = open(place).await;
    if !store.is_durable() {
        return;
    }
    let finished = Batch {
        state: Some(RunState::Finished {
            termination: "answer".to_owned(),
        }),
        ..batch(2, &["two"], &["b"])
    };
    store.create_run(&new_run("run", 1)).await.unwrap();
    store
        .append("run", &batch(0, &["0", "1"], &["a"]))
        .await
        .unwrap();
    store.append("run", &finished).await.unwrap();
    store.put_blob("run", "image", b"png").await.unwrap();
    let written = sight(store.as_ref()).await;
    drop(store);
    for _ in 0..2 {
        assert_eq!(sight(open(place).await.as_ref()).await, written);
    }
}

async fn overlapping_calls_take_effect_one_by_one(place: &impl Place) {
    let store = open(place).await;
    store.create_run(&new_run("run", 1)).await.unwrap();
    let batches: Vec<Batch> = (0..8).map(|at| batch(at, &["line"], &["a"])).collect();
    let mut calls: Vec<_> = batches
        .iter()
        .map(|batch| store.append("run", batch))
        .collect();
    // All are begun, then each is awaited: the order of the calls holds, whatever the store interleaves.
    for call in &mut calls {
        call.await.unwrap();
    }
    drop(calls);
    let dropped = store.append("run", &batches[0]);
    drop(dropped);
    assert_eq!(store.load("run").await.unwrap().head.lines, 8);
}
