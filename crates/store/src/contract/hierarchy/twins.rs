//! A store and the reference, which get the same writes.

use amb_memory::hierarchy::{Change, ChangeSet, MemoryEntry};

use super::super::place::Place;
use super::questions::answer_alike;
use super::samples::memories;
use super::sight::{Sight, sight};
use crate::long_term::{HierarchyInMemory, HierarchyStore, LongTermError};

/// A store under test, and a store in memory.
pub struct Twins {
    pub store: Box<dyn HierarchyStore>,
    pub reference: HierarchyInMemory,
}

impl Twins {
    /// Two empty ones.
    pub async fn of(place: &impl Place<dyn HierarchyStore>) -> Self {
        Self {
            store: place.open().await.expect("the place opens"),
            reference: HierarchyInMemory::default(),
        }
    }

    /// Two that hold the samples.
    pub async fn filled(place: &impl Place<dyn HierarchyStore>) -> Self {
        let twins = Self::of(place).await;
        let changes: Vec<Change> = memories().into_iter().map(insert).collect();
        twins.change(changes).await;
        twins
    }

    /// Both apply changes, or refuse them alike.
    pub async fn apply(&self, changes: &ChangeSet) -> Result<(), LongTermError> {
        let done = self.store.apply(changes).await;
        assert_eq!(done, self.reference.apply(changes).await, "{changes:?}");
        done
    }

    /// Both apply changes.
    pub async fn change(&self, changes: Vec<Change>) {
        self.apply(&changes.into()).await.unwrap();
    }

    /// Returns the visible state, which is the same in both.
    pub async fn look_alike(&self) -> Sight {
        let seen = sight(self.store.as_ref()).await;
        assert_eq!(seen, sight(&self.reference).await);
        seen
    }

    /// Asserts that both look alike, and reply alike to every query.
    pub async fn are_alike(&self) {
        self.look_alike().await;
        answer_alike(self.store.as_ref(), &self.reference).await;
    }
}

/// A new entry.
pub fn insert(entry: MemoryEntry) -> Change {
    Change::Insert(Box::new(entry))
}

/// Another state of an entry.
pub fn replace(entry: MemoryEntry) -> Change {
    Change::Replace(Box::new(entry))
}
