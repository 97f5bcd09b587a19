//! Reads runs.

use amb_store::{RunHead, RunState, StoreError, StoredRun};
use rusqlite::types::Type;
use rusqlite::{Connection, Error, OptionalExtension, Row};

use crate::database::attempt;

/// The columns of a [`RunHead`], in [`head`]'s order.
const HEAD: &str = "SELECT id, question, format, state, reason, created, updated, lines,
    line_bytes + (
        SELECT coalesce(sum(octet_length(bytes)), 0) FROM bodies
        WHERE hash IN (SELECT hash FROM claims WHERE run = runs.number)
    ) FROM runs";

/// All runs, the youngest first.
pub fn runs(connection: &Connection) -> Result<Vec<RunHead>, StoreError> {
    attempt(|| {
        let sql = format!("{HEAD} ORDER BY created DESC, id");
        let mut statement = connection.prepare_cached(&sql)?;
        let rows = statement.query_map([], head)?;
        rows.collect()
    })
}

/// A run with its journal.
pub fn load(connection: &Connection, id: &str) -> Result<StoredRun, StoreError> {
    let run = number(connection, id)?;
    attempt(|| {
        let sql = format!("{HEAD} WHERE number = ?1");
        let head = connection.prepare_cached(&sql)?.query_row([run], head)?;
        let sql = "SELECT line FROM run_lines WHERE run = ?1 ORDER BY number";
        let mut statement = connection.prepare_cached(sql)?;
        let lines = statement.query_map([run], |row| row.get(0))?;
        let lines = lines.collect::<rusqlite::Result<_>>()?;
        Ok(StoredRun { head, lines })
    })
}

/// The bytes of these hashes.
pub fn bodies(
    connection: &Connection,
    hashes: &[String],
) -> Result<Vec<Option<Vec<u8>>>, StoreError> {
    attempt(|| {
        let sql = "SELECT bytes FROM bodies WHERE hash = ?1";
        let mut statement = connection.prepare_cached(sql)?;
        let mut one = |hash: &String| statement.query_row([hash], |row| row.get(0)).optional();
        hashes.iter().map(&mut one).collect()
    })
}

/// A blob of a run.
pub fn blob(connection: &Connection, id: &str, hash: &str) -> Result<Option<Vec<u8>>, StoreError> {
    let run = number(connection, id)?;
    attempt(|| {
        let sql = "SELECT bytes FROM claims JOIN bodies USING (hash)
            WHERE run = ?1 AND kind = 'blob' AND hash = ?2";
        let mut statement = connection.prepare_cached(sql)?;
        statement
            .query_row((run, hash), |row| row.get(0))
            .optional()
    })
}

/// Bytes of everything, shared ones once.
pub fn bytes(connection: &Connection) -> Result<u64, StoreError> {
    let sql = "SELECT (SELECT coalesce(sum(line_bytes), 0) FROM runs)
        + (SELECT coalesce(sum(octet_length(bytes)), 0) FROM bodies)";
    attempt(|| connection.query_row(sql, [], |row| row.get(0)))
}

/// The number of the run of this identifier.
pub fn number(connection: &Connection, id: &str) -> Result<i64, StoreError> {
    let found = attempt(|| {
        let mut statement = connection.prepare_cached("SELECT number FROM runs WHERE id = ?1")?;
        statement.query_row([id], |row| row.get(0)).optional()
    })?;
    found.ok_or_else(|| StoreError::RunNotFound { run: id.to_owned() })
}

fn head(row: &Row<'_>) -> rusqlite::Result<RunHead> {
    Ok(RunHead {
        id: row.get(0)?,
        question: row.get(1)?,
        format: row.get(2)?,
        state: state(row)?,
        created: row.get(5)?,
        updated: row.get(6)?,
        lines: row.get(7)?,
        bytes: row.get(8)?,
    })
}

fn state(row: &Row<'_>) -> rusqlite::Result<RunState> {
    let name: String = row.get(3)?;
    let reason = || row.get(4);
    Ok(match name.as_str() {
        "running" => RunState::Running,
        "paused" => RunState::Paused,
        "finished" => RunState::Finished {
            termination: reason()?,
        },
        "failed" => RunState::Failed { code: reason()? },
        _ => return Err(Error::InvalidColumnType(3, name, Type::Text)),
    })
}
