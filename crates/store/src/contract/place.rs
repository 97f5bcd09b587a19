//! Places of stores under test.

use std::future::Future;
use std::pin::Pin;

use crate::long_term::{HierarchyStore, LongTermError, TrajectoryStore};
use crate::{Store, StoreError};

/// A kind of store that has a suite.
pub trait Kept {
    /// The error of opening a place.
    type Error: std::fmt::Debug;
}

impl Kept for dyn Store {
    type Error = StoreError;
}

impl Kept for dyn TrajectoryStore {
    type Error = LongTermError;
}

impl Kept for dyn HierarchyStore {
    type Error = LongTermError;
}

/// The future of [`Place::open`].
pub type Opening<'a, S> = Pin<Box<dyn Future<Output = Result<Box<S>, <S as Kept>::Error>> + 'a>>;

/// A place that keeps one store of a kind, such as a file, or a part of a server. A new place is empty.
pub trait Place<S: ?Sized + Kept = dyn Store> {
    /// Opens the store of this place, with the data of earlier ones. One is open at a time.
    fn open(&self) -> Opening<'_, S>;

    /// Returns true if a store's writes outlive it; false only for a store in memory.
    fn outlives_its_stores(&self) -> bool {
        true
    }
}

/// A place whose writes can be made to fail.
pub trait FaultyPlace {
    /// The failures that it can play.
    fn failures(&self) -> &[Failure];

    /// Makes the `number`-th write from now on (from 1) fail; the medium defines a write.
    fn fail(&self, number: usize, failure: Failure);

    /// Makes writes succeed again. Returns true if one failed.
    fn heal(&self) -> bool;

    /// Returns true if each attempt takes long. Then calls that another one includes are not tried alone, and each
    /// write meets one of the failures, in turn.
    fn is_slow(&self) -> bool {
        false
    }
}

/// A failure of a medium.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// One write reports a full medium.
    Full,
    /// One write fails, and later ones succeed.
    Once,
    /// All writes fail from there on, until the store is opened again.
    ForGood,
    /// Likewise, and only a part of the unsynchronised writes survives.
    PowerCut,
}

impl Failure {
    /// Returns true if the store that met the failure can go on.
    pub(super) fn passes(self) -> bool {
        matches!(self, Self::Full | Self::Once)
    }
}
