//! A database in a file: the contract, damage, other programs, newer versions.
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that meets the unexpected must stop"
)]

use std::fs;
use std::path::PathBuf;

use amb_sqlite::{Passphrase, SqliteStore};
use amb_store::contract::{Place, holds};
use amb_store::{Batch, Body, NewRun, Store, StoreError, StoreFuture, StoredRun};
use futures::executor::block_on;
use rusqlite::Connection;

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn file(&self) -> PathBuf {
        self.0.path().join("runs.sqlite")
    }

    fn store(&self) -> Result<SqliteStore, StoreError> {
        block_on(SqliteStore::file(&self.file()))
    }

    /// One run, in a file of many pages that is closed again.
    fn filled() -> (Self, Vec<u8>) {
        let folder = Self::new();
        let store = folder.store().unwrap();
        fill(&store, "run");
        drop(store);
        let bytes = fs::read(folder.file()).unwrap();
        (folder, bytes)
    }
}

impl Place for Folder {
    fn open(&self) -> StoreFuture<'_, Box<dyn Store>> {
        Box::pin(async {
            let store = SqliteStore::file(&self.file()).await?;
            Ok(Box::new(store) as Box<dyn Store>)
        })
    }
}

fn fill(store: &SqliteStore, id: &str) {
    let run = NewRun {
        id: id.to_owned(),
        question: "Who?".to_owned(),
        format: 1,
        created: 5,
        lines: Vec::new(),
        bodies: Vec::new(),
    };
    let bodies = (0..4).map(|number| Body {
        hash: format!("body {number}"),
        bytes: vec![number; 10_000],
    });
    let batch = Batch {
        lines: vec!["line".repeat(2000)],
        bodies: bodies.collect(),
        ..Batch::default()
    };
    block_on(store.create_run(&run)).unwrap();
    block_on(store.append(id, &batch)).unwrap();
}

/// A run and the bodies of its journal.
type Whole = (StoredRun, Vec<Option<Vec<u8>>>);

/// Reads the run that [`fill`] wrote.
fn read(store: &SqliteStore) -> Result<Whole, StoreError> {
    let run = block_on(store.load("run"))?;
    let names: Vec<String> = (0..4).map(|number| format!("body {number}")).collect();
    Ok((run, block_on(store.bodies(&names))?))
}

/// BX-02: the contract of durable runs, in a file.
#[test]
fn bx_02_a_file_holds_the_contract() {
    block_on(holds(async || Folder::new()));
}

/// A file that lost a page or more is refused as damaged, and left unchanged; an empty file is an empty store.
#[test]
fn a_truncated_file_is_refused_and_left_as_it_is() {
    let (folder, whole) = Folder::filled();
    for length in [
        1,
        15,
        16,
        50,
        99,
        100,
        511,
        4095,
        4096,
        5000,
        8192,
        whole.len() - 4096,
    ] {
        fs::write(folder.file(), &whole[..length]).unwrap();
        let refused = folder.store().map(drop);
        assert!(
            matches!(refused, Err(StoreError::Corrupt { .. })),
            "{length}: {refused:?}"
        );
        assert_eq!(
            fs::read(folder.file()).unwrap(),
            whole[..length],
            "{length}"
        );
    }
    fs::write(folder.file(), []).unwrap();
    assert_eq!(block_on(folder.store().unwrap().runs()), Ok(Vec::new()));
}

/// With any byte of the header damaged, the store is refused and the file left unchanged, or all stored data is read.
#[test]
fn a_damaged_header_is_refused_or_harmless() {
    let (folder, whole) = Folder::filled();
    let stored = read(&folder.store().unwrap()).unwrap();
    let mut refused = 0;
    for place in 0..100 {
        let mut damaged = whole.clone();
        damaged[place] ^= 0x55;
        fs::write(folder.file(), &damaged).unwrap();
        match folder.store().and_then(|store| read(&store)) {
            Ok(found) => assert_eq!(found, stored, "byte {place}"),
            Err(StoreError::Corrupt { .. } | StoreError::TooNew { .. }) => {
                refused += 1;
                assert_eq!(fs::read(folder.file()).unwrap(), damaged, "byte {place}");
            }
            Err(other) => panic!("byte {place}: {other:?}"),
        }
        let _ = fs::remove_file(folder.0.path().join("runs.sqlite-wal"));
        let _ = fs::remove_file(folder.0.path().join("runs.sqlite-shm"));
    }
    assert!(refused > 20, "{refused}");
}

/// A page of garbage is found when the store is opened, anywhere in the tables.
#[test]
fn a_page_of_garbage_is_found_at_opening() {
    let (folder, whole) = Folder::filled();
    let schema = 4096..8192;
    let mut damaged = whole.clone();
    damaged[schema].fill(0xaa);
    damaged[100..4096].fill(0xaa);
    fs::write(folder.file(), &damaged).unwrap();
    let refused = folder.store().map(drop).unwrap_err();
    assert!(matches!(refused, StoreError::Corrupt { .. }), "{refused:?}");
    assert_eq!(fs::read(folder.file()).unwrap(), damaged);
}

/// A newer schema is named, and its file left unchanged.
#[test]
fn a_newer_schema_is_refused_by_number() {
    let (folder, _) = Folder::filled();
    let newer = Connection::open(folder.file()).unwrap();
    newer.pragma_update(None, "user_version", 9).unwrap();
    newer.pragma_update(None, "journal_mode", "DELETE").unwrap();
    drop(newer);
    let bytes = fs::read(folder.file()).unwrap();
    let expected = StoreError::TooNew {
        found: 9,
        supported: 4,
    };
    assert_eq!(folder.store().map(drop), Err(expected));
    assert_eq!(fs::read(folder.file()).unwrap(), bytes);
}

/// The database of another program is not written to.
#[test]
fn the_database_of_another_program_is_left_alone() {
    let folder = Folder::new();
    let other = Connection::open(folder.file()).unwrap();
    other.execute_batch("CREATE TABLE notes (text)").unwrap();
    drop(other);
    let bytes = fs::read(folder.file()).unwrap();
    let refused = folder.store().map(drop).unwrap_err();
    assert!(refused.to_string().contains("another program"), "{refused}");
    assert_eq!(fs::read(folder.file()).unwrap(), bytes);
}

/// A database that was encrypted elsewhere is not taken for a damaged one, and nothing here pretends to encrypt.
#[test]
fn bx_02_what_is_encrypted_is_left_alone_natively_and_told() {
    let (folder, whole) = Folder::filled();
    let mut encrypted = whole;
    encrypted[..16].fill(0x5e);
    encrypted[20] = 32;
    encrypted[24..].fill(0xa5);
    fs::write(folder.file(), &encrypted).unwrap();
    let refused = folder.store().map(drop);
    assert_eq!(refused, Err(StoreError::EncryptionUnavailable));
    assert_eq!(fs::read(folder.file()).unwrap(), encrypted);

    let store = Folder::new();
    let store = store.store().unwrap();
    let changed = block_on(store.change_passphrase(Passphrase::new("open sesame")));
    assert_eq!(changed, Err(StoreError::EncryptionUnavailable));
    fill(&store, "run");
    assert_eq!(block_on(store.runs()).unwrap().len(), 1);
}

/// A file that cannot be created gives an error of the medium with the reason.
#[test]
fn a_folder_that_is_not_there_is_told() {
    let missing = Folder::new().0.path().join("missing/runs.sqlite");
    let refused = block_on(SqliteStore::file(&missing)).map(drop).unwrap_err();
    assert_eq!(refused.kind(), "store_io");
}

/// Two stores on one file: each sees the other's writes, a journal has one writer, and a writer that waits in vain gets
/// a busy error.
#[test]
fn two_stores_on_one_file_do_not_lose_each_others_writing() {
    let (folder, _) = Folder::filled();
    let (one, two) = (folder.store().unwrap(), folder.store().unwrap());
    let at = |at| Batch {
        at,
        lines: vec!["more".to_owned()],
        ..Batch::default()
    };
    block_on(one.append("run", &at(1))).unwrap();
    let late = block_on(two.append("run", &at(1))).unwrap_err();
    assert_eq!(late.kind(), "stored_run_wrong_index");
    block_on(two.append("run", &at(2))).unwrap();
    assert_eq!(block_on(one.load("run")).unwrap().lines.len(), 3);

    let other = Connection::open(folder.file()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let busy = block_on(one.delete_run("run")).unwrap_err();
    assert_eq!(busy.kind(), "store_busy");
    other.execute_batch("ROLLBACK").unwrap();
    block_on(one.delete_run("run")).unwrap();
    assert_eq!(block_on(two.runs()), Ok(Vec::new()));
}

/// Deleting runs gives their room back to the file system.
#[test]
fn a_file_shrinks_when_runs_are_deleted() {
    let folder = Folder::new();
    let size = || fs::metadata(folder.file()).unwrap().len();
    drop(folder.store().unwrap());
    let empty = size();
    let store = folder.store().unwrap();
    for id in ["a", "b"] {
        fill(&store, id);
    }
    drop(store);
    assert!(size() > empty + 50_000, "{}", size());
    let store = folder.store().unwrap();
    for id in ["a", "b"] {
        block_on(store.delete_run(id)).unwrap();
    }
    drop(store);
    assert!(size() <= empty + 8192, "{} after {empty}", size());
}
