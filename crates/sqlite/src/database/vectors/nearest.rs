//! What is nearest to a vector.

use amb_memory::retrieval::Embedding;
use amb_store::StoreError;
use rusqlite::Connection;

use super::held::{Copy, Held, Source, Space};
use super::stored::{Table, embedding, model};
use crate::database::session::{column, first};

/// What is looked for.
pub struct Wanted<'w, T> {
    /// The query's vector.
    pub embedding: &'w Embedding,
    /// Among what is looked.
    pub admits: &'w dyn Fn(&T) -> bool,
    /// The least cosine.
    pub least: f32,
    /// At most so many.
    pub k: usize,
}

/// What was found.
pub struct Nearest {
    /// Numbers and ids, the greatest cosine first, then by id.
    pub found: Vec<(i64, String)>,
    /// What was admitted and has no vector to compare.
    pub not_comparable: usize,
}

/// Something, and about how similar it is.
type Scored = (f32, i64);

/// The nearest of a table, exactly.
pub fn nearest<T>(
    connection: &Connection,
    table: Table,
    (held, source, revision): (&mut Held<T>, &Source<T>, i64),
    wanted: &Wanted<'_, T>,
) -> Result<Nearest, StoreError> {
    let space = Space {
        // A model that is not known here has no vectors: its number is nobody's.
        model: model(connection, wanted.embedding.model())?.unwrap_or(0),
        dimensions: wanted.embedding.dimensions(),
    };
    let (likely, not_comparable) = match held.copy(connection, source, space, revision)? {
        Some(copy) => likely(copy, wanted),
        None => streamed(connection, source, space, wanted)?,
    };
    let mut exact = Vec::with_capacity(likely.len());
    for (_, number) in likely {
        let cosine = embedding(connection, table, number)?
            .and_then(|own| own.cosine(wanted.embedding))
            .filter(|cosine| *cosine >= wanted.least);
        if let Some(cosine) = cosine {
            exact.push((cosine, id(connection, table, number)?, number));
        }
    }
    exact.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    exact.truncate(wanted.k);
    Ok(Nearest {
        found: exact
            .into_iter()
            .map(|(_, id, number)| (number, id))
            .collect(),
        not_comparable,
    })
}

/// All that may be among the nearest by what is held, and how many cannot be compared.
fn likely<T>(copy: &Copy<T>, wanted: &Wanted<'_, T>) -> (Vec<Scored>, usize) {
    let error = copy.vectors.error();
    let similarities = copy.vectors.similarities(wanted.embedding.vector());
    let mut scored: Vec<Scored> = copy
        .rows
        .iter()
        .zip(similarities)
        .filter(|((_, facets), similarity)| {
            *similarity >= wanted.least - error && (wanted.admits)(facets)
        })
        .map(|((number, _), similarity)| (similarity, *number))
        .collect();
    keep_best(&mut scored, wanted.k, error);
    let others = copy.others.values();
    (
        scored,
        others.filter(|facets| (wanted.admits)(facets)).count(),
    )
}

/// Likewise, from the medium.
fn streamed<T>(
    connection: &Connection,
    source: &Source<T>,
    space: Space,
    wanted: &Wanted<'_, T>,
) -> Result<(Vec<Scored>, usize), StoreError> {
    const ROUNDING: f32 = 1e-5;
    let mut room = 1024;
    let mut scored: Vec<Scored> = Vec::new();
    let mut not_comparable = 0;
    source.visit(connection, space, None, |sourced| {
        if !(wanted.admits)(&sourced.facets) {
            return true;
        }
        let Some(vector) = sourced.vector else {
            not_comparable += 1;
            return true;
        };
        let products = vector.iter().zip(wanted.embedding.vector());
        let similarity: f32 = products.map(|(a, b)| a * b).sum();
        if similarity >= wanted.least - ROUNDING {
            scored.push((similarity, sourced.number));
        }
        if scored.len() > room {
            keep_best(&mut scored, wanted.k, ROUNDING);
            // Equal ones are all kept, so that there may be as many as before.
            room = scored.len().saturating_mul(2).max(1024);
        }
        true
    })?;
    keep_best(&mut scored, wanted.k, ROUNDING);
    Ok((scored, not_comparable))
}

/// Keeps what may be among the `k` best, each similarity being off by no more than `error`.
fn keep_best(scored: &mut Vec<Scored>, k: usize, error: f32) {
    let Some(last) = k.checked_sub(1) else {
        scored.clear();
        return;
    };
    if last >= scored.len() {
        return;
    }
    let (_, worst, _) = scored.select_nth_unstable_by(last, |a, b| b.0.total_cmp(&a.0));
    let least = worst.0 - 2.0 * error;
    scored.retain(|(similarity, _)| *similarity >= least);
}

fn id(connection: &Connection, table: Table, number: i64) -> Result<String, StoreError> {
    let sql = format!("SELECT id FROM {} WHERE number = ?1", table.owners());
    let found = first(connection, &sql, [number], |row| column(row, 0))?;
    found.ok_or_else(|| StoreError::Corrupt {
        detail: "a stored vector is nobody's".to_owned(),
    })
}
