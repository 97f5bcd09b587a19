//! The evidence of a consolidation.

use std::collections::BTreeSet;

use amb_memory::trajectory::consolidator::{Evidence, EvidenceQuery, PatternUse};
use amb_memory::trajectory::records::{Fragment, FragmentId};
use amb_memory::trajectory::statistics::FailureCount;
use amb_store::StoreError;
use rusqlite::Connection;

use super::rows::{RESOLVED_BY, caused_in, fragments, methodologies, pattern, resolved_by};
use super::schema::STATE;
use super::statistics::counted;
use crate::database::session::{column, glance, rows};
use crate::database::vectors::revision;

/// Returns the evidence of a consolidation, see [`Evidence`].
pub fn evidence(connection: &Connection, query: &EvidenceQuery) -> Result<Evidence, StoreError> {
    glance(connection, |now| {
        let (looked_at, more) = looked_at(now, query)?;
        let newest_failed = "WHERE f.outcome = 'failed' ORDER BY f.ended_at DESC, f.id
            LIMIT -1 OFFSET ?1";
        let expired = fragments(now, newest_failed, [bounded(query.keep_failed)])?;
        let in_no_trajectory = "WHERE NOT EXISTS
                (SELECT 1 FROM has_fragment AS h WHERE h.fragment = f.id)
            ORDER BY f.id";
        let lost = fragments(now, in_no_trajectory, [])?;
        let told = looked_at.iter().chain(&expired).chain(&lost);
        let told: BTreeSet<&FragmentId> = told.map(|fragment| &fragment.id).collect();
        let all_relations = format!("{RESOLVED_BY} ORDER BY r.pattern, r.methodology");
        Ok(Evidence {
            revision: u64::try_from(revision(now, STATE)?).unwrap_or(0),
            caused: caused_in(now, told.into_iter())?,
            patterns: pattern_uses(now)?,
            methodologies: methodologies(now, "ORDER BY m.id", [])?,
            resolved_by: rows(now, &all_relations, [], resolved_by)?,
            failures: failures(now)?,
            fragments: looked_at,
            more,
            expired,
            lost,
        })
    })
}

fn looked_at(now: &Connection, query: &EvidenceQuery) -> Result<(Vec<Fragment>, bool), StoreError> {
    let oldest = "WHERE f.teaches = 1 ORDER BY f.ended_at, f.id LIMIT ?1";
    let mut found = fragments(now, oldest, [bounded(query.unabstracted.saturating_add(1))])?;
    let more = found.len() > query.unabstracted;
    found.truncate(query.unabstracted);
    let newest = "WHERE f.teaches = 0 ORDER BY f.ended_at DESC, f.id LIMIT ?1";
    found.extend(fragments(now, newest, [bounded(query.recent)])?);
    Ok((found, more))
}

fn pattern_uses(now: &Connection) -> Result<Vec<PatternUse>, StoreError> {
    let sql = "SELECT p.record, coalesce(sum(f.occurrences), 0) FROM patterns AS p
            LEFT JOIN caused AS c ON c.pattern = p.id
            LEFT JOIN fragments AS f ON f.id = c.fragment
        GROUP BY p.id ORDER BY p.id";
    rows(now, sql, [], |row| {
        Ok(PatternUse {
            pattern: pattern(row)?,
            caused: counted(row, 1)?,
        })
    })
}

fn failures(now: &Connection) -> Result<Vec<FailureCount>, StoreError> {
    let sql = "SELECT task_type, phase, error_type,
            sum(CASE outcome WHEN 'failed' THEN occurrences ELSE 0 END), sum(occurrences)
        FROM fragments GROUP BY task_type, phase, error_type
        ORDER BY task_type, phase, error_type";
    rows(now, sql, [], |row| {
        Ok(FailureCount {
            task_type: column(row, 0)?,
            phase: column(row, 1)?,
            error_type: column(row, 2)?,
            failed: counted(row, 3)?,
            total: counted(row, 4)?,
        })
    })
}

fn bounded(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}
