//! What hierarchical memory consists of.

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
use std::cell::RefCell;
use std::rc::Rc;

/// Memory of one user: four levels over a store, and a world (AF-13).
///
/// The sensory buffer and the context of working memory live as long as this; all else is in the store, from which
/// several of these may read and write. Calls may overlap.
pub struct HierarchicalMemory {
    pub(super) store: Rc<dyn HierarchyStore>,
    pub(super) world: Rc<dyn World>,
    pub(super) words: Rc<dyn Words>,
    pub(super) settings: HierarchySettings,
    pub(super) sensory: RefCell<SensoryBuffer>,
    /// Opened with the store's core memory when it is first used.
    pub(super) working: RefCell<Option<WorkingMemory>>,
    /// How far entries have vectors of the model that runs.
    pub(super) embedded: Progress<ListCursor>,
}

/// How much a reflection or a consolidation is wanted.
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
            settings,
        })
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &HierarchySettings {
        &self.settings
    }

    /// How far the user's clock is ahead of UTC.
    pub(crate) fn offset(&self) -> UtcOffset {
        self.world.offset()
    }

    /// A new id, a UUID of the world's randomness.
    pub(super) fn new_id(&self) -> MemoryId {
        let uuid = uuid::Builder::from_random_bytes(self.world.random()).into_uuid();
        MemoryId::from(uuid.to_string())
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
