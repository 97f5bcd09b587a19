//! A disk whose writes fail, and that loses power.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use amb_store::contract::Failure;
use rsqlite_vfs::{VfsError, VfsErrorCode, VfsResult};

use super::disk::{Change, Disk};

/// Planned failures of a disk.
#[derive(Default)]
pub struct Faults {
    plan: Cell<Option<(usize, Failure)>>,
    writes: Cell<usize>,
    failed: Cell<bool>,
    /// State of each file at its last synchronisation, and the writes since.
    unsynced: RefCell<BTreeMap<String, Unsynced>>,
}

#[derive(Default)]
struct Unsynced {
    bytes: Vec<u8>,
    changes: Vec<Owned>,
}

enum Owned {
    Write(usize, Vec<u8>),
    Truncate(usize),
}

impl Faults {
    pub fn plan(&self, number: usize, failure: Failure) {
        self.plan.set(Some((number, failure)));
        self.writes.set(0);
        self.failed.set(false);
    }

    /// Counts a change, and refuses it if planned. An allowed change is remembered until it is synchronised.
    pub fn permit(&self, disk: &Disk, name: &str, change: &Change<'_>) -> VfsResult<()> {
        let number = self.writes.get() + 1;
        self.writes.set(number);
        if let Some((first, failure)) = self.plan.get() {
            let comes = match failure {
                Failure::Full | Failure::Once => number == first,
                Failure::ForGood | Failure::PowerCut => number >= first,
            };
            if comes {
                self.failed.set(true);
                return Err(refusal(failure, change));
            }
        }
        self.remember(disk, name, change);
        Ok(())
    }

    fn remember(&self, disk: &Disk, name: &str, change: &Change<'_>) {
        let mut unsynced = self.unsynced.borrow_mut();
        let file = unsynced.entry(name.to_owned()).or_default();
        match change {
            Change::Write(offset, bytes) => {
                let offset = usize::try_from(*offset).unwrap();
                file.changes.push(Owned::Write(offset, bytes.to_vec()));
            }
            Change::Truncate(size) => {
                let size = usize::try_from(*size).unwrap();
                file.changes.push(Owned::Truncate(size));
            }
            Change::Sync => {
                file.changes.clear();
                file.bytes = bytes(disk, name);
            }
            Change::Delete => *file = Unsynced::default(),
        }
    }

    /// Ends the plan. After a power loss, each file is its last synchronised state with some of the later writes: each
    /// is whole, cut to its first half, or missing.
    pub fn heal(&self, disk: &Disk) -> bool {
        let plan = self.plan.take();
        if let Some((number, Failure::PowerCut)) = plan.filter(|_| self.failed.get()) {
            let files = std::mem::take(&mut *self.unsynced.borrow_mut());
            let mut chance = number;
            for (name, mut file) in files {
                if !disk.contains(&name) {
                    continue;
                }
                for change in file.changes.drain(..) {
                    chance = chance.wrapping_mul(1_103_515_245).wrapping_add(12_345);
                    find_again(&mut file.bytes, change, chance >> 16);
                }
                disk.change(&name, &Change::Truncate(0)).unwrap();
                disk.change(&name, &Change::Write(0, &file.bytes)).unwrap();
                disk.change(&name, &Change::Sync).unwrap();
            }
        }
        self.failed.get()
    }
}

fn find_again(file: &mut Vec<u8>, change: Owned, chance: usize) {
    match change {
        Owned::Truncate(size) if chance.is_multiple_of(2) => file.truncate(size),
        Owned::Truncate(_) => {}
        Owned::Write(offset, mut bytes) => {
            bytes.truncate(match chance % 3 {
                0 => 0,
                1 => bytes.len() / 2,
                _ => bytes.len(),
            });
            let end = offset + bytes.len();
            if !bytes.is_empty() {
                file.resize(file.len().max(end), 0);
                file[offset..end].copy_from_slice(&bytes);
            }
        }
    }
}

/// All bytes of a file.
pub fn bytes(disk: &Disk, name: &str) -> Vec<u8> {
    let size = usize::try_from(disk.size(name).unwrap()).unwrap();
    let mut bytes = vec![0; size];
    assert_eq!(disk.read(name, &mut bytes, 0).unwrap(), size);
    bytes
}

fn refusal(failure: Failure, change: &Change<'_>) -> VfsError {
    let code = match (failure, change) {
        (Failure::Full, Change::Write(..)) => VfsErrorCode::Full,
        (_, Change::Write(..)) => VfsErrorCode::IoWrite,
        (_, Change::Truncate(_)) => VfsErrorCode::IoTruncate,
        (_, Change::Sync) => VfsErrorCode::IoSync,
        (_, Change::Delete) => VfsErrorCode::IoDelete,
    };
    VfsError::new(code, "made to fail".into())
}
