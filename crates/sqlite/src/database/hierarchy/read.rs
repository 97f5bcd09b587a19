//! Reads by ids, contents and positions.

use std::collections::BTreeMap;

use amb_memory::ListCursor;
use amb_memory::hierarchy::{
    ContentHash, EntryVitals, Forgotten, Known, MemoryEntry, MemoryId, MemoryLayer, MemoryScope,
    MemoryState,
};
use amb_store::StoreError;
use rusqlite::Connection;

use super::facets::condition;
use super::rows::{ENTRY, FORGOTTEN, entry, forgotten};
use crate::database::records::{read, spelt, variant};
use crate::database::session::{column, first, glance, place, rows};

/// The remembered ones of these entries, in this order.
pub fn entries(connection: &Connection, ids: &[MemoryId]) -> Result<Vec<MemoryEntry>, StoreError> {
    glance(connection, |now| {
        let sql = format!("{ENTRY} WHERE id = ?1 AND forgotten_at IS NULL");
        let one = |id: &MemoryId| first(now, &sql, [id.as_str()], |row| entry(now, row));
        ids.iter().filter_map(|id| one(id).transpose()).collect()
    })
}

/// For each of these, the entry of that layer with that content.
pub fn known(
    connection: &Connection,
    contents: &[(MemoryLayer, ContentHash)],
) -> Result<Vec<Option<Known>>, StoreError> {
    glance(connection, |now| {
        let sql = format!("{FORGOTTEN} WHERE layer = ?1 AND content_hash = ?2");
        let one = |(layer, hash): &(MemoryLayer, ContentHash)| {
            first(now, &sql, (spelt(layer)?, hash.as_str()), |row| {
                let is_forgotten = column::<Option<i64>>(row, 2)?.is_some();
                if is_forgotten {
                    let found = forgotten(now, row)?;
                    return Ok(Known {
                        entry: found.entry,
                        forgotten: Some(found.reason),
                    });
                }
                Ok(Known {
                    entry: entry(now, row)?,
                    forgotten: None,
                })
            })
        };
        contents.iter().map(one).collect()
    })
}

/// The remembered facts of these subjects and relations, each once, in the order of their ids.
pub fn facts(
    connection: &Connection,
    of: &[(String, String)],
) -> Result<Vec<MemoryEntry>, StoreError> {
    glance(connection, |now| {
        let sql = format!("{ENTRY} WHERE subject = ?1 AND relation = ?2 AND forgotten_at IS NULL");
        let mut found = BTreeMap::new();
        for (subject, relation) in of {
            for fact in rows(now, &sql, (subject, relation), |row| entry(now, row))? {
                found.insert(fact.id.clone(), fact);
            }
        }
        Ok(found.into_values().collect())
    })
}

/// The vitals of all entries of a scope, in the order of their ids.
pub fn vitals(
    connection: &Connection,
    scope: &MemoryScope,
) -> Result<Vec<EntryVitals>, StoreError> {
    let sql = format!(
        "SELECT id, layer, importance, last_accessed, access_count,
            first_hand OR speaker = 'user',
            EXISTS (SELECT 1 FROM memory_sources WHERE source = memories.id),
            facts_taken
        FROM memories WHERE {} ORDER BY id",
        condition(scope)?
    );
    rows(connection, &sql, [], |row| {
        let layer: String = column(row, 1)?;
        Ok(EntryVitals {
            id: MemoryId::from(column::<String>(row, 0)?),
            layer: variant(&layer, "memory")?,
            importance: f32::from_bits(column(row, 2)?),
            last_accessed: column(row, 3)?,
            access_count: column(row, 4)?,
            may_last: column(row, 5)?,
            is_source: column(row, 6)?,
            facts_taken: column(row, 7)?,
        })
    })
}

/// Returns the number of entries of a scope that stand for themselves.
pub fn count(connection: &Connection, scope: &MemoryScope) -> Result<usize, StoreError> {
    // By default SQLite takes the index of contents for a layer, and reads each row for `stands`.
    let sql = format!(
        "SELECT count(*) FROM memories INDEXED BY memories_by_time WHERE {}",
        condition(scope)?
    );
    let found = first(connection, &sql, [], |row| column(row, 0))?;
    Ok(found.unwrap_or(0))
}

/// Returns the state beside the entries.
pub fn state(connection: &Connection) -> Result<MemoryState, StoreError> {
    let sql = "SELECT accumulated, reflected_at, consolidated_at, core FROM hierarchy_state";
    let found = first(connection, sql, [], |row| {
        let core: String = column(row, 3)?;
        Ok(MemoryState {
            accumulated_importance: column(row, 0)?,
            reflected_at: column(row, 1)?,
            consolidated_at: column(row, 2)?,
            core: read(&core, "core memory")?,
        })
    })?;
    found.ok_or_else(|| StoreError::Corrupt {
        detail: "the state of the hierarchy is gone".to_owned(),
    })
}

/// At most `limit` remembered entries after a place, the newest first.
pub fn remembered_after(
    connection: &Connection,
    after: Option<&ListCursor>,
    limit: usize,
) -> Result<Vec<MemoryEntry>, StoreError> {
    glance(connection, |now| {
        let sql = page(ENTRY, "forgotten_at IS NULL", "created_at");
        let (at, id) = place(after);
        rows(now, &sql, (bounded(limit), at, id), |row| entry(now, row))
    })
}

/// Returns at most `limit` forgotten entries after a cursor, the last forgotten first.
pub fn forgotten_after(
    connection: &Connection,
    after: Option<&ListCursor>,
    limit: usize,
) -> Result<Vec<Forgotten>, StoreError> {
    glance(connection, |now| {
        let sql = page(FORGOTTEN, "forgotten_at IS NOT NULL", "forgotten_at");
        let (at, id) = place(after);
        rows(now, &sql, (bounded(limit), at, id), |row| {
            forgotten(now, row)
        })
    })
}

/// Returns the entries derived from these, directly or through others, in the order of their ids.
pub fn derived_from(
    connection: &Connection,
    ids: &[MemoryId],
) -> Result<Vec<MemoryId>, StoreError> {
    glance(connection, |now| {
        let sql = "SELECT id FROM memory_sources JOIN memories USING (number) WHERE source = ?1";
        let mut derived = BTreeMap::new();
        let mut sources: Vec<String> = ids.iter().map(|id| id.as_str().to_owned()).collect();
        while let Some(source) = sources.pop() {
            let made = rows(now, sql, [&source], |row| column::<String>(row, 0))?;
            for id in made {
                if derived.insert(id.clone(), ()).is_none() {
                    sources.push(id);
                }
            }
        }
        Ok(derived.into_keys().map(MemoryId::from).collect())
    })
}

/// Returns the SQL for a page of these rows, the newest by this column first.
fn page(columns: &str, which: &str, time: &str) -> String {
    format!(
        "{columns} WHERE {which} AND ({time}, id) < (?2, ?3) ORDER BY {time} DESC, id DESC LIMIT ?1"
    )
}

/// A limit as SQLite takes it.
pub fn bounded(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}
