//! A connection, and the data held in memory beside it.

use amb_memory::ListCursor;
use amb_store::StoreError;
use rusqlite::{Connection, Params, Transaction, TransactionBehavior};

use super::failure::attempt;
use super::hierarchy::Facets;
use super::vectors::Held;

/// A connection to an open database. The data in memory is a copy, and goes with the connection.
pub struct Session {
    /// The connection.
    pub connection: Connection,
    /// Vectors of the remembered memories.
    pub(super) memories: Held<Facets>,
    /// Vectors of fragments.
    pub(super) fragments: Held<()>,
    /// Vectors of methodologies.
    pub(super) methodologies: Held<()>,
}

impl Session {
    /// With nothing held in memory yet.
    #[must_use]
    pub fn new(connection: Connection) -> Self {
        Self {
            connection,
            memories: Held::default(),
            fragments: Held::default(),
            methodologies: Held::default(),
        }
    }
}

/// Runs `work` in one transaction.
pub fn whole<T, E: From<StoreError>>(
    connection: &mut Connection,
    work: impl FnOnce(&Transaction<'_>) -> Result<T, E>,
) -> Result<T, E> {
    let all = attempt(|| connection.transaction_with_behavior(TransactionBehavior::Immediate))?;
    let done = work(&all)?;
    attempt(|| all.commit())?;
    Ok(done)
}

/// Reads one state of the database, despite concurrent writes.
pub fn glance<T>(
    connection: &Connection,
    look: impl FnOnce(&Connection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    // It is never committed: nothing is written.
    let moment = attempt(|| connection.unchecked_transaction())?;
    look(&moment)
}

/// Changes rows; returns their number.
pub fn execute(
    connection: &Connection,
    sql: &str,
    values: impl Params,
) -> Result<usize, StoreError> {
    attempt(|| connection.prepare_cached(sql)?.execute(values))
}

/// Reads rows, each by `read`.
pub fn rows<T>(
    connection: &Connection,
    sql: &str,
    values: impl Params,
    mut read: impl FnMut(&rusqlite::Row<'_>) -> Result<T, StoreError>,
) -> Result<Vec<T>, StoreError> {
    let mut statement = attempt(|| connection.prepare_cached(sql))?;
    let mut found = attempt(|| statement.query(values))?;
    let mut rows = Vec::new();
    while let Some(row) = attempt(|| found.next())? {
        rows.push(read(row)?);
    }
    Ok(rows)
}

/// Reads the first row by `read`.
pub fn first<T>(
    connection: &Connection,
    sql: &str,
    values: impl Params,
    read: impl FnOnce(&rusqlite::Row<'_>) -> Result<T, StoreError>,
) -> Result<Option<T>, StoreError> {
    let mut statement = attempt(|| connection.prepare_cached(sql))?;
    let mut found = attempt(|| statement.query(values))?;
    match attempt(|| found.next())? {
        Some(row) => read(row).map(Some),
        None => Ok(None),
    }
}

/// A column of a row.
pub fn column<T: rusqlite::types::FromSql>(
    row: &rusqlite::Row<'_>,
    index: usize,
) -> Result<T, StoreError> {
    attempt(|| row.get(index))
}

/// Returns the position at which a list of the newest continues, as SQLite compares it; without a cursor, the start.
pub fn place(after: Option<&ListCursor>) -> (i64, &str) {
    after.map_or((i64::MAX, ""), |after| (after.at, after.id.as_str()))
}
