//! The JavaScript interface: decode, call, encode.

use std::rc::Rc;

use amb_store::{Batch, NewRun, Store, StoreError};
use js_sys::{Array, Error, Reflect, Uint8Array};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

use crate::SqliteStore;
use crate::browser::{self, Kept, Opened, PageKeeper};
use crate::cipher::Passphrase;

#[wasm_bindgen]
extern "C" {
    /// `NewRun` of the TypeScript definitions.
    #[wasm_bindgen(typescript_type = "NewRun")]
    pub type NewRunValue;
    /// `Batch` of the TypeScript definitions.
    #[wasm_bindgen(typescript_type = "Batch")]
    pub type BatchValue;
}

/// Durable runs, in the best place that the browser has. Every failure is an `Error` with `code`, `retryable`, and as
/// `store` the `StoreError` of the TypeScript definitions.
#[wasm_bindgen]
pub struct RunStore {
    store: Rc<SqliteStore>,
    kept: Kept,
    lacks: Vec<String>,
}

impl RunStore {
    /// Returns the store itself, for other data in its database.
    #[must_use]
    pub fn shared(&self) -> Rc<SqliteStore> {
        Rc::clone(&self.store)
    }
}

#[wasm_bindgen]
impl RunStore {
    /// Opens the store of this name, in a dedicated worker. With `sets_aside`, a damaged database or one of a newer
    /// version is set aside and a new one opened; otherwise it is left unchanged and the call fails. An encrypted
    /// database opens only with its passphrase, and is neither set aside nor changed without it. A new one is encrypted
    /// if a passphrase is given.
    pub async fn open(
        name: &str,
        sets_aside: Option<bool>,
        passphrase: Option<String>,
    ) -> Result<RunStore, JsValue> {
        let passphrase = known(passphrase)?;
        let opened = Opened::best(name, sets_aside.unwrap_or(false), passphrase.as_ref()).await;
        let Opened { store, kept, lacks } = opened.map_err(thrown)?;
        Ok(Self {
            store: Rc::new(store),
            kept,
            lacks,
        })
    }

    /// Opens the store whose pages JavaScript keeps, on platforms without OPFS and IndexedDB, such as Node.
    #[wasm_bindgen(js_name = keptBy)]
    pub async fn kept_by(
        keeper: PageKeeper,
        passphrase: Option<String>,
    ) -> Result<RunStore, JsValue> {
        let opened = SqliteStore::kept_by(keeper, known(passphrase)?).await;
        let store = opened.map_err(thrown)?;
        Ok(Self {
            store: Rc::new(store),
            kept: Kept::Pages,
            lacks: Vec::new(),
        })
    }

    /// Encrypts the store with this passphrase, plain until now or encrypted with another one; `null` makes it plain.
    /// It comes about whole or not at all.
    #[wasm_bindgen(js_name = changePassphrase)]
    pub async fn change_passphrase(&self, to: Option<String>) -> Result<(), JsValue> {
        let to = known(to)?;
        self.store.change_passphrase(to).await.map_err(thrown)
    }

    /// Returns the files of the store of this name with any content: of the database that `open` opens or refuses, or
    /// of the one set aside under this number. Empty files are left out.
    #[wasm_bindgen(unchecked_return_type = "File[]")]
    pub async fn files(name: &str, number: Option<u32>) -> Result<Array, JsValue> {
        let files = browser::files(name, number).await.map_err(thrown)?;
        Ok(files.into_iter().collect())
    }

    /// Returns the databases of this store that were set aside.
    #[wasm_bindgen(unchecked_return_type = "AsideStore[]")]
    pub async fn aside(name: &str) -> Result<JsValue, JsValue> {
        to_js(&browser::aside(name).await.map_err(thrown)?)
    }

    /// Deletes the database set aside under this number; `false` if there is none.
    #[wasm_bindgen(js_name = deleteAside)]
    pub async fn delete_aside(name: &str, number: u32) -> Result<bool, JsValue> {
        browser::erase(name, number).await.map_err(thrown)
    }

    /// Makes `open` open the database set aside under this number, and sets aside the present one, which nobody may
    /// have open; `false` if there is none.
    #[wasm_bindgen(js_name = takeBack)]
    pub async fn take_back(name: &str, number: u32) -> Result<bool, JsValue> {
        browser::take_back(name, number).await.map_err(thrown)
    }

    /// The medium of runs: OPFS, IndexedDB, pages kept by JavaScript, or memory alone.
    #[wasm_bindgen(
        getter,
        unchecked_return_type = "\"opfs\" | \"indexeddb\" | \"pages\" | \"memory\""
    )]
    pub fn kept(&self) -> String {
        self.kept.name().to_owned()
    }

    /// The browser's messages about the better media that it lacks.
    #[wasm_bindgen(getter)]
    pub fn lacks(&self) -> Vec<String> {
        self.lacks.clone()
    }

    /// True if runs outlive this worker.
    #[wasm_bindgen(getter, js_name = isDurable)]
    pub fn is_durable(&self) -> bool {
        self.store.is_durable()
    }

    /// Begins a run.
    #[wasm_bindgen(js_name = createRun)]
    pub async fn create_run(&self, run: NewRunValue) -> Result<(), JsValue> {
        let run: NewRun = from_js(run.into())?;
        self.store.create_run(&run).await.map_err(thrown)
    }

    /// Adds a batch to a run.
    pub async fn append(&self, run: &str, batch: BatchValue) -> Result<(), JsValue> {
        let batch: Batch = from_js(batch.into())?;
        self.store.append(run, &batch).await.map_err(thrown)
    }

    /// All runs, the youngest first.
    #[wasm_bindgen(unchecked_return_type = "RunHead[]")]
    pub async fn runs(&self) -> Result<JsValue, JsValue> {
        to_js(&self.store.runs().await.map_err(thrown)?)
    }

    /// A run with its journal.
    #[wasm_bindgen(unchecked_return_type = "StoredRun")]
    pub async fn load(&self, run: &str) -> Result<JsValue, JsValue> {
        to_js(&self.store.load(run).await.map_err(thrown)?)
    }

    /// Returns the bytes of these hashes, in order; `null` if no run has them.
    #[wasm_bindgen(unchecked_return_type = "(Uint8Array | null)[]")]
    pub async fn bodies(&self, hashes: Vec<String>) -> Result<Array, JsValue> {
        let found = self.store.bodies(&hashes).await.map_err(thrown)?;
        Ok(found.into_iter().map(bytes_or_null).collect())
    }

    /// Keeps bytes as a blob of a run.
    #[wasm_bindgen(js_name = putBlob)]
    pub async fn put_blob(&self, run: &str, hash: &str, bytes: &[u8]) -> Result<(), JsValue> {
        let kept = self.store.put_blob(run, hash, bytes).await;
        kept.map_err(thrown)
    }

    /// A blob of a run, or `null`.
    #[wasm_bindgen(unchecked_return_type = "Uint8Array | null")]
    pub async fn blob(&self, run: &str, hash: &str) -> Result<JsValue, JsValue> {
        let found = self.store.blob(run, hash).await.map_err(thrown)?;
        Ok(bytes_or_null(found))
    }

    /// Forgets a blob of a run.
    #[wasm_bindgen(js_name = deleteBlob)]
    pub async fn delete_blob(&self, run: &str, hash: &str) -> Result<(), JsValue> {
        self.store.delete_blob(run, hash).await.map_err(thrown)
    }

    /// Deletes a run, and the bytes that no other run has.
    #[wasm_bindgen(js_name = deleteRun)]
    pub async fn delete_run(&self, run: &str) -> Result<(), JsValue> {
        self.store.delete_run(run).await.map_err(thrown)
    }

    /// Bytes of everything that is kept, shared ones once.
    #[wasm_bindgen(unchecked_return_type = "number")]
    pub async fn bytes(&self) -> Result<JsValue, JsValue> {
        to_js(&self.store.bytes().await.map_err(thrown)?)
    }
}

fn known(passphrase: Option<String>) -> Result<Option<Passphrase>, JsValue> {
    let Some(text) = passphrase else {
        return Ok(None);
    };
    match Passphrase::new(&text) {
        Some(passphrase) => Ok(Some(passphrase)),
        None => Err(coded("a passphrase must not be empty", "invalid_argument", false).into()),
    }
}

fn bytes_or_null(bytes: Option<Vec<u8>>) -> JsValue {
    bytes.map_or(JsValue::NULL, |bytes| {
        Uint8Array::from(bytes.as_slice()).into()
    })
}

fn to_js<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_missing_as_null(true);
    let encoded = value.serialize(&serializer);
    encoded.map_err(|error| Error::new(&error.to_string()).into())
}

fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsValue> {
    serde_wasm_bindgen::from_value(value).map_err(|error| {
        let message = format!("an argument is not of the documented shape: {error}");
        coded(&message, "invalid_argument", false).into()
    })
}

fn thrown(error: StoreError) -> JsValue {
    let js = coded(&error.to_string(), error.kind(), error.is_retryable());
    // Plain data on a fresh error: neither can fail.
    let _ = Reflect::set(&js, &"store".into(), &to_js(&error).unwrap_or_default());
    js.into()
}

fn coded(message: &str, code: &str, is_retryable: bool) -> Error {
    let js = Error::new(message);
    // Setting properties of a fresh error cannot fail.
    let _ = Reflect::set(&js, &"code".into(), &code.into());
    let _ = Reflect::set(&js, &"retryable".into(), &is_retryable.into());
    js
}
