//! Volumes replace each other correctly at every failure.

use std::cell::{Cell, RefCell};

use amb_store::{MemoryStore, StoreError, StoreFuture};
use futures::executor::block_on;

use super::{AsideReason, Shelf, Volume, aside, erase, in_use, open, take_back};

/// The state of a volume.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Sound,
    Damaged,
    Newer,
    Locked,
}

/// Volumes in memory; the call of a given number fails.
#[derive(Default)]
struct Memory {
    volumes: RefCell<Vec<(Kind, Volume)>>,
    calls: Cell<u32>,
    fails: Cell<u32>,
}

impl Memory {
    fn with(kinds: &[Kind]) -> Self {
        let shelf = Self::default();
        for kind in kinds {
            shelf.add(*kind);
        }
        shelf
    }

    fn add(&self, kind: Kind) {
        let mut volumes = self.volumes.borrow_mut();
        let volume = Volume {
            number: u32::try_from(volumes.len()).unwrap(),
            aside: None,
            bytes: 8,
        };
        volumes.push((kind, volume));
    }

    fn permit(&self) -> Result<(), StoreError> {
        self.calls.set(self.calls.get() + 1);
        let detail = "made to fail".to_owned();
        let fails = self.calls.get() == self.fails.get();
        if fails {
            Err(StoreError::Io { detail })
        } else {
            Ok(())
        }
    }

    fn now(&self) -> Vec<Volume> {
        self.volumes.borrow().iter().map(|entry| entry.1).collect()
    }

    fn number_in_use(&self) -> u32 {
        in_use(&self.now())
    }

    fn aside(&self) -> Vec<(u32, AsideReason)> {
        let found = block_on(aside(self)).unwrap();
        found.iter().map(|it| (it.number, it.reason)).collect()
    }

    fn open(&self, sets_aside: bool) -> Result<(), StoreError> {
        block_on(open(self, sets_aside)).map(drop)
    }
}

impl Shelf for Memory {
    type Store = MemoryStore;

    fn volumes(&self) -> StoreFuture<'_, Vec<Volume>> {
        Box::pin(async {
            self.permit()?;
            Ok(self.now())
        })
    }

    fn open(&self, number: u32) -> StoreFuture<'_, MemoryStore> {
        Box::pin(async move {
            self.permit()?;
            let at = number as usize;
            if at == self.now().len() {
                self.add(Kind::Sound);
            }
            let detail = "damaged".to_owned();
            match self.volumes.borrow()[at].0 {
                Kind::Sound => Ok(MemoryStore::default()),
                Kind::Damaged => Err(StoreError::Corrupt { detail }),
                Kind::Locked => Err(StoreError::PassphraseWrong),
                Kind::Newer => Err(StoreError::TooNew {
                    found: 9,
                    supported: 1,
                }),
            }
        })
    }

    fn mark(&self, number: u32, aside: Option<AsideReason>) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.permit()?;
            self.volumes.borrow_mut()[number as usize].1.aside = aside;
            Ok(())
        })
    }

    fn erase(&self, number: u32) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.permit()?;
            self.volumes.borrow_mut()[number as usize].1.bytes = 0;
            Ok(())
        })
    }
}

#[test]
fn bx_02_a_store_that_cannot_be_read_is_set_aside_if_that_is_wished() {
    for (kind, reason) in [
        (Kind::Damaged, AsideReason::StoreCorrupt),
        (Kind::Newer, AsideReason::StoreTooNew),
    ] {
        let shelf = Memory::with(&[kind]);
        let refused = shelf.open(false).unwrap_err();
        assert_eq!(refused.kind(), reason.name());
        assert_eq!((shelf.number_in_use(), shelf.aside()), (0, vec![]));
        shelf.open(true).unwrap();
        assert_eq!(
            (shelf.number_in_use(), shelf.aside()),
            (1, vec![(0, reason)])
        );
        shelf.open(false).unwrap();
        shelf.open(true).unwrap();
        assert_eq!(
            shelf.number_in_use(),
            1,
            "one that can be read is not set aside"
        );
    }
}

/// Neither the volume in use nor one that would take its place.
#[test]
fn bx_02_a_wrong_passphrase_sets_nothing_aside() {
    for kinds in [&[Kind::Locked][..], &[Kind::Damaged, Kind::Locked]] {
        let shelf = Memory::with(kinds);
        assert_eq!(shelf.open(true), Err(StoreError::PassphraseWrong));
        assert_eq!((shelf.number_in_use(), shelf.now().len()), (0, kinds.len()));
        assert!(shelf.now().iter().all(|volume| volume.aside.is_none()));
    }
}

/// At a failure of any step: the old one is in use, or the new one, and no bytes are lost.
#[test]
fn bx_02_whichever_step_fails_the_old_store_is_in_use_or_the_new_one() {
    for fails in 1.. {
        let shelf = Memory::with(&[Kind::Damaged, Kind::Newer]);
        shelf.fails.set(fails);
        let opened = shelf.open(true);
        let failed = shelf.calls.get() >= fails;
        shelf.fails.set(0);
        assert_eq!(opened.is_err(), failed, "{fails}");
        assert!(shelf.now().iter().all(|volume| volume.bytes == 8));
        assert_eq!(shelf.number_in_use() == 2, !failed, "{fails}");
        if !failed {
            break;
        }
        shelf.open(true).unwrap();
        assert_eq!(shelf.number_in_use(), 2, "it goes on where it failed");
    }
}

/// The volume set aside is in use again, and the one in use is set aside; also the other way round.
#[test]
fn bx_02_what_was_set_aside_is_taken_back() {
    for fails in 1..=2 {
        let shelf = Memory::with(&[Kind::Newer]);
        shelf.open(true).unwrap();
        // A newer version comes.
        shelf.volumes.borrow_mut()[0].0 = Kind::Sound;
        for (wanted, before) in [(0, 1), (1, 0)] {
            shelf.calls.set(0);
            shelf.fails.set(fails);
            block_on(take_back(&shelf, wanted)).unwrap_err();
            assert_eq!(shelf.number_in_use(), before);
            shelf.fails.set(0);
            assert_eq!(block_on(take_back(&shelf, wanted)), Ok(true));
            assert_eq!(shelf.number_in_use(), wanted);
            assert_eq!(shelf.aside(), [(before, AsideReason::Replaced)]);
        }
    }
}

#[test]
fn bx_02_only_what_is_set_aside_is_deleted_or_taken_back() {
    let shelf = Memory::with(&[Kind::Damaged]);
    shelf.open(true).unwrap();
    for number in [1, 2] {
        assert_eq!(block_on(erase(&shelf, number)), Ok(false));
        assert_eq!(block_on(take_back(&shelf, number)), Ok(false));
    }
    assert_eq!(block_on(erase(&shelf, 0)), Ok(true));
    assert_eq!((shelf.number_in_use(), shelf.aside()), (1, vec![]));
    assert_eq!(
        block_on(take_back(&shelf, 0)),
        Ok(false),
        "there is nothing left"
    );
}

#[test]
fn the_names_of_reasons_are_those_of_errors_and_read_back() {
    for reason in AsideReason::ALL {
        assert_eq!(AsideReason::named(reason.name()), Some(reason));
    }
    assert_eq!(AsideReason::named("other"), None);
}
