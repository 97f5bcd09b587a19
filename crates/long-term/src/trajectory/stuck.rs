//! Loops of a run, and ways out of them.

use super::querying::Told;
use super::trajectory_memory::TrajectoryMemory;
use crate::error::MemoryError;
use amb_memory::text::{Language, language};
use amb_memory::trajectory::loops::{LoopDetector, LoopInfo, escape_query, escape_suggestions};
use amb_memory::trajectory::records::State;
use amb_memory::trajectory::retriever::{Candidates, Recalled};
use serde::{Deserialize, Serialize};

/// A loop, and ways out of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LoopReport {
    /// Loop: its position and the repeated steps.
    pub found: LoopInfo,
    /// Ways out that worked in other runs, the best first; empty if memory knows none.
    pub suggestions: Vec<Recalled>,
    /// Texts of the suggestions for a model.
    pub told: Vec<Told>,
}

impl TrajectoryMemory {
    /// The loop that the last of these states is in, the oldest state first, with ways out; none if it is in none
    /// (CG-06).
    ///
    /// # Errors
    /// That of the store, which is asked where there is a loop alone.
    pub async fn check_loop(&self, history: &[State]) -> Result<Option<LoopReport>, MemoryError> {
        let Some(found) = LoopDetector::new(&self.settings).detect(history) else {
            return Ok(None);
        };
        let suggestions = self.ways_out(&found, &[]).await?;
        let last = history.last();
        let spoken = last.map_or(Language::English, |state| language(&state.task_description));
        Ok(Some(LoopReport {
            told: self.told(suggestions.iter(), spoken),
            found,
            suggestions,
        }))
    }

    /// Returns ways out of a loop that worked in other runs, the best first, without items that have one of these ids
    /// or the same words.
    pub(crate) async fn ways_out(
        &self,
        found: &LoopInfo,
        without: &[String],
    ) -> Result<Vec<Recalled>, MemoryError> {
        let Some(query) = escape_query(found, &self.settings) else {
            return Ok(Vec::new());
        };
        let mut candidates = Candidates {
            error: self.store.by_error(&query).await?,
            ..Candidates::default()
        };
        self.leave_out(&mut candidates, without).await?;
        let now = self.world.now();
        Ok(escape_suggestions(candidates, now, &self.settings))
    }
}
