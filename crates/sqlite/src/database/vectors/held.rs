//! Vectors in memory.

use std::collections::{BTreeMap, HashMap};

use amb_memory::retrieval::CodedVectors;
use amb_store::StoreError;
use rusqlite::{Connection, Row};

use super::stored::{damaged, numbers};
use crate::database::attempt;
use crate::database::session::{column, execute, rows};

/// Bytes of vectors that are held at most; beyond them they are read from the medium for each search.
const MOST: usize = 256 << 20;

/// A table of vectors, with facets of their owners.
pub struct Source<T> {
    /// Rows of number, model, dimensions, vector (the three may be missing) and the columns of `facets`.
    pub sql: &'static str,
    /// Suffix of the SQL that selects one number.
    pub one: &'static str,
    /// The facets that narrow a search.
    pub facets: fn(&Row<'_>) -> Result<T, StoreError>,
}

/// A row as a [`Source`] gives it.
pub struct Sourced<T> {
    pub number: i64,
    pub facets: T,
    /// The vector, if it is of the wanted model and length.
    pub vector: Option<Vec<f32>>,
}

/// Vectors of one model and length, and the other searchable numbers without one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Space {
    pub model: i64,
    pub dimensions: usize,
}

impl<T> Source<T> {
    /// Shows each row, of all numbers or of one, until `visit` has had enough.
    pub fn visit(
        &self,
        connection: &Connection,
        space: Space,
        number: Option<i64>,
        mut visit: impl FnMut(Sourced<T>) -> bool,
    ) -> Result<(), StoreError> {
        let sql = match number {
            Some(_) => format!("{} {}", self.sql, self.one),
            None => self.sql.to_owned(),
        };
        let mut statement = attempt(|| connection.prepare_cached(&sql))?;
        let mut found = match number {
            Some(number) => attempt(|| statement.query([number]))?,
            None => attempt(|| statement.query([]))?,
        };
        while let Some(row) = attempt(|| found.next())? {
            if !visit(self.row(row, space)?) {
                break;
            }
        }
        Ok(())
    }

    fn row(&self, row: &Row<'_>, space: Space) -> Result<Sourced<T>, StoreError> {
        let model: Option<i64> = column(row, 1)?;
        let mut vector = None;
        if model == Some(space.model) && column::<usize>(row, 2)? == space.dimensions {
            let bytes = attempt(|| Ok(row.get_ref(3)?.as_blob()?))?;
            let unit = numbers(bytes, space.dimensions)?;
            let square: f32 = unit.iter().map(|number| number * number).sum();
            // A vector was stored at length 1, or has none; a length that is no number is neither.
            if !square.is_finite() || square > 1.01 {
                return Err(damaged());
            }
            vector = Some(unit);
        }
        Ok(Sourced {
            number: column(row, 0)?,
            facets: (self.facets)(row)?,
            vector,
        })
    }
}

/// A copy of a space in memory, as of some revision; none before the first search.
pub struct Held<T> {
    most: usize,
    copy: Option<Copy<T>>,
    /// The space, at the revision, that was found too large.
    too_large: Option<(Space, i64)>,
}

impl<T> Default for Held<T> {
    fn default() -> Self {
        Self {
            most: MOST,
            copy: None,
            too_large: None,
        }
    }
}

/// A copy of a space in memory.
pub struct Copy<T> {
    space: Space,
    revision: i64,
    pub vectors: CodedVectors,
    /// By row of the vectors.
    pub rows: Vec<(i64, T)>,
    row_of: HashMap<i64, usize>,
    /// Owners without a vector of this space.
    pub others: BTreeMap<i64, T>,
}

impl<T> Held<T> {
    /// Returns the copy of a space at this revision, made now if missing; `None` if it would be too large.
    pub fn copy(
        &mut self,
        connection: &Connection,
        source: &Source<T>,
        space: Space,
        revision: i64,
    ) -> Result<Option<&Copy<T>>, StoreError> {
        if self.too_large == Some((space, revision)) {
            return Ok(None);
        }
        let fits = |copy: &Copy<T>| copy.space == space && copy.revision == revision;
        if !self.copy.as_ref().is_some_and(fits) {
            self.copy = None;
            self.copy = Copy::read(connection, source, space, revision, self.most)?;
            self.too_large = self.copy.is_none().then_some((space, revision));
        }
        Ok(self.copy.as_ref())
    }

    /// Applies a write's changes, given the changed numbers and the revisions before and after it. A copy that cannot
    /// follow is dropped, and the next search makes a new one.
    pub fn follow(
        &mut self,
        connection: &Connection,
        source: &Source<T>,
        (before, after): (i64, i64),
        touched: &[i64],
    ) {
        let Some(mut copy) = self.copy.take().filter(|copy| copy.revision == before) else {
            return;
        };
        let done = touched
            .iter()
            .try_for_each(|number| copy.refresh(connection, source, *number));
        let bytes = CodedVectors::bytes(copy.rows.len(), copy.space.dimensions);
        if done.is_ok() && bytes <= self.most {
            copy.revision = after;
            self.copy = Some(copy);
        }
    }

    /// With another bound.
    #[cfg(all(test, not(target_arch = "wasm32")))]
    pub fn bounded(most: usize) -> Self {
        Self {
            most,
            ..Self::default()
        }
    }
}

impl<T> Copy<T> {
    fn read(
        connection: &Connection,
        source: &Source<T>,
        space: Space,
        revision: i64,
        most: usize,
    ) -> Result<Option<Self>, StoreError> {
        let mut copy = Self {
            space,
            revision,
            vectors: CodedVectors::new(space.dimensions),
            rows: Vec::new(),
            row_of: HashMap::new(),
            others: BTreeMap::new(),
        };
        let mut fits = true;
        source.visit(connection, space, None, |sourced| {
            copy.put(sourced);
            fits = CodedVectors::bytes(copy.rows.len(), space.dimensions) <= most;
            fits
        })?;
        Ok(fits.then_some(copy))
    }

    /// Reads this number again.
    fn refresh(
        &mut self,
        connection: &Connection,
        source: &Source<T>,
        number: i64,
    ) -> Result<(), StoreError> {
        let mut now = None;
        source.visit(connection, self.space, Some(number), |sourced| {
            now = Some(sourced);
            false
        })?;
        match now {
            Some(sourced) => self.put(sourced),
            None => self.remove(number),
        }
        Ok(())
    }

    fn put(&mut self, sourced: Sourced<T>) {
        let Sourced {
            number,
            facets,
            vector,
        } = sourced;
        let Some(vector) = vector else {
            self.remove(number);
            self.others.insert(number, facets);
            return;
        };
        self.others.remove(&number);
        match self.row_of.get(&number) {
            Some(row) => {
                self.vectors.set(*row, &vector);
                if let Some(kept) = self.rows.get_mut(*row) {
                    *kept = (number, facets);
                }
            }
            None => {
                self.row_of.insert(number, self.rows.len());
                self.vectors.push(&vector);
                self.rows.push((number, facets));
            }
        }
    }

    fn remove(&mut self, number: i64) {
        self.others.remove(&number);
        let Some(row) = self.row_of.remove(&number) else {
            return;
        };
        self.vectors.swap_remove(row);
        self.rows.swap_remove(row);
        if let Some((moved, _)) = self.rows.get(row) {
            self.row_of.insert(*moved, row);
        }
    }
}

/// Returns the revision of copies: that of trajectories or of the hierarchy.
pub fn revision(connection: &Connection, state: &str) -> Result<i64, StoreError> {
    let sql = format!("SELECT revision FROM {state}");
    let found = rows(connection, &sql, [], |row| column(row, 0))?;
    found.first().copied().ok_or_else(|| StoreError::Corrupt {
        detail: format!("{state} is empty"),
    })
}

/// Counts a write; returns the revisions before and after it.
pub fn advance(connection: &Connection, state: &str) -> Result<(i64, i64), StoreError> {
    let before = revision(connection, state)?;
    let sql = format!("UPDATE {state} SET revision = revision + 1");
    execute(connection, &sql, [])?;
    Ok((before, before + 1))
}
