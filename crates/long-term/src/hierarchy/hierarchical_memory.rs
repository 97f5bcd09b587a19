//! Parts of hierarchical memory.

use super::accesses::WaitingAccesses;
use crate::error::MemoryError;
use crate::note::Notes;
use crate::re_embedding::Progress;
use crate::vectors;
use crate::words::Words;
use crate::world::World;
use amb_memory::ListCursor;
use amb_memory::hierarchy::{HierarchySettings, MemoryId, SensoryBuffer, UtcOffset, WorkingMemory};
use amb_memory::retrieval::Embedding;
use amb_store::long_term::HierarchyStore;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Memory of one user: four levels over a store, and a world (AF-13).
///
/// The sensory buffer, the context of working memory, and accesses that wait to be written live as long as this; all else is
/// in the store, from which several of these may read and write. Calls may overlap.
pub struct HierarchicalMemory {
    pub(super) store: Rc<dyn HierarchyStore>,
    pub(super) world: Rc<dyn World>,
    pub(super) words: Rc<dyn Words>,
    pub(super) settings: HierarchySettings,
    pub(super) sensory: RefCell<SensoryBuffer>,
    /// Opened with the store's core memory when it is first used.
    pub(super) working: RefCell<Option<WorkingMemory>>,
    /// Progress of embedding entries with the current model.
    pub(super) embedded: Progress<ListCursor>,
    pub(super) last_named: Cell<Naming>,
    /// Accesses by recall that are not written yet.
    pub(super) accesses: WaitingAccesses,
}

/// When something was named: the millisecond, and how many were named in it before.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Naming {
    millisecond: u64,
    before: u16,
}

impl Naming {
    /// The last millisecond that an id has room for.
    const LAST: u64 = (1 << 48) - 1;
    /// Most earlier ids of one millisecond that an id has room for.
    const MOST: u16 = (1 << 12) - 1;

    /// The next, later than this one whatever the clock says: it may go back, stand still, or be before 1970.
    fn next(self, clock: i64) -> Self {
        let millisecond = u64::try_from(clock).unwrap_or(0).min(Self::LAST);
        if millisecond > self.millisecond {
            return Self {
                millisecond,
                before: 0,
            };
        }
        if self.before < Self::MOST {
            return Self {
                before: self.before + 1,
                ..self
            };
        }
        Self {
            millisecond: self.millisecond + 1,
            before: 0,
        }
    }
}

/// Urgency of a reflection or a consolidation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Urgency {
    /// If it is due.
    WhenDue,
    /// Somebody asks for it.
    Now,
}

impl HierarchicalMemory {
    /// Memory with these settings. Nothing is read yet.
    ///
    /// # Errors
    /// A setting has no meaning at its value.
    pub fn new(
        store: Rc<dyn HierarchyStore>,
        world: Rc<dyn World>,
        words: Rc<dyn Words>,
        settings: HierarchySettings,
    ) -> Result<Self, MemoryError> {
        settings.validate()?;
        Ok(Self {
            store,
            world,
            words,
            sensory: RefCell::new(SensoryBuffer::new(settings.sensory_capacity)),
            working: RefCell::new(None),
            embedded: Progress::default(),
            last_named: Cell::default(),
            accesses: WaitingAccesses::default(),
            settings,
        })
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &HierarchySettings {
        &self.settings
    }

    /// Returns the offset of the user's clock from UTC.
    pub(crate) fn offset(&self) -> UtcOffset {
        self.world.offset()
    }

    /// A new id, greater than all that were made here before: a UUID of version 7, of the world's time and randomness. What
    /// is observed at once has one time, and is listed in the order of its ids.
    pub(super) fn new_id(&self) -> MemoryId {
        let naming = self.last_named.get().next(self.world.now());
        self.last_named.set(naming);
        let [_, _, _, _, _, _, mut bytes @ ..] = self.world.random();
        let [high, low, ..] = &mut bytes;
        [*high, *low] = naming.before.to_be_bytes();
        let uuid = uuid::Builder::from_unix_timestamp_millis(naming.millisecond, &bytes);
        MemoryId::from(uuid.into_uuid().to_string())
    }

    pub(super) async fn embed(&self, texts: &[&str], notes: &mut Notes) -> Vec<Option<Embedding>> {
        let embeddings = vectors::embed(self.world.as_ref(), texts, notes).await;
        if embeddings.iter().any(Option::is_none) {
            // What is written without a vector gets one later.
            self.embedded.look_once_more();
        }
        embeddings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// AF-13: more in a millisecond than are counted in one, a clock that goes back, and none that is to be believed.
    #[test]
    fn af_13_what_is_named_later_has_the_greater_name() {
        let clocks = std::iter::repeat_n(1_000, 10_000);
        let clocks = clocks.chain([-1, i64::MIN, 999, 1_001, 5_000, 4_999, i64::MAX, 0]);
        let mut last = Naming::default();
        for clock in clocks {
            let next = last.next(clock);
            let place = |naming: Naming| (naming.millisecond, naming.before);
            assert!(place(last) < place(next), "{last:?}, {next:?}");
            assert!(next.before <= Naming::MOST);
            last = next;
        }
        assert_eq!(Naming::default().next(-7).millisecond, 0);
    }
}
