//! Rows for lists and exports.

use std::collections::BTreeSet;

use amb_memory::ListCursor;
use amb_memory::trajectory::graph::GraphRows;
use amb_memory::trajectory::records::{FragmentId, HasFragment, TrajectoryId};
use amb_store::StoreError;
use rusqlite::Connection;

use super::rows::{
    RESOLVED_BY, TRAJECTORY, caused_in, failure_patterns, fragments, has_fragment, methodologies,
    patterns_of, resolved_by, trajectory,
};
use crate::database::session::{glance, place, rows};

/// Returns at most `limit` trajectories after a cursor, the last ended first, with their fragments, relations and error
/// patterns.
pub fn rows_after(
    connection: &Connection,
    after: Option<&ListCursor>,
    limit: usize,
) -> Result<GraphRows, StoreError> {
    glance(connection, |now| {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let one = |row: &rusqlite::Row<'_>| trajectory(now, row);
        let sql = format!(
            "{TRAJECTORY} WHERE (t.ended_at, t.id) < (?1, ?2)
            ORDER BY t.ended_at DESC, t.id DESC LIMIT ?3"
        );
        let (at, id) = place(after);
        let trajectories = rows(now, &sql, (at, id, limit), one)?;
        let sql = "SELECT trajectory, place, fragment FROM has_fragment WHERE trajectory = ?1
            ORDER BY place, fragment";
        let mut relations: Vec<HasFragment> = Vec::new();
        for trajectory in &trajectories {
            relations.extend(rows(now, sql, [trajectory.id.as_str()], has_fragment)?);
        }
        relations.sort_unstable();
        let theirs: BTreeSet<&FragmentId> = relations.iter().map(|row| &row.fragment).collect();
        let mut known = Vec::with_capacity(theirs.len());
        for id in &theirs {
            known.extend(fragments(now, "WHERE f.id = ?1", [id.as_str()])?);
        }
        let caused = caused_in(now, theirs.into_iter())?;
        Ok(GraphRows {
            trajectories,
            fragments: known,
            patterns: patterns_of(now, caused.iter().map(|row| &row.pattern))?,
            has_fragment: relations,
            caused,
            ..GraphRows::default()
        })
    })
}

/// Returns the stored fragments of these ids, their trajectories, the last ended first, and the relations of the two.
pub fn cases(connection: &Connection, ids: &[FragmentId]) -> Result<GraphRows, StoreError> {
    glance(connection, |now| {
        let ids: BTreeSet<&FragmentId> = ids.iter().collect();
        let mut cases = GraphRows::default();
        let sql = "SELECT trajectory, place, fragment FROM has_fragment WHERE fragment = ?1";
        for id in ids {
            cases
                .fragments
                .extend(fragments(now, "WHERE f.id = ?1", [id.as_str()])?);
            cases
                .has_fragment
                .extend(rows(now, sql, [id.as_str()], has_fragment)?);
        }
        cases.has_fragment.sort_unstable();
        let theirs: BTreeSet<&TrajectoryId> = cases
            .has_fragment
            .iter()
            .map(|row| &row.trajectory)
            .collect();
        let sql = format!("{TRAJECTORY} WHERE t.id = ?1");
        for id in theirs {
            let found = rows(now, &sql, [id.as_str()], |row| trajectory(now, row))?;
            cases.trajectories.extend(found);
        }
        cases
            .trajectories
            .sort_by(|a, b| (b.ended_at, &b.id).cmp(&(a.ended_at, &a.id)));
        Ok(cases)
    })
}

/// Returns all methodologies, their relations to errors, those errors, and the failure patterns.
pub fn knowledge(connection: &Connection) -> Result<GraphRows, StoreError> {
    glance(connection, |now| {
        let sql = format!("{RESOLVED_BY} ORDER BY r.pattern, r.methodology");
        let relations = rows(now, &sql, [], resolved_by)?;
        Ok(GraphRows {
            methodologies: methodologies(now, "ORDER BY m.id", [])?,
            patterns: patterns_of(now, relations.iter().map(|row| &row.pattern))?,
            resolved_by: relations,
            failure_patterns: failure_patterns(now)?,
            ..GraphRows::default()
        })
    })
}
