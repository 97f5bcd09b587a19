//! A medium in memory that outlives its stores, fails as planned, and may have a defect.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use amb_store::StoreError;
use amb_store::contract::{Failure, FaultyPlace};

/// Stored data, planned faults, and the defect.
#[derive(Debug)]
pub struct Medium<Kept, Defect> {
    kept: Rc<Kept>,
    pub defect: Option<Defect>,
    faults: Rc<Faults>,
}

#[derive(Debug, Default)]
struct Faults {
    plan: Cell<Option<(usize, Failure)>>,
    writes: Cell<usize>,
    failed: Cell<bool>,
}

impl<Kept: Default, Defect> Medium<Kept, Defect> {
    /// An empty one.
    pub fn new(defect: Option<Defect>) -> Self {
        Self {
            kept: Rc::default(),
            defect,
            faults: Rc::default(),
        }
    }
}

impl<Kept, Defect: Copy> Clone for Medium<Kept, Defect> {
    fn clone(&self) -> Self {
        Self {
            kept: Rc::clone(&self.kept),
            defect: self.defect,
            faults: Rc::clone(&self.faults),
        }
    }
}

impl<Kept, Defect> Medium<Kept, Defect> {
    /// Returns the stored data.
    pub fn kept(&self) -> &Kept {
        &self.kept
    }

    /// Counts one write: a call's first, its last, or that of opening.
    pub fn write(&self) -> Result<(), StoreError> {
        let number = self.faults.writes.get() + 1;
        self.faults.writes.set(number);
        let Some((first, failure)) = self.faults.plan.get() else {
            return Ok(());
        };
        let comes = match failure {
            Failure::Full | Failure::Once => number == first,
            Failure::ForGood | Failure::PowerCut => number >= first,
        };
        if !comes {
            return Ok(());
        }
        self.faults.failed.set(true);
        Err(StoreError::Io {
            detail: "made to fail".to_owned(),
        })
    }
}

impl<Kept, Defect> FaultyPlace for Medium<Kept, Defect> {
    fn failures(&self) -> &[Failure] {
        &[Failure::Once, Failure::ForGood]
    }

    fn fail(&self, number: usize, failure: Failure) {
        self.faults.plan.set(Some((number, failure)));
        self.faults.writes.set(0);
        self.faults.failed.set(false);
    }

    fn heal(&self) -> bool {
        self.faults.plan.set(None);
        self.faults.failed.get()
    }
}

/// Proves that a suite stops at a defect.
pub fn is_noticed(defect: impl std::fmt::Debug, suite: impl FnOnce()) {
    let passed = catch_unwind(AssertUnwindSafe(suite)).is_ok();
    assert!(!passed, "{defect:?} was not noticed");
}
