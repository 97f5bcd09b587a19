//! Volumes in IndexedDB: databases of pages, and their bytes without SQLite.

use amb_store::{StoreError, StoreFuture};
use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsValue;
use web_sys::{File, IdbRequest};

use super::failure::thrown;
use super::in_pages::{FILE, in_memory};
use super::indexed_db::{IndexedDb, PAGES, STATE, WRITTEN, store, written};
use super::request::{answer, committed};
use super::rescue::{Rescue, volume_name};
use crate::SqliteStore;
use crate::cipher::Passphrase;
use crate::pages::{Disk, PAGE};
use crate::volumes::{AsideReason, Shelf, Volume};

/// Why a database is set aside: a key beside [`WRITTEN`].
const ASIDE: &str = "aside";

/// The databases of the store of this name.
pub struct Databases {
    name: String,
    passphrase: Option<Passphrase>,
}

impl Databases {
    /// The databases of the store of this name; the passphrase opens one, or encrypts a new one.
    pub fn new(name: &str, passphrase: Option<&Passphrase>) -> Self {
        Self {
            name: name.to_owned(),
            passphrase: passphrase.cloned(),
        }
    }

    async fn database(&self, number: u32) -> Result<Option<IndexedDb>, StoreError> {
        IndexedDb::existing(&volume_name(&self.name, number)).await
    }

    async fn there(&self, number: u32) -> Result<IndexedDb, StoreError> {
        let found = self.database(number).await?;
        found.ok_or_else(|| StoreError::Io {
            detail: format!("the database {} is gone", volume_name(&self.name, number)),
        })
    }
}

impl Shelf for Databases {
    type Store = SqliteStore;

    fn volumes(&self) -> StoreFuture<'_, Vec<Volume>> {
        Box::pin(async {
            let mut volumes = Vec::new();
            for number in 0.. {
                let Some(database) = self.database(number).await? else {
                    break;
                };
                volumes.push(standing(&database, number).await?);
            }
            Ok(volumes)
        })
    }

    fn open(&self, number: u32) -> StoreFuture<'_, SqliteStore> {
        Box::pin(async move {
            let name = volume_name(&self.name, number);
            SqliteStore::indexed_db(&name, self.passphrase.clone()).await
        })
    }

    fn mark(&self, number: u32, aside: Option<AsideReason>) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let database = self.there(number).await?;
            let transaction = database.transaction("readwrite")?;
            let ended = committed(&transaction);
            let state = store(&transaction, STATE)?;
            asked(match aside {
                Some(reason) => state.put_with_key(&reason.name().into(), &ASIDE.into()),
                None => state.delete(&ASIDE.into()),
            })?;
            ended.await.map(drop)
        })
    }

    fn erase(&self, number: u32) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let database = self.there(number).await?;
            let transaction = database.transaction("readwrite")?;
            let ended = committed(&transaction);
            // A store that has it open would write single pages into it; its next write is refused.
            let next = written(&transaction).await? + 1.0;
            asked(store(&transaction, STATE)?.put_with_key(&next.into(), &WRITTEN.into()))?;
            asked(store(&transaction, PAGES)?.clear())?;
            ended.await.map(drop)
        })
    }
}

impl Rescue for Databases {
    fn files(&self, number: u32) -> StoreFuture<'_, Vec<File>> {
        Box::pin(async move {
            let bytes = bytes(&mut self.there(number).await?).await?;
            if bytes.is_empty() {
                return Ok(Vec::new());
            }
            let parts = Array::of1(&Uint8Array::from(bytes.as_slice()));
            let file = File::new_with_u8_array_sequence(&parts, FILE);
            Ok(vec![file.map_err(|error| thrown(&error))?])
        })
    }
}

fn asked(request: Result<IdbRequest, JsValue>) -> Result<IdbRequest, StoreError> {
    request.map_err(|error| thrown(&error))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a number of pages"
)]
async fn standing(database: &IndexedDb, number: u32) -> Result<Volume, StoreError> {
    let transaction = database.transaction("readonly")?;
    let mark = answer(&asked(store(&transaction, STATE)?.get(&ASIDE.into()))?);
    let pages = answer(&asked(store(&transaction, PAGES)?.count())?);
    let mark = mark.await?.as_string();
    let pages = pages.await?.as_f64().unwrap_or(0.0) as u64;
    Ok(Volume {
        number,
        aside: mark.and_then(|name| AsideReason::named(&name)),
        // The last page counts whole.
        bytes: pages * PAGE as u64,
    })
}

/// The database's bytes.
async fn bytes(database: &mut IndexedDb) -> Result<Vec<u8>, StoreError> {
    database.disk = Disk::default();
    database.disk.create(FILE);
    database.load().await?;
    let size = database
        .disk
        .size(FILE)
        .map_err(|error| in_memory(&error))?;
    let mut bytes = vec![0; usize::try_from(size).unwrap_or(0)];
    let read = database.disk.read(FILE, &mut bytes, 0);
    read.map_err(|error| in_memory(&error))?;
    Ok(bytes)
}
