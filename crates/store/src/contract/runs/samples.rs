//! Sample runs, and the visible state of a store.

use crate::{Batch, Body, NewRun, RunHead, Store, StoredRun};

/// A run of this name.
pub fn new_run(id: &str, created: i64) -> NewRun {
    NewRun {
        id: id.to_owned(),
        question: format!("What became of {id}?"),
        format: 1,
        created,
        lines: Vec::new(),
        bodies: Vec::new(),
    }
}

/// Lines that follow the first `at`, with these bodies.
pub fn batch(at: u64, lines: &[&str], bodies: &[&str]) -> Batch {
    Batch {
        at,
        lines: lines.iter().map(|line| (*line).to_owned()).collect(),
        bodies: bodies.iter().map(|name| body(name)).collect(),
        updated: 1000 + i64::try_from(at).unwrap(),
        ..Batch::default()
    }
}

/// Returns the body of this name: a few pages long.
pub fn body(name: &str) -> Body {
    Body {
        hash: name.to_owned(),
        bytes: name.repeat(3000).into_bytes(),
    }
}

/// Names of bodies and blobs that the suite uses.
const NAMES: [&str; 6] = ["a", "b", "c", "shared", "image", "huge"];

/// All visible state of a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sight {
    runs: Vec<RunHead>,
    loaded: Vec<StoredRun>,
    bodies: Vec<Option<Vec<u8>>>,
    blobs: Vec<Option<Vec<u8>>>,
    bytes: u64,
}

/// Looks at a store.
pub async fn sight(store: &dyn Store) -> Sight {
    let names = NAMES.map(str::to_owned);
    let runs = store.runs().await.expect("runs are listed");
    let (mut loaded, mut blobs) = (Vec::new(), Vec::new());
    for head in &runs {
        loaded.push(store.load(&head.id).await.expect("a listed run is loaded"));
        for name in &names {
            blobs.push(store.blob(&head.id, name).await.expect("blobs are read"));
        }
    }
    Sight {
        runs,
        loaded,
        bodies: store.bodies(&names).await.expect("bodies are read"),
        blobs,
        bytes: store.bytes().await.expect("bytes are counted"),
    }
}
