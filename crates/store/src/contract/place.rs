//! Where stores under test are kept.

use crate::{Store, StoreFuture};

/// A place that keeps one store, such as a file.
pub trait Place {
    /// Opens the store of this place, with whatever earlier ones left in it. One is open at a time.
    fn open(&self) -> StoreFuture<'_, Box<dyn Store>>;
}

/// A place whose writes can be made to fail.
pub trait FaultyPlace: Place {
    /// The failures that it can play.
    fn failures(&self) -> &[Failure];

    /// From now on, the `number`-th write (from 1) fails; what counts as a write is the medium's affair.
    fn fail(&self, number: usize, failure: Failure);

    /// Writes succeed again. Gives back whether any failed.
    fn heal(&self) -> bool;
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
