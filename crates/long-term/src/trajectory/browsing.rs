//! Looking through what runs have taught, and forgetting it.

use super::trajectory_memory::TrajectoryMemory;
use crate::error::MemoryError;
use amb_memory::ListCursor;
use amb_memory::trajectory::graph::GraphRows;
use amb_memory::trajectory::records::{FragmentId, MethodologyId, TrajectoryId};
use amb_memory::trajectory::statistics::{
    MemoryStats, MistakePattern, MistakeQuery, common_mistakes, stats,
};
use serde::{Deserialize, Serialize};

/// A page of trajectories.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TrajectoryPage {
    /// Trajectories, those that ended last first, with their fragments and errors.
    pub rows: GraphRows,
    /// After which the next page begins; none where this is the last.
    pub next: Option<ListCursor>,
}

impl TrajectoryMemory {
    /// Returns the statistics of the memory (CG-07).
    ///
    /// # Errors
    /// That of the store.
    pub async fn stats(&self) -> Result<MemoryStats, MemoryError> {
        Ok(stats(self.store.statistics().await?))
    }

    /// Returns the failures in a situation, the most frequent first; at most `k` (CG-07).
    ///
    /// # Errors
    /// That of the store.
    pub async fn mistakes(
        &self,
        situation: &str,
        k: usize,
    ) -> Result<Vec<MistakePattern>, MemoryError> {
        let fragments = (self.settings.candidates as usize).max(k);
        let query = MistakeQuery::new(situation, fragments);
        Ok(common_mistakes(&self.store.mistakes(&query).await?, k))
    }

    /// Trajectories, a page after a place, those that ended last first.
    ///
    /// # Errors
    /// That of the store.
    pub async fn browse(
        &self,
        after: Option<&ListCursor>,
        limit: usize,
    ) -> Result<TrajectoryPage, MemoryError> {
        let limit = limit.max(1);
        let rows = self.store.rows_after(after, limit).await?;
        let last = rows.trajectories.last().map(ListCursor::of);
        Ok(TrajectoryPage {
            next: last.filter(|_| rows.trajectories.len() == limit),
            rows,
        })
    }

    /// The fragments of these ids that are still kept, as a methodology names its sources, with the trajectories that they
    /// were cut from, those that ended last first.
    ///
    /// # Errors
    /// That of the store.
    pub async fn cases(&self, ids: &[FragmentId]) -> Result<GraphRows, MemoryError> {
        Ok(self.store.cases(ids).await?)
    }

    /// All methodologies with the errors they are about, and where things go wrong.
    ///
    /// # Errors
    /// That of the store.
    pub async fn knowledge(&self) -> Result<GraphRows, MemoryError> {
        Ok(self.store.knowledge().await?)
    }

    /// Forgets a trajectory for good; whether there was one. What was abstracted from it stays.
    ///
    /// # Errors
    /// That of the store.
    pub async fn forget(&self, id: &TrajectoryId) -> Result<bool, MemoryError> {
        Ok(self.store.forget(id).await?)
    }

    /// Forgets a methodology for good; whether there was one. It comes back by new cases alone.
    ///
    /// # Errors
    /// That of the store.
    pub async fn forget_methodology(&self, id: &MethodologyId) -> Result<bool, MemoryError> {
        Ok(self.store.forget_methodology(id).await?)
    }
}
