//! A run that ended is taken in.

use super::trajectory_memory::TrajectoryMemory;
use crate::error::MemoryError;
use crate::note::{MemoryNote, Notes};
use amb_memory::trajectory::TrajectoryError;
use amb_memory::trajectory::consolidator::{Occasion, is_due};
use amb_memory::trajectory::records::{RawTrajectory, TrajectoryId};
use amb_memory::trajectory::writer::{Learned, draft};
use amb_store::long_term::LongTermError;
use serde::{Deserialize, Serialize};

/// Attempts when the outcome of a write is unknown.
const ATTEMPTS: usize = 3;

/// Result of learning from a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LearnReport {
    /// The run.
    pub id: TrajectoryId,
    /// Telling parts of it that are kept.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub fragments: usize,
    /// True if a consolidation is due; `None` if the store did not answer after the run was written.
    pub consolidation_due: Option<bool>,
    /// Notes on degraded results.
    pub notes: Vec<MemoryNote>,
}

impl TrajectoryMemory {
    /// Learns a run, whole or not at all: its telling parts and errors, with their vectors in one batch, and how what
    /// it was given worked (CG-03).
    ///
    /// # Errors
    /// The run is no trajectory, was learned before, or that of the store.
    pub async fn learn(&self, run: &RawTrajectory) -> Result<LearnReport, MemoryError> {
        let mut notes = Notes::default();
        let mut learned = draft(&run.dated(self.world.now()), &self.settings)?;
        self.embed_all(&mut learned, &mut notes).await;
        let written = self.write(&learned).await;
        // What nobody knows to be written may be.
        let of_fragments = learned.fragments.iter().map(|row| row.embedding.as_ref());
        let vectors = of_fragments.chain([learned.trajectory.embedding.as_ref()]);
        self.embedded.written(vectors);
        written?;
        let learned_since = self.store.learned_since().await.ok();
        let due = learned_since.map(|runs| is_due(runs, Occasion::Learned, &self.settings));
        Ok(LearnReport {
            id: learned.trajectory.id,
            fragments: learned.fragments.len(),
            consolidation_due: due,
            notes: notes.into_vec(),
        })
    }

    async fn embed_all(&self, learned: &mut Learned, notes: &mut Notes) {
        let embeddings = self.embed(&learned.texts(), notes).await;
        let mut embeddings = embeddings.into_iter();
        learned.trajectory.embedding = embeddings.next().flatten();
        for (fragment, embedding) in learned.fragments.iter_mut().zip(embeddings) {
            fragment.embedding = embedding;
        }
    }

    /// Writes a run. That it is known already, after a failure of which the store could not say whether it wrote, means
    /// that it had.
    async fn write(&self, learned: &Learned) -> Result<(), LongTermError> {
        let mut in_doubt = false;
        for attempt in 1..=ATTEMPTS {
            match self.store.learn(learned).await {
                Err(LongTermError::Trajectory(TrajectoryError::DuplicateTrajectory(_)))
                    if in_doubt =>
                {
                    return Ok(());
                }
                Err(error) if error.is_in_doubt() && attempt < ATTEMPTS => in_doubt = true,
                done => return done,
            }
        }
        Ok(())
    }
}
