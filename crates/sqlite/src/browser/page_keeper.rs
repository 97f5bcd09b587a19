//! A database whose pages JavaScript keeps, on platforms without OPFS and IndexedDB, such as Node. SQLite works in
//! memory, and the pages that a transaction changed are handed over before the call is acknowledged.

use amb_store::{StoreError, StoreFuture};
use js_sys::{Array, Promise, Uint8Array, try_iter};
use rusqlite::Connection;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use super::failure::thrown;
use super::in_pages::{FILE, connected, in_memory, rekeyed};
use super::indexed_db::{key, page_number};
use crate::SqliteStore;
use crate::cipher::{Keys, Passphrase};
use crate::medium::Medium;
use crate::pages::{Disk, Mount};

#[wasm_bindgen]
extern "C" {
    /// `PageKeeper` of the TypeScript definitions: pages by number, a page being of at most 8,192 bytes.
    #[wasm_bindgen(typescript_type = "PageKeeper")]
    pub type PageKeeper;

    /// Returns all pages, as an iterable of pairs of a number and bytes.
    #[wasm_bindgen(method, catch)]
    fn load(this: &PageKeeper) -> Result<Promise, JsValue>;

    /// Stores pages, whole or not at all, and durably before it resolves; a page of `null` is deleted.
    #[wasm_bindgen(method, catch)]
    fn commit(this: &PageKeeper, pages: Array) -> Result<Promise, JsValue>;

    /// Replaces all pages by these, likewise, and leaves nothing of the former pages in its files.
    #[wasm_bindgen(method, catch)]
    fn replace(this: &PageKeeper, pages: Array) -> Result<Promise, JsValue>;
}

/// Pages that JavaScript keeps, and in memory while they are worked on.
struct KeptPages {
    keeper: PageKeeper,
    disk: Disk,
    mount: Option<Mount>,
    keys: Keys,
}

impl Medium for KeptPages {
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
            answered(self.keeper.commit(pairs(&changed))).await?;
            self.disk.settled(FILE).map_err(|error| in_memory(&error))
        })
    }

    fn rekey(&mut self, to: Option<Passphrase>) -> StoreFuture<'_, ()> {
        Box::pin(async {
            self.read_anew().await?;
            rekeyed(&self.disk, &self.keys, to.as_ref())?;
            let pages = self.disk.pages(FILE).map_err(|error| in_memory(&error))?;
            self.keys.propose(to);
            answered(self.keeper.replace(pairs(&pages))).await?;
            self.keys.accept();
            self.disk.settled(FILE).map_err(|error| in_memory(&error))
        })
    }
}

impl KeptPages {
    async fn read_anew(&mut self) -> Result<(), StoreError> {
        self.disk = Disk::default();
        self.disk.create(FILE);
        let pages = answered(self.keeper.load()).await?;
        let pages = try_iter(&pages).map_err(|error| thrown(&error))?;
        // One at a time: memory that all of them took a second time would never be given back.
        for pair in pages.ok_or_else(no_page)? {
            let page = page(&pair.map_err(|error| thrown(&error))?)?;
            let put = self.disk.put_pages(FILE, &[page]);
            put.map_err(|error| in_memory(&error))?;
        }
        Ok(())
    }
}

/// Pages as pairs of a number and bytes, or `null`.
fn pairs(pages: &[(u64, Option<Vec<u8>>)]) -> Array {
    let pair = |(number, bytes): &(u64, Option<Vec<u8>>)| {
        let bytes = bytes.as_deref().map(Uint8Array::from);
        Array::of2(&key(*number), &bytes.map_or(JsValue::NULL, Into::into))
    };
    pages.iter().map(pair).collect()
}

async fn answered(called: Result<Promise, JsValue>) -> Result<JsValue, StoreError> {
    let promise = called.map_err(|error| thrown(&error))?;
    JsFuture::from(promise)
        .await
        .map_err(|error| thrown(&error))
}

/// A page from a pair of its number and its bytes.
fn page(pair: &JsValue) -> Result<(u64, Option<Vec<u8>>), StoreError> {
    let pair: &Array = pair.unchecked_ref();
    let number = pair.get(0).as_f64();
    let bytes = pair.get(1).dyn_into::<Uint8Array>().ok();
    match number.zip(bytes) {
        Some((number, bytes)) => Ok((page_number(number), Some(bytes.to_vec()))),
        None => Err(no_page()),
    }
}

fn no_page() -> StoreError {
    StoreError::Io {
        detail: "what keeps the pages gave something else".to_owned(),
    }
}

impl SqliteStore {
    /// Opens or creates the database whose pages are kept there, encrypted if a passphrase is given.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`], [`StoreError::TooNew`], an error of the passphrase, or the keeper's error.
    pub async fn kept_by(
        keeper: PageKeeper,
        passphrase: Option<Passphrase>,
    ) -> Result<Self, StoreError> {
        Self::on(KeptPages {
            keeper,
            disk: Disk::default(),
            mount: None,
            keys: Keys::new(passphrase),
        })
        .await
    }
}
