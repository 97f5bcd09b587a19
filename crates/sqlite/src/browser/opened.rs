//! The best store that a browser has.

use amb_store::StoreError;

use super::databases::Databases;
use super::folders::Folders;
use crate::SqliteStore;
use crate::cipher::Passphrase;
use crate::volumes::{self, Shelf};

/// The medium of runs and memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// On the origin private file system.
    Opfs,
    /// In IndexedDB.
    IndexedDb,
    /// As pages, by JavaScript.
    Pages,
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
            Self::Pages => "pages",
            Self::Memory => "memory",
        }
    }
}

/// An open store, and its medium.
pub struct Opened {
    /// The store.
    pub store: SqliteStore,
    /// The medium.
    pub kept: Kept,
    /// The browser's messages about the better media that it lacks.
    pub lacks: Vec<String>,
}

impl Opened {
    /// Opens the store of this name on the best medium that the browser has. Only a missing medium leads to the next: a
    /// store that is busy, damaged, newer than this build or encrypted otherwise is an error. With `sets_aside`, a
    /// damaged or newer one is set aside and a new one opened.
    ///
    /// # Errors
    /// As [`SqliteStore::opfs`](crate::SqliteStore::opfs) and
    /// [`SqliteStore::indexed_db`](crate::SqliteStore::indexed_db).
    pub async fn best(
        name: &str,
        sets_aside: bool,
        passphrase: Option<&Passphrase>,
    ) -> Result<Self, StoreError> {
        let shelves: [(Kept, Box<dyn Shelf<Store = SqliteStore>>); 2] = [
            (Kept::Opfs, Box::new(Folders::new(name, passphrase))),
            (Kept::IndexedDb, Box::new(Databases::new(name, passphrase))),
        ];
        let mut lacks = Vec::new();
        for (kept, shelf) in shelves {
            match volumes::open(&*shelf, sets_aside).await {
                Err(StoreError::Unavailable { detail }) => lacks.push(detail),
                opened => {
                    let store = opened?;
                    return Ok(Self { store, kept, lacks });
                }
            }
        }
        Ok(Self {
            store: SqliteStore::in_memory().await?,
            kept: Kept::Memory,
            lacks,
        })
    }
}
