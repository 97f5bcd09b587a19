//! Entries as rows.

use amb_memory::hierarchy::{Forgotten, MemoryEntry, MemoryId};
use amb_store::StoreError;
use rusqlite::{Connection, Row, named_params};

use crate::database::records::{read, spelt, written};
use crate::database::session::{column, execute, first};
use crate::database::vectors::{Table, embedding};

/// The row of an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub number: i64,
    pub is_forgotten: bool,
    pub length: i64,
}

/// The place of an id, remembered or forgotten.
pub fn place(connection: &Connection, id: &MemoryId) -> Result<Option<Place>, StoreError> {
    let sql = "SELECT number, forgotten_at IS NOT NULL, length FROM memories WHERE id = ?1";
    first(connection, sql, [id.as_str()], |row| {
        Ok(Place {
            number: column(row, 0)?,
            is_forgotten: column(row, 1)?,
            length: column(row, 2)?,
        })
    })
}

/// The columns that [`entry`] reads.
pub const ENTRY: &str = "SELECT number, record FROM memories";

/// An entry with its vector.
pub fn entry(connection: &Connection, row: &Row<'_>) -> Result<MemoryEntry, StoreError> {
    let record: String = column(row, 1)?;
    let mut entry: MemoryEntry = read(&record, "memory")?;
    entry.embedding = embedding(connection, Table::Memories, column(row, 0)?)?;
    Ok(entry)
}

/// The columns that [`forgotten`] reads.
pub const FORGOTTEN: &str = "SELECT number, record, forgotten_at, reason FROM memories";

/// A forgotten entry.
pub fn forgotten(connection: &Connection, row: &Row<'_>) -> Result<Forgotten, StoreError> {
    let reason: String = column(row, 3)?;
    Ok(Forgotten {
        entry: entry(connection, row)?,
        forgotten_at: column(row, 2)?,
        reason: read(&reason, "forgotten memory")?,
    })
}

/// The entry of a number without its vector.
pub fn record(connection: &Connection, number: i64) -> Result<MemoryEntry, StoreError> {
    let sql = "SELECT record FROM memories WHERE number = ?1";
    let found = first(connection, sql, [number], |row| {
        let json: String = column(row, 0)?;
        read(&json, "memory")
    })?;
    found.ok_or_else(|| StoreError::Corrupt {
        detail: "a memory is named that is not there".to_owned(),
    })
}

/// Writes a remembered entry without its vector in place of the row of this number, or as a new one; returns its
/// number.
pub fn put(
    connection: &Connection,
    number: Option<i64>,
    entry: &MemoryEntry,
    length: i64,
    stands: bool,
) -> Result<i64, StoreError> {
    const ALL: &str = "INSERT INTO memories (number, id, layer, content_hash, memory_type, speaker,
            first_hand, facts_taken, created_at, importance, last_accessed, access_count,
            subject, relation, summary, stands, length, record)
        VALUES (:number, :id, :layer, :content_hash, :memory_type, :speaker,
            :first_hand, :facts_taken, :created_at, :importance, :last_accessed, :access_count,
            :subject, :relation, :summary, :stands, :length, :record)
        ON CONFLICT (number) DO UPDATE SET
            content_hash = excluded.content_hash, layer = excluded.layer,
            memory_type = excluded.memory_type, speaker = excluded.speaker,
            first_hand = excluded.first_hand, facts_taken = excluded.facts_taken,
            created_at = excluded.created_at, importance = excluded.importance,
            last_accessed = excluded.last_accessed, access_count = excluded.access_count,
            subject = excluded.subject, relation = excluded.relation, summary = excluded.summary,
            stands = excluded.stands, length = excluded.length, record = excluded.record";
    let values = named_params! {
        ":number": number,
        ":id": entry.id.as_str(),
        ":layer": spelt(entry.layer)?,
        ":content_hash": entry.content_hash.as_str(),
        ":memory_type": spelt(entry.memory_type)?,
        ":speaker": spelt(entry.speaker)?,
        ":first_hand": entry.is_first_hand(),
        ":facts_taken": entry.facts_taken,
        ":created_at": entry.created_at,
        ":importance": i64::from(entry.importance.abs().to_bits()),
        ":last_accessed": entry.last_accessed,
        ":access_count": entry.access_count,
        ":subject": entry.fact.as_ref().map(|fact| fact.subject.as_str()),
        ":relation": entry.fact.as_ref().map(|fact| fact.relation.as_str()),
        ":summary": entry.summary_id.as_ref().map(MemoryId::as_str),
        ":stands": stands,
        ":length": length,
        ":record": record_of(entry)?,
    };
    execute(connection, ALL, values)?;
    Ok(number.unwrap_or_else(|| connection.last_insert_rowid()))
}

/// Writes an entry's access time and access count, which no index covers.
pub fn put_access(
    connection: &Connection,
    number: i64,
    entry: &MemoryEntry,
) -> Result<(), StoreError> {
    let sql = "UPDATE memories SET last_accessed = ?2, access_count = ?3, record = ?4
        WHERE number = ?1";
    let record = record_of(entry)?;
    let values = (number, entry.last_accessed, entry.access_count, record);
    execute(connection, sql, values).map(drop)
}

/// Returns an entry as stored beside its vector.
fn record_of(entry: &MemoryEntry) -> Result<String, StoreError> {
    let mut kept = entry.clone();
    kept.embedding = None;
    written(&kept)
}

/// Adds or removes the rows by which an entry is found from its sources.
pub fn name_sources(
    connection: &Connection,
    number: i64,
    entry: Option<&MemoryEntry>,
) -> Result<(), StoreError> {
    execute(
        connection,
        "DELETE FROM memory_sources WHERE number = ?1",
        [number],
    )?;
    for source in entry.into_iter().flat_map(|entry| &entry.source_ids) {
        let sql = "INSERT INTO memory_sources (source, number) VALUES (?1, ?2)";
        execute(connection, sql, (source.as_str(), number))?;
    }
    Ok(())
}
