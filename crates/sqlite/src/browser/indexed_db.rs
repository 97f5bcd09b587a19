//! A database in IndexedDB, for browsers without OPFS: SQLite works in memory, and the pages that a transaction
//! changed are committed to IndexedDB before the call is acknowledged.

use std::cell::Cell;
use std::rc::Rc;

use amb_store::{StoreError, StoreFuture};
use js_sys::{Array, Object, Reflect, Uint8Array};
use rusqlite::Connection;
use wasm_bindgen::prelude::*;
use web_sys::{IdbDatabase, IdbFactory, IdbObjectStore, IdbOpenDbRequest, IdbTransaction};

use super::failure::thrown;
use super::in_pages::{FILE, connected, in_memory, rekeyed};
use super::request::{answer, committed, opened};
use crate::SqliteStore;
use crate::cipher::{Keys, Passphrase};
use crate::medium::Medium;
use crate::pages::{Disk, Mount};

/// Pages by number.
pub const PAGES: &str = "pages";
/// Count of the writes of pages, under [`WRITTEN`].
pub const STATE: &str = "state";
pub const WRITTEN: &str = "written";

#[wasm_bindgen]
extern "C" {
    /// `IDBDatabase` whose transactions take options that web-sys lacks.
    #[wasm_bindgen(extends = IdbDatabase)]
    type StrictDatabase;

    #[wasm_bindgen(method, catch)]
    fn transaction(
        this: &StrictDatabase,
        stores: &Array,
        mode: &str,
        options: &JsValue,
    ) -> Result<IdbTransaction, JsValue>;
}

/// Pages in IndexedDB, and in memory while they are worked on.
pub struct IndexedDb {
    database: StrictDatabase,
    pub(super) disk: Disk,
    mount: Option<Mount>,
    keys: Keys,
    /// Count of writes when the pages were last in step.
    written: f64,
}

impl Medium for IndexedDb {
    fn is_durable(&self) -> bool {
        true
    }

    fn connect(&mut self) -> StoreFuture<'_, Connection> {
        Box::pin(async {
            self.read_anew().await?;
            connected(&self.disk, &mut self.mount, &mut self.keys)
        })
    }

    fn settle(&mut self) -> StoreFuture<'_, ()> {
        Box::pin(async {
            let changed = self.disk.changed(FILE).map_err(|error| in_memory(&error))?;
            if changed.is_empty() {
                return Ok(());
            }
            let transaction = self.transaction("readwrite")?;
            let ended = committed(&transaction);
            let wrote = self.write(&transaction, &changed).await;
            if wrote.is_err() {
                // It may have aborted itself already.
                let _ = transaction.abort();
            }
            let ended = ended.await;
            // The reason why it was aborted, unless that was ours.
            self.written = wrote.and_then(|written| ended.map(|_| written))?;
            self.disk.settled(FILE).map_err(|error| in_memory(&error))
        })
    }

    fn rekey(&mut self, to: Option<Passphrase>) -> StoreFuture<'_, ()> {
        Box::pin(async {
            self.read_anew().await?;
            rekeyed(&self.disk, &self.keys, to.as_ref())?;
            // All pages in one transaction.
            self.keys.propose(to);
            self.settle().await?;
            self.keys.accept();
            Ok(())
        })
    }
}

impl IndexedDb {
    async fn open(name: &str) -> Result<Self, StoreError> {
        let request = factory()?
            .open_with_u32(name, 1)
            .map_err(|error| thrown(&error))?;
        let database = opened(&request, make_stores).await?;
        Ok(Self::over(database))
    }

    /// Opens the database of this name; `None`, without creating it, if it does not exist.
    pub async fn existing(name: &str) -> Result<Option<Self>, StoreError> {
        let request = factory()?
            .open_with_u32(name, 1)
            .map_err(|error| thrown(&error))?;
        let is_new = Rc::new(Cell::new(false));
        let noted = Rc::clone(&is_new);
        let database = opened(&request, move |request| {
            noted.set(true);
            // Else it would be there, empty, from now on.
            let _ = request.transaction().map(|making| making.abort());
        });
        match database.await {
            Err(_) if is_new.get() => Ok(None),
            database => Ok(Some(Self::over(database?))),
        }
    }

    fn over(database: JsValue) -> Self {
        Self {
            database: database.unchecked_into(),
            disk: Disk::default(),
            mount: None,
            keys: Keys::default(),
            written: 0.0,
        }
    }

    /// A transaction that the browser writes through to the disk.
    pub fn transaction(&self, mode: &str) -> Result<IdbTransaction, StoreError> {
        let options = Object::new();
        // Setting a property of a new object cannot fail.
        let _ = Reflect::set(&options, &"durability".into(), &"strict".into());
        let stores = Array::of2(&PAGES.into(), &STATE.into());
        let begun = self.database.transaction(&stores, mode, &options);
        begun.map_err(|error| thrown(&error))
    }

    async fn read_anew(&mut self) -> Result<(), StoreError> {
        self.disk = Disk::default();
        self.disk.create(FILE);
        self.load().await
    }

    /// Reads all pages into a file that is there and empty.
    pub async fn load(&mut self) -> Result<(), StoreError> {
        let transaction = self.transaction("readonly")?;
        let pages = store(&transaction, PAGES)?;
        let ask = |request: Result<_, JsValue>| request.map_err(|error| thrown(&error));
        let numbers = answer(&ask(pages.get_all_keys())?);
        let bytes = answer(&ask(pages.get_all())?);
        self.written = written(&transaction).await?;
        let numbers: Array = numbers.await?.unchecked_into();
        let bytes: Array = bytes.await?.unchecked_into();
        let pages: Vec<_> = numbers
            .iter()
            .zip(bytes.iter())
            .filter_map(|(number, bytes)| {
                let bytes: Uint8Array = bytes.dyn_into().ok()?;
                Some((page_number(number.as_f64()?), Some(bytes.to_vec())))
            })
            .collect();
        self.disk
            .put_pages(FILE, &pages)
            .map_err(|error| in_memory(&error))
    }

    /// Requests the write of the pages, unless another tab wrote since; returns the count of writes after it.
    async fn write(
        &self,
        transaction: &IdbTransaction,
        changed: &[(u64, Option<Vec<u8>>)],
    ) -> Result<f64, StoreError> {
        if written(transaction).await? != self.written {
            return Err(StoreError::Busy {
                detail: "another tab has written to it meanwhile".to_owned(),
            });
        }
        let pages = store(transaction, PAGES)?;
        for (number, bytes) in changed {
            let key = key(*number);
            let asked = match bytes {
                Some(bytes) => pages.put_with_key(&Uint8Array::from(bytes.as_slice()), &key),
                None => pages.delete(&key),
            };
            asked.map_err(|error| thrown(&error))?;
        }
        let next = self.written + 1.0;
        let state = store(transaction, STATE)?;
        let asked = state.put_with_key(&next.into(), &WRITTEN.into());
        asked.map_err(|error| thrown(&error))?;
        Ok(next)
    }
}

impl Drop for IndexedDb {
    fn drop(&mut self) {
        self.database.close();
    }
}

fn factory() -> Result<IdbFactory, StoreError> {
    let found = Reflect::get(&js_sys::global(), &"indexedDB".into());
    let factory = found.ok().and_then(|found| found.dyn_into().ok());
    factory.ok_or_else(|| StoreError::Unavailable {
        detail: "this browser has no IndexedDB".to_owned(),
    })
}

fn make_stores(request: &IdbOpenDbRequest) {
    let Ok(database) = request.result().map(JsCast::unchecked_into::<IdbDatabase>) else {
        return;
    };
    for store in [PAGES, STATE] {
        // A store that is missing is found out by the first transaction.
        let _ = database.create_object_store(store);
    }
}

pub fn store(transaction: &IdbTransaction, name: &str) -> Result<IdbObjectStore, StoreError> {
    transaction
        .object_store(name)
        .map_err(|error| thrown(&error))
}

/// Returns the count of writes, as this transaction sees it.
pub async fn written(transaction: &IdbTransaction) -> Result<f64, StoreError> {
    let request = store(transaction, STATE)?.get(&WRITTEN.into());
    let request = request.map_err(|error| thrown(&error))?;
    Ok(answer(&request).await?.as_f64().unwrap_or(0.0))
}

#[expect(
    clippy::cast_precision_loss,
    reason = "pages of a database that fits in memory"
)]
pub fn key(number: u64) -> JsValue {
    (number as f64).into()
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a key that `key` made"
)]
pub fn page_number(key: f64) -> u64 {
    key as u64
}

impl SqliteStore {
    /// Opens or creates the database of this name in IndexedDB, encrypted if a passphrase is given.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`], [`StoreError::Corrupt`], [`StoreError::TooNew`], [`StoreError::Busy`], an error of
    /// the passphrase, or the browser's error.
    pub async fn indexed_db(
        name: &str,
        passphrase: Option<Passphrase>,
    ) -> Result<Self, StoreError> {
        let mut database = IndexedDb::open(name).await?;
        database.keys = Keys::new(passphrase);
        Self::on(database).await
    }
}
