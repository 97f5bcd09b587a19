//! SQLite on a disk that fails: both kinds of journal, every write, every failure; and damaged files.

use std::rc::Rc;
use std::time::Duration;

use amb_store::contract::{Failure, FaultyPlace, Place, holds, survives_faults};
use amb_store::{NewRun, Store, StoreFuture};
use futures::executor::block_on;
use rsqlite_vfs::{OsCallback, VfsResult};
use rusqlite::Connection;

use super::faults::bytes;
use super::{Disk, Mount};
use crate::SqliteStore;
use crate::database::{Durability, open};
use crate::medium::Medium;

/// The platform of a test: no time passes.
struct Still;

impl OsCallback for Still {
    fn sleep(&self, _: Duration) {}

    fn random(&self, into: &mut [u8]) -> usize {
        into.fill(7);
        into.len()
    }

    fn epoch_timestamp_in_ms(&self) -> VfsResult<i64> {
        Ok(0)
    }
}

/// A disk with one database.
struct OnDisk {
    mount: Rc<Mount>,
    disk: Disk,
    durability: Durability,
}

const DATABASE: &str = "runs.sqlite";

impl OnDisk {
    fn new(durability: Durability) -> Self {
        let disk = Disk::default();
        let mount = Rc::new(Mount::new(disk.clone(), Still).unwrap());
        Self {
            mount,
            disk,
            durability,
        }
    }
}

struct DiskMedium(Rc<Mount>, Durability);

impl Medium for DiskMedium {
    fn is_durable(&self) -> bool {
        true
    }

    fn connect(&mut self) -> StoreFuture<'_, Connection> {
        Box::pin(async { open(self.0.connect(DATABASE)?, self.1) })
    }

    fn settle(&mut self) -> StoreFuture<'_, ()> {
        Box::pin(async { Ok(()) })
    }
}

impl Place for OnDisk {
    fn open(&self) -> StoreFuture<'_, Box<dyn Store>> {
        Box::pin(async {
            let medium = DiskMedium(Rc::clone(&self.mount), self.durability);
            Ok(Box::new(SqliteStore::on(medium).await?) as Box<dyn Store>)
        })
    }
}

impl FaultyPlace for OnDisk {
    fn failures(&self) -> &[Failure] {
        &[
            Failure::Full,
            Failure::Once,
            Failure::ForGood,
            Failure::PowerCut,
        ]
    }

    fn fail(&self, number: usize, failure: Failure) {
        self.disk.faults.plan(number, failure);
    }

    fn heal(&self) -> bool {
        self.disk.faults.heal(&self.disk)
    }
}

/// BX-02: the contract over a log and over a rollback journal.
#[test]
fn bx_02_both_kinds_of_journal_hold_the_contract() {
    for durability in [
        Durability::OwnLog,
        Durability::RollbackFile,
        Durability::RollbackMemory,
    ] {
        block_on(holds(async || OnDisk::new(durability)));
    }
}

/// What was written to a database's pages, and taken over page by page, is that database on another disk.
#[test]
fn pages_that_changed_make_the_same_database_elsewhere() {
    let place = OnDisk::new(Durability::RollbackMemory);
    let copy = OnDisk::new(Durability::RollbackMemory);
    let store = block_on(place.open()).unwrap();
    let mut taken = Vec::new();
    for id in ["a", "b", "c"] {
        block_on(store.create_run(&run(id))).unwrap();
        block_on(store.put_blob(id, id, &vec![1; 100_000])).unwrap();
        if id == "b" {
            block_on(store.delete_run("a")).unwrap();
        }
        let changed = place.disk.changed(DATABASE).unwrap();
        place.disk.settled(DATABASE).unwrap();
        assert!(place.disk.changed(DATABASE).unwrap().is_empty());
        taken.push(changed.len());
        copy.disk.create(DATABASE);
        copy.disk.put_pages(DATABASE, &changed).unwrap();
    }
    assert!(
        taken.iter().all(|pages| (10..30).contains(pages)),
        "{taken:?}"
    );
    assert_eq!(bytes(&copy.disk, DATABASE), bytes(&place.disk, DATABASE));
    let copied = block_on(copy.open()).unwrap();
    assert_eq!(block_on(copied.runs()), block_on(store.runs()));
}

fn run(id: &str) -> NewRun {
    NewRun {
        id: id.to_owned(),
        question: String::new(),
        format: 1,
        created: 0,
        lines: Vec::new(),
        bodies: Vec::new(),
    }
}

/// BX-02: whichever write fails, and however, the old state or the new one is found; with a log.
#[test]
fn bx_02_a_log_survives_every_failed_write() {
    block_on(survives_faults(async || OnDisk::new(Durability::OwnLog)));
}

/// BX-02: likewise with a rollback journal.
#[test]
fn bx_02_a_rollback_journal_survives_every_failed_write() {
    block_on(survives_faults(async || {
        OnDisk::new(Durability::RollbackFile)
    }));
}
