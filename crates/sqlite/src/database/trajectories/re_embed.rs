//! Vectors of another model, in place of the stored ones.

use amb_memory::trajectory::records::{Fragment, Methodology, Trajectory};
use amb_memory::trajectory::vectors::{NewVector, TextKind, TextOf, TextPage, VectorQuery};
use amb_store::StoreError;
use amb_store::long_term::LongTermError;
use rusqlite::Connection;

use super::writing::{Writing, write};
use crate::database::records::read;
use crate::database::session::{Session, column, first, glance, rows};
use crate::database::vectors::{Table, model};

/// Returns the texts after a cursor that have no vector of a model and length.
pub fn without_vectors(
    connection: &Connection,
    query: &VectorQuery,
) -> Result<TextPage, StoreError> {
    glance(connection, |now| {
        // An unknown model has no vectors: its number is unused.
        let model = model(now, &query.model)?.unwrap_or(0);
        let mut seen = Vec::new();
        for kind in TextKind::ALL {
            let room = query.limit.saturating_sub(seen.len());
            if let Some(after) = query.after_id(kind).filter(|_| room > 0) {
                seen.extend(looked_at(
                    now,
                    kind,
                    (after, room),
                    (model, query.dimensions),
                )?);
            }
        }
        Ok(TextPage::of(seen, query.limit))
    })
}

/// Returns the owners of texts after an id, and those of them without such a vector.
fn looked_at(
    now: &Connection,
    kind: TextKind,
    (after, limit): (&str, usize),
    (model, dimensions): (i64, usize),
) -> Result<Vec<(TextOf, Option<String>)>, StoreError> {
    let (owners, vectors) = (table(kind).owners(), table(kind).name());
    let sql = format!(
        "SELECT owner.id, CASE WHEN own.model IS NOT ?1 OR own.dimensions IS NOT ?2 THEN owner.record END
        FROM {owners} AS owner LEFT JOIN {vectors} AS own ON own.number = owner.number
        WHERE owner.id > ?3 ORDER BY owner.id LIMIT ?4"
    );
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    rows(now, &sql, (model, dimensions, after, limit), |row| {
        let of = TextOf::new(kind, &column::<String>(row, 0)?);
        let record: Option<String> = column(row, 1)?;
        let text = record.map(|json| text_of(kind, &json)).transpose()?;
        Ok((of, text))
    })
}

/// Gives texts that are still the same these vectors; how many.
pub fn put_vectors(session: &mut Session, vectors: &[NewVector]) -> Result<usize, LongTermError> {
    let done = write(session, |writing| {
        let mut put = 0;
        for new in vectors {
            put += usize::from(put_vector(writing, new)?);
        }
        Ok((put > 0).then_some(put))
    });
    Ok(done?.unwrap_or_default())
}

fn put_vector(writing: &mut Writing<'_>, new: &NewVector) -> Result<bool, StoreError> {
    let of = &new.text.of;
    let table = table(of.kind);
    let sql = format!(
        "SELECT number, record FROM {} WHERE id = ?1",
        table.owners()
    );
    let known = first(writing.all, &sql, [of.id.as_str()], |row| {
        let json: String = column(row, 1)?;
        Ok((column::<i64>(row, 0)?, text_of(of.kind, &json)?))
    })?;
    match known {
        Some((number, text)) if text == new.text.text => {
            writing.put_vector(table, number, &new.embedding)?;
            Ok(true)
        }
        _ => Ok(false),
    }
}

fn table(kind: TextKind) -> Table {
    match kind {
        TextKind::Trajectory => Table::Trajectories,
        TextKind::Fragment => Table::Fragments,
        TextKind::Methodology => Table::Methodologies,
    }
}

/// Returns the text of a record that is embedded.
fn text_of(kind: TextKind, json: &str) -> Result<String, StoreError> {
    Ok(match kind {
        TextKind::Trajectory => {
            let record: Trajectory = read(json, "trajectory")?;
            record.embedding_text().to_owned()
        }
        TextKind::Fragment => {
            let record: Fragment = read(json, "fragment")?;
            record.embedding_text().to_owned()
        }
        TextKind::Methodology => {
            let record: Methodology = read(json, "methodology")?;
            record.embedding_text()
        }
    })
}
