//! The best store that a browser has.

use amb_store::{MemoryStore, Store, StoreError};

use crate::SqliteStore;

/// Where runs are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// On the origin private file system.
    Opfs,
    /// In IndexedDB.
    IndexedDb,
    /// In memory alone: they go with the worker.
    Memory,
}

impl Kept {
    /// Its name in JavaScript.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Opfs => "opfs",
            Self::IndexedDb => "indexeddb",
            Self::Memory => "memory",
        }
    }
}

/// An open store, and where it keeps runs.
pub struct Opened {
    /// The store.
    pub store: Box<dyn Store>,
    /// Where it keeps them.
    pub kept: Kept,
    /// What the browser said of the better places that it lacks.
    pub lacks: Vec<String>,
}

impl Opened {
    /// Opens the store of this name in the best place that the browser has. Only a place that is not there leads to
    /// the next one: a store that is busy, damaged or newer than this build is an error.
    ///
    /// # Errors
    /// As [`SqliteStore::opfs`] and [`SqliteStore::indexed_db`].
    pub async fn best(name: &str) -> Result<Self, StoreError> {
        let mut lacks = Vec::new();
        let (kept, store) = match SqliteStore::opfs(name).await {
            Err(StoreError::Unavailable { detail }) => {
                lacks.push(detail);
                match SqliteStore::indexed_db(name).await {
                    Err(StoreError::Unavailable { detail }) => {
                        lacks.push(detail);
                        (
                            Kept::Memory,
                            Box::new(MemoryStore::default()) as Box<dyn Store>,
                        )
                    }
                    opened => (Kept::IndexedDb, Box::new(opened?) as _),
                }
            }
            opened => (Kept::Opfs, Box::new(opened?) as _),
        };
        Ok(Self { store, kept, lacks })
    }
}
