//! Vectors on the medium.

use amb_memory::retrieval::Embedding;
use amb_store::StoreError;
use rusqlite::Connection;

use crate::database::session::{column, execute, first};

/// Models by number, so that their names are kept once.
pub const VECTORS: &str = "
    CREATE TABLE models (
        number INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE
    ) STRICT;
";

/// The owners of vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Table {
    Memories,
    Trajectories,
    Fragments,
    Methodologies,
}

impl Table {
    /// Returns the table of the vectors; its key is the owner's number.
    pub fn name(self) -> &'static str {
        match self {
            Self::Memories => "memory_vectors",
            Self::Trajectories => "trajectory_vectors",
            Self::Fragments => "fragment_vectors",
            Self::Methodologies => "methodology_vectors",
        }
    }

    /// Returns the table of the owners.
    pub fn owners(self) -> &'static str {
        match self {
            Self::Memories => "memories",
            Self::Trajectories => "trajectories",
            Self::Fragments => "fragments",
            Self::Methodologies => "methodologies",
        }
    }

    /// Returns the column of the creation time if the newest of equals comes first; otherwise a constant.
    pub fn time(self) -> &'static str {
        match self {
            Self::Memories => "owners.created_at",
            Self::Trajectories | Self::Fragments | Self::Methodologies => "0",
        }
    }
}

/// Sets the vector of this number in place of any other, or removes it.
pub fn put(
    connection: &Connection,
    table: Table,
    number: i64,
    embedding: Option<&Embedding>,
) -> Result<(), StoreError> {
    let name = table.name();
    let Some(embedding) = embedding else {
        let sql = format!("DELETE FROM {name} WHERE number = ?1");
        return execute(connection, &sql, [number]).map(drop);
    };
    let model = made_known(connection, embedding.model())?;
    let sql = format!(
        "INSERT INTO {name} (number, model, dimensions, vector) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT (number) DO UPDATE SET
            model = excluded.model, dimensions = excluded.dimensions, vector = excluded.vector"
    );
    let bytes: Vec<u8> = embedding
        .vector()
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect();
    let values = (number, model, embedding.dimensions(), bytes);
    execute(connection, &sql, values).map(drop)
}

/// Returns the vector of the owner with this number.
pub fn embedding(
    connection: &Connection,
    table: Table,
    number: i64,
) -> Result<Option<Embedding>, StoreError> {
    let name = table.name();
    let sql = format!(
        "SELECT vectors.dimensions, vectors.vector, models.name
        FROM {name} AS vectors JOIN models ON models.number = vectors.model
        WHERE vectors.number = ?1"
    );
    first(connection, &sql, [number], |row| {
        let bytes: Vec<u8> = column(row, 1)?;
        let vector = numbers(&bytes, column(row, 0)?)?;
        let model: String = column(row, 2)?;
        Embedding::new(&model, &vector).map_err(|_| damaged())
    })
}

/// The number of a model, if it has any vector here.
pub fn model(connection: &Connection, name: &str) -> Result<Option<i64>, StoreError> {
    let sql = "SELECT number FROM models WHERE name = ?1";
    first(connection, sql, [name], |row| column(row, 0))
}

fn made_known(connection: &Connection, name: &str) -> Result<i64, StoreError> {
    if let Some(number) = model(connection, name)? {
        return Ok(number);
    }
    execute(connection, "INSERT INTO models (name) VALUES (?1)", [name])?;
    Ok(connection.last_insert_rowid())
}

/// The numbers of a vector of this length.
pub fn numbers(bytes: &[u8], dimensions: usize) -> Result<Vec<f32>, StoreError> {
    let (numbers, rest) = bytes.as_chunks::<4>();
    if numbers.len() != dimensions || !rest.is_empty() {
        return Err(damaged());
    }
    Ok(numbers
        .iter()
        .map(|four| f32::from_le_bytes(*four))
        .collect())
}

/// Returns the error for a vector that no embedder made.
pub fn damaged() -> StoreError {
    StoreError::Corrupt {
        detail: "a stored vector is not of the length or the numbers that it was written with"
            .to_owned(),
    }
}
