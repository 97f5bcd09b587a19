//! A connection, and what is held in memory beside it.

use amb_memory::ListCursor;
use amb_store::StoreError;
use rusqlite::{Connection, Params, Transaction, TransactionBehavior};

use super::failure::attempt;
use super::hierarchy::Facets;
use super::vectors::Held;

/// A connection to an open database. What is held in memory is a copy: it goes with the connection.
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

/// Does all of it, or nothing.
pub fn whole<T, E: From<StoreError>>(
    connection: &mut Connection,
    work: impl FnOnce(&Transaction<'_>) -> Result<T, E>,
) -> Result<T, E> {
    let all = attempt(|| connection.transaction_with_behavior(TransactionBehavior::Immediate))?;
    let done = work(&all)?;
    attempt(|| all.commit())?;
    Ok(done)
}

/// Looks at one state of the database, whoever writes meanwhile.
pub fn glance<T>(
    connection: &Connection,
    look: impl FnOnce(&Connection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    // It is never committed: nothing is written.
    let moment = attempt(|| connection.unchecked_transaction())?;
    look(&moment)
}

/// Changes rows; gives back how many.
pub fn execute(
    connection: &Connection,
    sql: &str,
    values: impl Params,
) -> Result<usize, StoreError> {
    attempt(|| connection.prepare_cached(sql)?.execute(values))
}

/// Reads rows, each as `read` says.
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

/// Reads the first row, as `read` says.
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

/// Where a list of the newest goes on, as SQLite compares it; before all that is without a cursor.
pub fn place(after: Option<&ListCursor>) -> (i64, &str) {
    after.map_or((i64::MAX, ""), |after| (after.at, after.id.as_str()))
}
