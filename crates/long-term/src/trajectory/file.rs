//! Lines of an exported trajectory memory.

use super::rows_check::check_rows;
use crate::exchange::{Checker, ImportFault, MemoryFile, MemoryRecord, TRAJECTORY_FORMAT};
use amb_memory::trajectory::graph::GraphRows;
use amb_memory::trajectory::records::{MethodologyId, TrajectoryId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A file of trajectory memory, while it is read.
pub type TrajectoryFile = MemoryFile<TrajectoryRecord>;

/// A line of such a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TrajectoryRecord {
    /// Trajectories with all that is theirs, or all methodologies with all that is theirs.
    Rows(Box<GraphRows>),
    /// The last line.
    End {
        /// Records before it.
        records: u64,
    },
}

impl MemoryRecord for TrajectoryRecord {
    const FORMAT: &'static str = TRAJECTORY_FORMAT;
    type Checker = TrajectoryChecker;

    fn end(records: u64) -> Self {
        Self::End { records }
    }

    fn ended(&self) -> Option<u64> {
        match self {
            Self::End { records } => Some(*records),
            Self::Rows(_) => None,
        }
    }
}

/// Knows the trajectories and methodologies of a file so far.
#[derive(Debug, Default)]
pub struct TrajectoryChecker {
    trajectories: BTreeSet<TrajectoryId>,
    methodologies: BTreeSet<MethodologyId>,
}

impl Checker<TrajectoryRecord> for TrajectoryChecker {
    fn check(&mut self, record: &TrajectoryRecord) -> Result<(), ImportFault> {
        let TrajectoryRecord::Rows(rows) = record else {
            return Ok(());
        };
        check_rows(rows)?;
        for row in &rows.trajectories {
            if !self.trajectories.insert(row.id.clone()) {
                return Err(ImportFault::DuplicateId(row.id.to_string()));
            }
        }
        for row in &rows.methodologies {
            if !self.methodologies.insert(row.id.clone()) {
                return Err(ImportFault::DuplicateId(row.id.to_string()));
            }
        }
        Ok(())
    }
}
