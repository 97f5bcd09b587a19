//! A file into memory.

use super::file::{TrajectoryFile, TrajectoryRecord};
use super::trajectory_memory::TrajectoryMemory;
use crate::control::Control;
use crate::dating::latest_believed;
use crate::error::MemoryError;
use amb_memory::task::Trust;
use amb_memory::trajectory::graph::{GraphRows, ImportedRows};
use amb_memory::trajectory::records::confidence;
use serde::{Deserialize, Serialize};

/// Fragments that one imported row may stand for.
const MOST_OCCURRENCES: u32 = 1_000;

/// Uses of an imported methodology that count: as many of this memory's own speak as loud.
const MOST_USES: u32 = 100;

/// Result of an import.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ImportedTrajectories {
    /// Numbers of new rows.
    pub rows: ImportedRows,
    /// True if all rows were imported. After a cancelled import, another import of the same file continues.
    pub complete: bool,
}

impl TrajectoryMemory {
    /// Imports a file that was read to its end. It is checked whole before anything is written; then it is written in
    /// parts, each whole. What is known by its id stays as it is. Whoever wrote the file wrote its labels, too: trust
    /// goes down to [`Trust::Imported`], counts to what this memory's own runs can still weigh against, and times that
    /// are more than a year ahead to a year. Vectors stay with the model that made them, but for those of zeros,
    /// which say that it hardly knew the text: these are made anew by upkeep.
    ///
    /// # Errors
    /// The file was cut off; that of the store, with [`MemoryError::Interrupted`] if parts were written before.
    /// Importing it again is harmless.
    pub async fn import(
        &self,
        file: TrajectoryFile,
        control: &dyn Control,
    ) -> Result<ImportedTrajectories, MemoryError> {
        let mut report = ImportedTrajectories::default();
        let records = file.finish()?;
        let (of, now) = (records.len(), self.world.now());
        for (done, record) in records.into_iter().enumerate() {
            if control.is_cancelled() {
                return Ok(report);
            }
            let TrajectoryRecord::Rows(mut rows) = record else {
                continue;
            };
            lower(&mut rows);
            drop_zeros(&mut rows);
            bound(&mut rows);
            bring_to(now, &mut rows);
            let imported = self.store.import(&rows).await;
            self.embedded.look_once_more();
            match imported {
                Ok(imported) => add(&mut report.rows, imported),
                Err(cause) if done > 0 => {
                    let cause = Box::new(cause);
                    return Err(MemoryError::Interrupted { done, of, cause });
                }
                Err(error) => return Err(error.into()),
            }
            control.progress(done + 1, Some(of));
        }
        report.complete = true;
        Ok(report)
    }
}

/// Takes trust down to that of a file.
fn lower(rows: &mut GraphRows) {
    let trajectories = rows.trajectories.iter_mut().map(|row| &mut row.trust);
    let fragments = rows.fragments.iter_mut().map(|row| &mut row.trust);
    let patterns = rows.patterns.iter_mut().map(|row| &mut row.trust);
    let methodologies = rows.methodologies.iter_mut().map(|row| &mut row.trust);
    let labels = trajectories.chain(fragments).chain(patterns);
    for trust in labels.chain(methodologies) {
        *trust = (*trust).min(Trust::Imported);
    }
}

/// Takes out vectors that point nowhere: that the model that runs hardly knows a text is for this model to say.
fn drop_zeros(rows: &mut GraphRows) {
    let trajectories = rows.trajectories.iter_mut().map(|row| &mut row.embedding);
    let fragments = rows.fragments.iter_mut().map(|row| &mut row.embedding);
    let methodologies = rows.methodologies.iter_mut().map(|row| &mut row.embedding);
    for vector in trajectories.chain(fragments).chain(methodologies) {
        vector.take_if(|vector| !vector.has_direction());
    }
}

/// Takes counts down to their most. A methodology keeps its share of successes.
fn bound(rows: &mut GraphRows) {
    for fragment in &mut rows.fragments {
        fragment.occurrences = fragment.occurrences.min(MOST_OCCURRENCES);
    }
    for row in &mut rows.patterns {
        row.frequency = row.frequency.min(MOST_OCCURRENCES);
    }
    for row in &mut rows.methodologies {
        row.source_count = row.source_count.min(MOST_OCCURRENCES);
        let (won, lost) = (u64::from(row.success_count), u64::from(row.failure_count));
        let uses = won + lost;
        if uses <= u64::from(MOST_USES) {
            continue;
        }
        let kept = (won * u64::from(MOST_USES) + uses / 2) / uses;
        row.success_count = u32::try_from(kept).unwrap_or(MOST_USES);
        row.failure_count = MOST_USES - row.success_count;
        row.confidence = confidence(row.success_count, row.failure_count);
    }
}

/// Takes times, milliseconds since 1970, down to the latest that is believed.
fn bring_to(now: i64, rows: &mut GraphRows) {
    let latest = latest_believed(now);
    for row in &mut rows.trajectories {
        row.started_at = row.started_at.min(latest);
        row.ended_at = row.ended_at.min(latest);
    }
    for fragment in &mut rows.fragments {
        fragment.ended_at = fragment.ended_at.min(latest);
    }
    for pattern in &mut rows.patterns {
        pattern.last_seen = pattern.last_seen.min(latest);
    }
    for row in &mut rows.methodologies {
        row.created = row.created.min(latest);
        row.last_used = row.last_used.map(|used| used.min(latest));
    }
}

fn add(sum: &mut ImportedRows, further: ImportedRows) {
    sum.trajectories += further.trajectories;
    sum.known_trajectories += further.known_trajectories;
    sum.methodologies += further.methodologies;
    sum.known_methodologies += further.known_methodologies;
}
