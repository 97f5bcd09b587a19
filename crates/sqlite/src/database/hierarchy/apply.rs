//! Applies a change set: all of it, or nothing.

use amb_memory::hierarchy::{ChangeSet, MemoryState};
use amb_store::StoreError;
use amb_store::long_term::LongTermError;
use rusqlite::Connection;

use super::changing::Changing;
use super::facets::VECTORS_IN_SCOPE;
use super::read::state;
use super::schema::STATE;
use crate::database::records::written;
use crate::database::session::{Session, execute, rows, whole};
use crate::database::vectors::advance;

/// Applies changes in their order.
pub fn apply(session: &mut Session, changes: &ChangeSet) -> Result<(), LongTermError> {
    if changes.is_empty() {
        return Ok(());
    }
    let connection = &mut session.connection;
    let (revisions, touched, has_purged) = whole(connection, |all| {
        let mut changing = Changing::new(all);
        let before = state(all)?;
        let mut after = before.clone();
        for change in changes.changes() {
            changing.apply(change)?;
            after.apply(change);
        }
        if after != before {
            put_state(all, &after)?;
        }
        let touched: Vec<i64> = changing.touched.into_iter().collect();
        Ok::<_, LongTermError>((advance(all, STATE)?, touched, changing.has_purged))
    })?;
    let held = &mut session.memories;
    held.follow(connection, &VECTORS_IN_SCOPE, revisions, &touched);
    if has_purged {
        clear_log(connection)?;
    }
    Ok(())
}

fn put_state(all: &Connection, state: &MemoryState) -> Result<(), StoreError> {
    let sql = "UPDATE hierarchy_state
        SET accumulated = ?1, reflected_at = ?2, consolidated_at = ?3, core = ?4";
    let core = written(&state.core)?;
    let values = (
        state.accumulated_importance,
        state.reflected_at,
        state.consolidated_at,
        core,
    );
    execute(all, sql, values).map(drop)
}

/// Clears the write-ahead log of purged data, as soon as nobody reads from it. Without a log this does nothing.
fn clear_log(connection: &Connection) -> Result<(), StoreError> {
    rows(
        connection,
        "PRAGMA wal_checkpoint(TRUNCATE)",
        [],
        |_| Ok(()),
    )
    .map(drop)
}
