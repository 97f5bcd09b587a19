//! SQLite on a disk that fails: both kinds of journal, every write, every failure; and damaged files.

use std::rc::Rc;
use std::time::Duration;

use amb_store::contract::{
    Failure, FaultyPlace, Opening, Place, hierarchy, holds, survives_faults, trajectories,
};
use amb_store::long_term::{HierarchyStore, TrajectoryStore};
use amb_store::{NewRun, Store, StoreError, StoreFuture};
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

const JOURNALS: [Durability; 3] = [
    Durability::OwnLog,
    Durability::RollbackFile,
    Durability::RollbackMemory,
];

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

impl OnDisk {
    async fn store(&self) -> Result<SqliteStore, StoreError> {
        let medium = DiskMedium(Rc::clone(&self.mount), self.durability);
        SqliteStore::on(medium).await
    }
}

impl Place for OnDisk {
    fn open(&self) -> Opening<'_, dyn Store> {
        Box::pin(async { Ok(Box::new(self.store().await?) as _) })
    }
}

impl Place<dyn TrajectoryStore> for OnDisk {
    fn open(&self) -> Opening<'_, dyn TrajectoryStore> {
        Box::pin(async { Ok(Box::new(self.store().await?) as _) })
    }
}

impl Place<dyn HierarchyStore> for OnDisk {
    fn open(&self) -> Opening<'_, dyn HierarchyStore> {
        Box::pin(async { Ok(Box::new(self.store().await?) as _) })
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

/// Places with this kind of journal.
fn on(durability: Durability) -> impl AsyncFn() -> OnDisk {
    async move || OnDisk::new(durability)
}

/// BX-02: the contract over a log and over a rollback journal.
#[test]
fn bx_02_both_kinds_of_journal_hold_the_contract() {
    for durability in JOURNALS {
        block_on(holds(on(durability)));
    }
}

/// Pages that a database changed, taken over one by one, make the same database on another disk.
#[test]
fn pages_that_changed_make_the_same_database_elsewhere() {
    let place = OnDisk::new(Durability::RollbackMemory);
    let copy = OnDisk::new(Durability::RollbackMemory);
    let store = block_on(place.store()).unwrap();
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
        taken.iter().all(|pages| (10..60).contains(pages)),
        "{taken:?}"
    );
    assert_eq!(bytes(&copy.disk, DATABASE), bytes(&place.disk, DATABASE));
    let copied = block_on(copy.store()).unwrap();
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

/// BX-02: after any failure of any write, the old state or the new one is found; with a log.
#[test]
fn bx_02_a_log_survives_every_failed_write() {
    block_on(survives_faults(on(Durability::OwnLog)));
}

/// BX-02: the same with a rollback journal.
#[test]
fn bx_02_a_rollback_journal_survives_every_failed_write() {
    block_on(survives_faults(on(Durability::RollbackFile)));
}

/// CG-09: the contract of trajectory memory over each kind of journal.
#[test]
fn cg_09_every_journal_holds_the_contract_of_trajectories() {
    for durability in JOURNALS {
        block_on(trajectories::holds(on(durability)));
    }
}

/// AF-03, AF-04: the contract of hierarchical memory over each kind of journal.
#[test]
fn af_03_every_journal_holds_the_contract_of_the_hierarchy() {
    for durability in JOURNALS {
        block_on(hierarchy::holds(on(durability)));
    }
}

/// CG-09: after any failure of any write, a trajectory or a consolidation is whole or not there; with a log.
#[test]
fn cg_09_trajectories_in_a_log_survive_every_failed_write() {
    block_on(trajectories::survives_faults(on(Durability::OwnLog)));
}

/// CG-09: the same with a rollback journal.
#[test]
fn cg_09_trajectories_in_a_rollback_journal_survive_every_failed_write() {
    block_on(trajectories::survives_faults(on(Durability::RollbackFile)));
}

/// AF-03: the same for a change set, with a log.
#[test]
fn af_03_change_sets_in_a_log_survive_every_failed_write() {
    block_on(hierarchy::survives_faults(on(Durability::OwnLog)));
}

/// AF-03: the same with a rollback journal.
#[test]
fn af_03_change_sets_in_a_rollback_journal_survive_every_failed_write() {
    block_on(hierarchy::survives_faults(on(Durability::RollbackFile)));
}
