//! The schema, and how older ones become this one.

use std::ops::RangeInclusive;

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::folding::fold_terms;
use super::hierarchy::HIERARCHY;
use super::trajectories::TRAJECTORIES;
use super::vectors::VECTORS;

/// Marks a database as ours: `AMB1` in ASCII, in the header's `application_id`.
pub const APPLICATION_ID: i32 = 0x414d_4231;

/// Statements that migrate a database from the schema of that index to the next. A released migration never changes.
/// The last one runs [`fold_terms`] besides.
const MIGRATIONS: [&[&str]; 4] = [&[RUNS], &[VECTORS, TRAJECTORIES, HIERARCHY], &[LISTS], &[]];

/// Schemas whose word indexes hold terms of an analyzer that folded no Chinese characters.
const UNFOLDED: RangeInclusive<u32> = 2..=3;

/// The newest schema that this build knows.
pub const NEWEST: u32 = MIGRATIONS.len() as u32;

/// Runs, their journals, and bytes by content hash. Bytes live as long as any run claims them: `body` for a
/// line of its journal, `blob` for an image of its memory. The column `checkpoint` was never used.
const RUNS: &str = "
    CREATE TABLE runs (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        question TEXT NOT NULL,
        format INTEGER NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('running', 'paused', 'finished', 'failed')),
        reason TEXT,
        created INTEGER NOT NULL,
        updated INTEGER NOT NULL,
        lines INTEGER NOT NULL DEFAULT 0,
        line_bytes INTEGER NOT NULL DEFAULT 0,
        checkpoint BLOB
    ) STRICT;
    CREATE TABLE run_lines (
        run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
        number INTEGER NOT NULL,
        line TEXT NOT NULL,
        PRIMARY KEY (run, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE bodies (
        hash TEXT NOT NULL PRIMARY KEY,
        bytes BLOB NOT NULL
    ) STRICT;
    CREATE TABLE claims (
        run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
        kind TEXT NOT NULL CHECK (kind IN ('body', 'blob')),
        hash TEXT NOT NULL REFERENCES bodies DEFERRABLE INITIALLY DEFERRED,
        PRIMARY KEY (run, kind, hash)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX claims_by_hash ON claims (hash);
";

/// Columns and indexes of the lists that show the newest first.
const LISTS: &str = "
    ALTER TABLE trajectories ADD COLUMN ended_at INTEGER NOT NULL DEFAULT 0;
    UPDATE trajectories SET ended_at = json_extract(record, '$.ended_at');
    CREATE INDEX trajectories_by_time ON trajectories (ended_at, id);
    DROP INDEX forgotten_memories;
    CREATE INDEX forgotten_memories ON memories (forgotten_at, id) WHERE forgotten_at IS NOT NULL;
";

/// Brings the schema up to date, in one transaction: a database of the old schema, or of the new one.
pub fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    if version(connection)? == NEWEST {
        return Ok(());
    }
    let all = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Read again inside: another process may have migrated meanwhile.
    let from = version(&all)?;
    for part in MIGRATIONS.iter().skip(from as usize).copied().flatten() {
        all.execute_batch(part)?;
    }
    if UNFOLDED.contains(&from) {
        fold_terms(&all)?;
    }
    mark(&all)?;
    all.commit()
}

fn mark(all: &Transaction<'_>) -> rusqlite::Result<()> {
    all.pragma_update(None, "application_id", APPLICATION_ID)?;
    all.pragma_update(None, "user_version", NEWEST)
}

/// The schema of a database; 0 for an empty one.
pub fn version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}
