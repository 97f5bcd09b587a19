//! From a connection to a database that can be trusted: sound, ours, of a schema that is known.

use std::time::Duration;

use amb_store::StoreError;
use rusqlite::Connection;
use rusqlite::config::DbConfig;

use super::failure::attempt;
use super::schema::{self, APPLICATION_ID, NEWEST};

/// The way a medium makes commits durable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// A write-ahead log, synchronised at each commit; other processes may read meanwhile.
    SharedLog,
    /// The same on a medium that only one connection uses, and that shares no memory.
    #[cfg(test)]
    OwnLog,
    /// A rollback journal in a file, on a medium that only one connection uses.
    #[cfg(any(test, target_arch = "wasm32"))]
    RollbackFile,
    /// A rollback journal in memory: the medium itself takes over committed changes.
    #[cfg(any(test, target_arch = "wasm32"))]
    RollbackMemory,
}

impl Durability {
    /// SQLite's name of the journal.
    fn journal(self) -> &'static str {
        match self {
            Self::SharedLog => "WAL",
            #[cfg(test)]
            Self::OwnLog => "WAL",
            #[cfg(any(test, target_arch = "wasm32"))]
            Self::RollbackFile => "TRUNCATE",
            #[cfg(any(test, target_arch = "wasm32"))]
            Self::RollbackMemory => "MEMORY",
        }
    }

    /// A commit is on the medium when it is acknowledged, unless the medium takes it over afterwards.
    fn synchronous(self) -> &'static str {
        if self.journal() == "MEMORY" {
            "OFF"
        } else {
            "FULL"
        }
    }
}

/// Time that a writer waits for another one.
const PATIENCE: Duration = Duration::from_secs(5);

/// Statements that stay prepared.
const STATEMENTS: usize = 128;

/// Checks the database behind a connection, and brings its schema up to date.
pub fn open(mut connection: Connection, durability: Durability) -> Result<Connection, StoreError> {
    if durability == Durability::SharedLog {
        attempt(|| connection.busy_timeout(PATIENCE))?;
    } else {
        // Before anything is read: a log without shared memory can be read by its only user alone.
        attempt(|| connection.pragma_update(None, "locking_mode", "EXCLUSIVE"))?;
    }
    let is_fresh = check(&connection)?;
    attempt(|| prepare(&mut connection, durability, is_fresh))?;
    Ok(connection)
}

/// Refuses a database that is damaged, of another program, or newer than this build. Returns true if it is empty.
fn check(connection: &Connection) -> Result<bool, StoreError> {
    let corrupt = |detail: String| StoreError::Corrupt { detail };
    let ask = |sql: &str| attempt(|| connection.query_row(sql, [], |row| row.get::<_, i32>(0)));
    let owner = ask("PRAGMA application_id")?;
    let verdict: String =
        attempt(|| connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)))?;
    if verdict != "ok" {
        return Err(corrupt(format!("quick_check: {verdict}")));
    }
    let found = attempt(|| schema::version(connection))?;
    let tables = ask("SELECT count(*) FROM sqlite_schema")?;
    if (owner, found, tables) == (0, 0, 0) {
        return Ok(true);
    }
    if owner != APPLICATION_ID {
        return Err(corrupt("it belongs to another program".to_owned()));
    }
    if found > NEWEST {
        let supported = NEWEST;
        return Err(StoreError::TooNew { found, supported });
    }
    Ok(false)
}

fn prepare(
    connection: &mut Connection,
    durability: Durability,
    is_fresh: bool,
) -> rusqlite::Result<()> {
    if is_fresh {
        // Deleted runs free their space. The setting only takes effect in an empty database.
        connection.pragma_update(None, "auto_vacuum", "FULL")?;
    }
    connection.pragma_update(None, "journal_mode", durability.journal())?;
    connection.pragma_update(None, "synchronous", durability.synchronous())?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // Deleted data is overwritten, so that purged memories are gone.
    connection.pragma_update(None, "secure_delete", true)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    // A plan does not depend on a number that is looked for, or each new one would have the statement prepared again.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    schema::migrate(connection)
}
