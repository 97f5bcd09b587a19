//! The nearest to a vector.

use std::cmp::Ordering;

use amb_memory::retrieval::{Embedding, Likely, LikelyNearest};
use amb_store::StoreError;
use rusqlite::Connection;

use super::held::{Copy, Held, Source, Space};
use super::stored::{Table, damaged, model, numbers};
use crate::database::attempt;
use crate::database::session::{column, first};

/// A search by meaning.
pub struct Wanted<'w, T> {
    /// The query's vector.
    pub embedding: &'w Embedding,
    /// Filter of the owners.
    pub admits: &'w dyn Fn(&T) -> bool,
    /// The least cosine.
    pub least: f32,
    /// Most results.
    pub k: usize,
}

/// The result of a search.
pub struct Nearest {
    /// Numbers and ids, the greatest cosine first; of equal ones of memories the newest, of one time the greater id, of
    /// all else the lesser id.
    pub found: Vec<(i64, String)>,
    /// Admitted owners without a comparable vector.
    pub not_comparable: usize,
}

/// The nearest of a table, exactly.
pub fn nearest<T>(
    connection: &Connection,
    table: Table,
    (held, source, revision): (&mut Held<T>, &Source<T>, i64),
    wanted: &Wanted<'_, T>,
) -> Result<Nearest, StoreError> {
    let space = Space {
        // An unknown model has no vectors: its number is unused.
        model: model(connection, wanted.embedding.model())?.unwrap_or(0),
        dimensions: wanted.embedding.dimensions(),
    };
    let (likely, not_comparable) = match held.copy(connection, source, space, revision)? {
        Some(copy) => likely(copy, wanted),
        None => streamed(connection, source, space, wanted)?,
    };
    let mut exact = Vec::with_capacity(likely.len());
    for number in likely {
        let (place, own) = placed_vector(connection, table, number, wanted.embedding.model())?;
        let cosine = own.cosine(wanted.embedding);
        if let Some(cosine) = cosine.filter(|cosine| *cosine >= wanted.least) {
            exact.push((cosine, place, number));
        }
    }
    exact.sort_by(|a, b| {
        let by_cosine = b.0.total_cmp(&a.0);
        by_cosine.then_with(|| order_of_equals(table, &a.1, &b.1))
    });
    exact.truncate(wanted.k);
    Ok(Nearest {
        found: exact
            .into_iter()
            .map(|(_, (_, id), number)| (number, id))
            .collect(),
        not_comparable,
    })
}

/// Time of creation, 0 if it does not count, and id.
type Place = (i64, String);

/// Orders two owners with equal cosines.
fn order_of_equals(table: Table, a: &Place, b: &Place) -> Ordering {
    match table {
        Table::Memories => b.cmp(a),
        Table::Trajectories | Table::Fragments | Table::Methodologies => a.cmp(b),
    }
}

/// Returns the numbers of all that may be among the nearest by the copy in memory, and the count of those not
/// comparable.
fn likely<T>(copy: &Copy<T>, wanted: &Wanted<'_, T>) -> (Vec<i64>, usize) {
    let admits = |row: usize| {
        let kept = copy.rows.get(row);
        kept.is_some_and(|(_, facets)| (wanted.admits)(facets))
    };
    let likely = Likely {
        unit: wanted.embedding.vector(),
        least: wanted.least,
        k: wanted.k,
    };
    let rows = copy.vectors.likely(&likely, admits).into_iter();
    let numbers = rows.filter_map(|row| copy.rows.get(row).map(|(number, _)| *number));
    let others = copy.others.values();
    (
        numbers.collect(),
        others.filter(|facets| (wanted.admits)(facets)).count(),
    )
}

/// Returns the same candidates, from the medium.
fn streamed<T>(
    connection: &Connection,
    source: &Source<T>,
    space: Space,
    wanted: &Wanted<'_, T>,
) -> Result<(Vec<i64>, usize), StoreError> {
    const ROUNDING: f32 = 1e-5;
    let mut likely = LikelyNearest::new(wanted.k, wanted.least, ROUNDING);
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
        likely.offer(similarity, sourced.number, || true);
        true
    })?;
    let kept = likely.into_kept().into_iter();
    Ok((kept.map(|(_, number)| number).collect(), not_comparable))
}

/// Returns the position of the owner with this number, and its vector of this model.
fn placed_vector(
    connection: &Connection,
    table: Table,
    number: i64,
    model: &str,
) -> Result<(Place, Embedding), StoreError> {
    let (vectors, owners, time) = (table.name(), table.owners(), table.time());
    let sql = format!(
        "SELECT owners.id, vectors.dimensions, vectors.vector, {time}
        FROM {vectors} AS vectors JOIN {owners} AS owners ON owners.number = vectors.number
        WHERE vectors.number = ?1"
    );
    let found = first(connection, &sql, [number], |row| {
        let bytes = attempt(|| Ok(row.get_ref(2)?.as_blob()?))?;
        let vector = numbers(bytes, column(row, 1)?)?;
        let embedding = Embedding::new(model, &vector).map_err(|_| damaged())?;
        let place = (column(row, 3)?, column(row, 0)?);
        Ok((place, embedding))
    })?;
    found.ok_or_else(|| StoreError::Corrupt {
        detail: "a stored vector is nobody's".to_owned(),
    })
}
