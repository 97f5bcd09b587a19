//! Where stores under test are kept.

use std::future::Future;
use std::pin::Pin;

use crate::long_term::{HierarchyStore, LongTermError, TrajectoryStore};
use crate::{Store, StoreError};

/// A kind of store that has a suite.
pub trait Kept {
    /// Why a place of it does not open.
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

/// What [`Place::open`] returns.
pub type Opening<'a, S> = Pin<Box<dyn Future<Output = Result<Box<S>, <S as Kept>::Error>> + 'a>>;

/// A place that keeps one store of a kind, such as a file, or a part of a server. A new place is empty.
pub trait Place<S: ?Sized + Kept = dyn Store> {
    /// Opens the store of this place, with whatever earlier ones left in it. One is open at a time.
    fn open(&self) -> Opening<'_, S>;

    /// Whether what a store has written outlives it. Only a store in memory says no.
    fn outlives_its_stores(&self) -> bool {
        true
    }
}

/// A place whose writes can be made to fail.
pub trait FaultyPlace {
    /// The failures that it can play.
    fn failures(&self) -> &[Failure];

    /// From now on, the `number`-th write (from 1) fails; what counts as a write is the medium's affair.
    fn fail(&self, number: usize, failure: Failure);

    /// Writes succeed again. Gives back whether any failed.
    fn heal(&self) -> bool;

    /// Whether each attempt takes long: then calls which another one includes are not tried by themselves, and of the
    /// failures each write meets one, by turns.
    fn is_slow(&self) -> bool {
        false
    }
}

/// How a medium fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// One write says that there is no room.
    Full,
    /// One write fails, and later ones succeed.
    Once,
    /// All writes fail from there on, until the store is opened again.
    ForGood,
    /// Likewise, and of what was not synchronised only a part is found again.
    PowerCut,
}

impl Failure {
    /// Whether the store that met the failure can go on.
    pub(super) fn passes(self) -> bool {
        matches!(self, Self::Full | Self::Once)
    }
}
