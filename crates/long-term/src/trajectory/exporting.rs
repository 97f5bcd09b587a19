//! Memory into a file.

use super::file::TrajectoryRecord;
use super::trajectory_memory::TrajectoryMemory;
use crate::error::MemoryError;
use crate::exchange::{ExportCursor, ExportPage, PageWriter, Section};

/// Trajectories of a page.
const PAGE: usize = 16;

impl TrajectoryMemory {
    /// The next part of a file of all memory: from the beginning without a cursor, on from the last part with its.
    ///
    /// # Errors
    /// That of the store; the same part can be asked for again.
    pub async fn export(&self, cursor: Option<&ExportCursor>) -> Result<ExportPage, MemoryError> {
        let mut page = PageWriter::new(cursor);
        let after = cursor.and_then(|cursor| cursor.after.as_ref());
        match cursor.map_or(Section::First, |cursor| cursor.section) {
            Section::First => {
                let trajectories = self.browse(after, PAGE).await?;
                page.add(&TrajectoryRecord::Rows(Box::new(trajectories.rows)));
                Ok(match trajectories.next {
                    Some(next) => page.until(Section::First, Some(next)),
                    None => page.until(Section::Second, None),
                })
            }
            Section::Second => {
                let knowledge = self.knowledge().await?;
                page.add(&TrajectoryRecord::Rows(Box::new(knowledge)));
                Ok(page.end())
            }
        }
    }
}
