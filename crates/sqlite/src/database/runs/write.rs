//! Writes runs, each call in one transaction.

use amb_store::{Batch, Body, NewRun, RunState, StoreError};
use rusqlite::{Connection, Transaction};

use super::read::number;
use crate::database::attempt;
use crate::database::session::{self, whole};

/// Begins a run.
pub fn create_run(connection: &mut Connection, run: &NewRun) -> Result<(), StoreError> {
    whole(connection, |all| {
        if number(all, &run.id).is_ok() {
            return Err(StoreError::RunExists {
                run: run.id.clone(),
            });
        }
        let sql = "INSERT INTO runs (id, question, format, state, created, updated)
            VALUES (?1, ?2, ?3, 'running', ?4, ?4)";
        let values = (&run.id, &run.question, run.format, run.created);
        execute(all, sql, values)?;
        let number = all.last_insert_rowid();
        extend(all, number, 0, &run.lines, &run.bodies)
    })
}

/// Adds a batch to a run.
pub fn append(connection: &mut Connection, id: &str, batch: &Batch) -> Result<(), StoreError> {
    whole(connection, |all| {
        let run = number(all, id)?;
        let expected = lines(all, run)?;
        if batch.at != expected {
            return Err(StoreError::WrongIndex {
                run: id.to_owned(),
                expected,
                given: batch.at,
            });
        }
        extend(all, run, expected, &batch.lines, &batch.bodies)?;
        update(all, run, batch)
    })
}

fn lines(all: &Transaction<'_>, run: i64) -> Result<u64, StoreError> {
    let sql = "SELECT lines FROM runs WHERE number = ?1";
    attempt(|| all.query_row(sql, [run], |row| row.get(0)))
}

/// Adds lines to a journal that has `at` of them, and the bodies they point at.
fn extend(
    all: &Transaction<'_>,
    run: i64,
    at: u64,
    lines: &[String],
    bodies: &[Body],
) -> Result<(), StoreError> {
    for body in bodies {
        claim(all, run, "body", &body.hash, &body.bytes)?;
    }
    for (number, line) in (at..).zip(lines) {
        let sql = "INSERT INTO run_lines (run, number, line) VALUES (?1, ?2, ?3)";
        execute(all, sql, (run, number, line))?;
    }
    let bytes: usize = lines.iter().map(String::len).sum();
    let sql = "UPDATE runs SET lines = lines + ?2, line_bytes = line_bytes + ?3 WHERE number = ?1";
    execute(all, sql, (run, lines.len(), bytes))
}

/// Applies a batch's changes to the row of the run.
fn update(all: &Transaction<'_>, run: i64, batch: &Batch) -> Result<(), StoreError> {
    let sql = "UPDATE runs SET updated = ?2 WHERE number = ?1";
    execute(all, sql, (run, batch.updated))?;
    let Some(state) = &batch.state else {
        return Ok(());
    };
    let (name, reason) = match state {
        RunState::Running => ("running", None),
        RunState::Paused => ("paused", None),
        RunState::Finished { termination } => ("finished", Some(termination)),
        RunState::Failed { code } => ("failed", Some(code)),
    };
    let sql = "UPDATE runs SET state = ?2, reason = ?3 WHERE number = ?1";
    execute(all, sql, (run, name, reason))
}

/// Keeps bytes as a blob of a run.
pub fn put_blob(
    connection: &mut Connection,
    id: &str,
    hash: &str,
    bytes: &[u8],
) -> Result<(), StoreError> {
    whole(connection, |all| {
        let run = number(all, id)?;
        claim(all, run, "blob", hash, bytes)
    })
}

/// Forgets a blob of a run.
pub fn delete_blob(connection: &mut Connection, id: &str, hash: &str) -> Result<(), StoreError> {
    whole(connection, |all| {
        let run = number(all, id)?;
        let sql = "DELETE FROM claims WHERE run = ?1 AND kind = 'blob' AND hash = ?2";
        execute(all, sql, (run, hash))?;
        let sql = "DELETE FROM bodies WHERE hash = ?1
            AND NOT EXISTS (SELECT 1 FROM claims WHERE claims.hash = ?1)";
        execute(all, sql, [hash])
    })
}

/// Deletes a run, and the bytes that no other run has.
pub fn delete_run(connection: &mut Connection, id: &str) -> Result<(), StoreError> {
    whole(connection, |all| {
        let run = number(all, id)?;
        let sql = "DELETE FROM bodies WHERE hash IN (SELECT hash FROM claims WHERE run = ?1)
            AND NOT EXISTS (SELECT 1 FROM claims WHERE claims.hash = bodies.hash AND run <> ?1)";
        execute(all, sql, [run])?;
        execute(all, "DELETE FROM runs WHERE number = ?1", [run])
    })
}

/// Holds bytes on behalf of a run.
fn claim(
    all: &Transaction<'_>,
    run: i64,
    kind: &str,
    hash: &str,
    bytes: &[u8],
) -> Result<(), StoreError> {
    let sql = "INSERT OR IGNORE INTO bodies (hash, bytes) VALUES (?1, ?2)";
    execute(all, sql, (hash, bytes))?;
    let sql = "INSERT OR IGNORE INTO claims (run, kind, hash) VALUES (?1, ?2, ?3)";
    execute(all, sql, (run, kind, hash))
}

fn execute(
    all: &Transaction<'_>,
    sql: &str,
    values: impl rusqlite::Params,
) -> Result<(), StoreError> {
    session::execute(all, sql, values).map(drop)
}
