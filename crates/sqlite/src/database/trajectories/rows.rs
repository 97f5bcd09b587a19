//! Reads nodes and relations.

use std::collections::BTreeSet;

use amb_memory::trajectory::records::{
    CausedError, ErrorPattern, ErrorPatternId, Fragment, FragmentId, HasFragment, Methodology,
    MethodologyId, ResolvedBy, Trajectory, TrajectoryId,
};
use amb_memory::trajectory::statistics::FailurePattern;
use amb_store::StoreError;
use rusqlite::{Connection, Params, Row};

use crate::database::records::read;
use crate::database::session::{column, first, rows};
use crate::database::vectors::{Table, embedding};

/// The columns of a trajectory.
pub const TRAJECTORY: &str = "SELECT t.number, t.record FROM trajectories AS t";
/// The columns of a fragment.
pub const FRAGMENT: &str = "SELECT f.number, f.record, f.abstracted_into FROM fragments AS f";
/// The columns of a methodology.
pub const METHODOLOGY: &str = "SELECT m.number, m.record FROM methodologies AS m";
/// The columns of a relation of a pattern to a methodology.
pub const RESOLVED_BY: &str =
    "SELECT r.pattern, r.methodology, r.success_rate, r.avg_steps, r.cases
    FROM resolved_by AS r";

/// A trajectory with its vector.
pub fn trajectory(now: &Connection, row: &Row<'_>) -> Result<Trajectory, StoreError> {
    let json: String = column(row, 1)?;
    let mut trajectory: Trajectory = read(&json, "trajectory")?;
    trajectory.embedding = embedding(now, Table::Trajectories, column(row, 0)?)?;
    Ok(trajectory)
}

/// A fragment with its vector.
pub fn fragment(now: &Connection, row: &Row<'_>) -> Result<Fragment, StoreError> {
    let json: String = column(row, 1)?;
    let mut fragment: Fragment = read(&json, "fragment")?;
    let methodology: Option<String> = column(row, 2)?;
    fragment.abstracted_into = methodology.map(MethodologyId::from);
    fragment.embedding = embedding(now, Table::Fragments, column(row, 0)?)?;
    Ok(fragment)
}

/// A methodology with its vector.
pub fn methodology(now: &Connection, row: &Row<'_>) -> Result<Methodology, StoreError> {
    let json: String = column(row, 1)?;
    let mut methodology: Methodology = read(&json, "methodology")?;
    methodology.embedding = embedding(now, Table::Methodologies, column(row, 0)?)?;
    Ok(methodology)
}

/// Fragments that a query over [`FRAGMENT`] finds.
pub fn fragments(
    now: &Connection,
    rest: &str,
    values: impl Params,
) -> Result<Vec<Fragment>, StoreError> {
    let sql = format!("{FRAGMENT} {rest}");
    rows(now, &sql, values, |row| fragment(now, row))
}

/// Methodologies that a query over [`METHODOLOGY`] finds.
pub fn methodologies(
    now: &Connection,
    rest: &str,
    values: impl Params,
) -> Result<Vec<Methodology>, StoreError> {
    let sql = format!("{METHODOLOGY} {rest}");
    rows(now, &sql, values, |row| methodology(now, row))
}

/// The fragments of these numbers, in their order.
pub fn fragments_of_numbers(
    now: &Connection,
    numbers: &[i64],
) -> Result<Vec<Fragment>, StoreError> {
    let sql = format!("{FRAGMENT} WHERE f.number = ?1");
    let one = |number: &i64| first(now, &sql, [number], |row| fragment(now, row));
    numbers
        .iter()
        .filter_map(|number| one(number).transpose())
        .collect()
}

/// The methodologies of these numbers, in their order.
pub fn methodologies_of_numbers(
    now: &Connection,
    numbers: &[i64],
) -> Result<Vec<Methodology>, StoreError> {
    let sql = format!("{METHODOLOGY} WHERE m.number = ?1");
    let one = |number: &i64| first(now, &sql, [number], |row| methodology(now, row));
    numbers
        .iter()
        .filter_map(|number| one(number).transpose())
        .collect()
}

/// The known patterns of these ids, in the order of their ids.
pub fn patterns_of<'i>(
    now: &Connection,
    ids: impl Iterator<Item = &'i ErrorPatternId>,
) -> Result<Vec<ErrorPattern>, StoreError> {
    let sql = "SELECT record FROM patterns WHERE id = ?1";
    let ids: BTreeSet<&ErrorPatternId> = ids.collect();
    let one = |id: &ErrorPatternId| first(now, sql, [id.as_str()], pattern).transpose();
    ids.into_iter().filter_map(one).collect()
}

/// A pattern of the first column.
pub fn pattern(row: &Row<'_>) -> Result<ErrorPattern, StoreError> {
    let json: String = column(row, 0)?;
    read(&json, "error pattern")
}

/// A relation of the columns of [`RESOLVED_BY`].
pub fn resolved_by(row: &Row<'_>) -> Result<ResolvedBy, StoreError> {
    Ok(ResolvedBy {
        pattern: ErrorPatternId::from(column::<String>(row, 0)?),
        methodology: MethodologyId::from(column::<String>(row, 1)?),
        success_rate: column(row, 2)?,
        avg_steps: column(row, 3)?,
        cases: column(row, 4)?,
    })
}

/// A relation of the columns trajectory, place and fragment.
pub fn has_fragment(row: &Row<'_>) -> Result<HasFragment, StoreError> {
    Ok(HasFragment {
        trajectory: TrajectoryId::from(column::<String>(row, 0)?),
        order: column(row, 1)?,
        fragment: FragmentId::from(column::<String>(row, 2)?),
    })
}

/// The errors of these fragments, in their order.
pub fn caused_in<'i>(
    now: &Connection,
    fragments: impl Iterator<Item = &'i FragmentId>,
) -> Result<Vec<CausedError>, StoreError> {
    let sql = "SELECT pattern FROM caused WHERE fragment = ?1 ORDER BY pattern";
    let mut caused = Vec::new();
    for fragment in fragments {
        caused.extend(rows(now, sql, [fragment.as_str()], |row| {
            Ok(CausedError {
                fragment: fragment.clone(),
                pattern: ErrorPatternId::from(column::<String>(row, 0)?),
            })
        })?);
    }
    Ok(caused)
}

/// The failure patterns of the last consolidation.
pub fn failure_patterns(now: &Connection) -> Result<Vec<FailurePattern>, StoreError> {
    let sql = "SELECT failure_patterns FROM trajectory_state";
    let found = first(now, sql, [], |row| {
        let json: String = column(row, 0)?;
        read(&json, "list of failure patterns")
    })?;
    Ok(found.unwrap_or_default())
}

/// Returns true if a table has an id.
pub fn has(now: &Connection, table: &str, id: &str) -> Result<bool, StoreError> {
    let sql = format!("SELECT 1 FROM {table} WHERE id = ?1");
    Ok(first(now, &sql, [id], |_| Ok(()))?.is_some())
}
