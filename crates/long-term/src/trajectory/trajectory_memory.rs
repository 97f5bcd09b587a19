//! Parts of trajectory memory.

use crate::error::MemoryError;
use crate::note::Notes;
use crate::re_embedding::Progress;
use crate::vectors;
use crate::words::Words;
use crate::world::World;
use amb_memory::retrieval::Embedding;
use amb_memory::trajectory::TrajectorySettings;
use amb_memory::trajectory::vectors::TextOf;
use amb_store::long_term::TrajectoryStore;
use std::rc::Rc;

/// Memory of runs, over a store that many may share, and a world (CG-08). It keeps nothing itself; calls may overlap.
pub struct TrajectoryMemory {
    pub(super) store: Rc<dyn TrajectoryStore>,
    pub(super) world: Rc<dyn World>,
    pub(super) words: Rc<dyn Words>,
    pub(super) settings: TrajectorySettings,
    /// Progress of embedding texts with the current model.
    pub(super) embedded: Progress<TextOf>,
}

impl TrajectoryMemory {
    /// Memory with these settings. Nothing is read yet.
    ///
    /// # Errors
    /// A setting is out of its range.
    pub fn new(
        store: Rc<dyn TrajectoryStore>,
        world: Rc<dyn World>,
        words: Rc<dyn Words>,
        settings: TrajectorySettings,
    ) -> Result<Self, MemoryError> {
        settings.validate()?;
        Ok(Self {
            store,
            world,
            words,
            settings,
            embedded: Progress::default(),
        })
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &TrajectorySettings {
        &self.settings
    }

    pub(super) async fn embed(&self, texts: &[&str], notes: &mut Notes) -> Vec<Option<Embedding>> {
        vectors::embed(self.world.as_ref(), texts, notes).await
    }
}
