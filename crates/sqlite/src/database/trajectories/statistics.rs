//! Rows for statistics.

use std::collections::BTreeMap;

use amb_memory::trajectory::statistics::{ErrorSequences, StatisticsRows};
use amb_store::StoreError;
use rusqlite::Connection;

use super::rows::failure_patterns;
use crate::database::session::{column, first, glance, rows};

/// Returns the rows for statistics.
pub fn statistics(connection: &Connection) -> Result<StatisticsRows, StoreError> {
    glance(connection, |now| {
        let sql = "SELECT consolidated_at FROM trajectory_state";
        let consolidated_at: Option<Option<i64>> = first(now, sql, [], |row| column(row, 0))?;
        Ok(StatisticsRows {
            trajectories: count(now, "trajectories")?,
            successful: count(now, "trajectories WHERE success = 1")?,
            fragments: count(now, "fragments")?,
            methodologies: count(now, "methodologies")?,
            learned_since: learned_since(now)?,
            consolidated_at: consolidated_at.flatten(),
            error_frequency: error_frequency(now)?,
            error_sequences: error_sequences(now)?,
            failure_patterns: failure_patterns(now)?,
        })
    })
}

/// Trajectories learned since the last consolidation.
pub fn learned_since(connection: &Connection) -> Result<u32, StoreError> {
    let sql = "SELECT learned_since FROM trajectory_state";
    Ok(first(connection, sql, [], |row| column(row, 0))?.unwrap_or(0))
}

fn count(now: &Connection, of: &str) -> Result<u32, StoreError> {
    let sql = format!("SELECT count(*) FROM {of}");
    Ok(first(now, &sql, [], |row| column(row, 0))?.unwrap_or(0))
}

fn error_frequency(now: &Connection) -> Result<BTreeMap<String, u32>, StoreError> {
    let sql = "SELECT error_type, sum(frequency) FROM patterns GROUP BY error_type";
    let found = rows(now, sql, [], |row| Ok((column(row, 0)?, counted(row, 1)?)))?;
    Ok(found.into_iter().collect())
}

/// The types of errors of each trajectory's fragments, in their order.
fn error_sequences(now: &Connection) -> Result<ErrorSequences, StoreError> {
    let sql = "SELECT t.number, f.error_type FROM trajectories AS t
            LEFT JOIN has_fragment AS h ON h.trajectory = t.id
            LEFT JOIN fragments AS f ON f.id = h.fragment
        ORDER BY t.id, h.place, h.fragment";
    let mut sequences = ErrorSequences::new();
    let mut last: Option<i64> = None;
    rows(now, sql, [], |row| {
        let number = Some(column(row, 0)?);
        if number != last {
            sequences.push(Vec::new());
            last = number;
        }
        let error: Option<String> = column(row, 1)?;
        if let Some(sequence) = sequences.last_mut() {
            sequence.extend(error);
        }
        Ok(())
    })?;
    Ok(sequences)
}

/// A sum as the core counts.
pub fn counted(row: &rusqlite::Row<'_>, index: usize) -> Result<u32, StoreError> {
    let sum: i64 = column(row, index)?;
    Ok(u32::try_from(sum).unwrap_or(u32::MAX))
}
