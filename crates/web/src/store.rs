//! The store that JavaScript supplies: usually SQLite in an artefact of its own, in this worker or another.

use amb_store::{Batch, NewRun, RunHead, Store, StoreError, StoreFuture, StoredRun};
use js_sys::{Array, Error, Promise, Reflect, Uint8Array};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    /// `RunStore` of the artefact `store`, or something that passes its calls on.
    #[wasm_bindgen(typescript_type = "EngineStore")]
    pub type RunStoreValue;

    #[wasm_bindgen(method, catch, js_name = createRun)]
    fn create_run(this: &RunStoreValue, run: JsValue) -> Result<Promise, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn append(this: &RunStoreValue, run: &str, batch: JsValue) -> Result<Promise, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn runs(this: &RunStoreValue) -> Result<Promise, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn load(this: &RunStoreValue, run: &str) -> Result<Promise, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn bodies(this: &RunStoreValue, hashes: Vec<String>) -> Result<Promise, JsValue>;
    #[wasm_bindgen(method, catch, js_name = putBlob)]
    fn put_blob(
        this: &RunStoreValue,
        run: &str,
        hash: &str,
        bytes: Uint8Array,
    ) -> Result<Promise, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn blob(this: &RunStoreValue, run: &str, hash: &str) -> Result<Promise, JsValue>;
    #[wasm_bindgen(method, catch, js_name = deleteBlob)]
    fn delete_blob(this: &RunStoreValue, run: &str, hash: &str) -> Result<Promise, JsValue>;
    #[wasm_bindgen(method, catch, js_name = deleteRun)]
    fn delete_run(this: &RunStoreValue, run: &str) -> Result<Promise, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn bytes(this: &RunStoreValue) -> Result<Promise, JsValue>;
}

/// Runs that JavaScript keeps.
pub struct JsStore {
    store: RunStoreValue,
    is_durable: bool,
}

impl JsStore {
    /// Wraps this object; `is_durable` is true if runs outlive its worker.
    #[must_use]
    pub fn new(store: RunStoreValue, is_durable: bool) -> Self {
        Self { store, is_durable }
    }

    /// Returns the future of a call. The call is made when the future is first polled.
    fn call<'a, T: 'a>(
        &'a self,
        call: impl FnOnce(&RunStoreValue) -> Result<Promise, JsValue> + 'a,
        read: impl FnOnce(JsValue) -> Result<T, StoreError> + 'a,
    ) -> StoreFuture<'a, T> {
        Box::pin(async move { read(awaited(call(&self.store)).await?) })
    }

    /// A call that is given a value.
    fn send<'a>(
        &'a self,
        value: &'a impl Serialize,
        call: impl FnOnce(&RunStoreValue, JsValue) -> Result<Promise, JsValue> + 'a,
    ) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let value = to_js(value)?;
            awaited(call(&self.store, value)).await.map(drop)
        })
    }
}

async fn awaited(called: Result<Promise, JsValue>) -> Result<JsValue, StoreError> {
    // Something that passes calls on may answer at once.
    let promise = Promise::resolve(&called.map_err(|error| told(&error))?);
    JsFuture::from(promise).await.map_err(|error| told(&error))
}

/// Returns the store's own error, or the exception on the way to it.
fn told(thrown: &JsValue) -> StoreError {
    let own = Reflect::get(thrown, &"store".into()).ok();
    let own = own.and_then(|own| serde_wasm_bindgen::from_value(own).ok());
    own.unwrap_or_else(|| {
        let error = thrown.dyn_ref::<Error>();
        broken(error.map_or_else(String::new, |error| error.message().into()))
    })
}

fn broken(detail: String) -> StoreError {
    StoreError::Io { detail }
}

fn to_js(value: &impl Serialize) -> Result<JsValue, StoreError> {
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_missing_as_null(true);
    let encoded = value.serialize(&serializer);
    encoded.map_err(|error| broken(error.to_string()))
}

fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, StoreError> {
    serde_wasm_bindgen::from_value(value).map_err(|error| broken(error.to_string()))
}

fn nothing(_: JsValue) -> Result<(), StoreError> {
    Ok(())
}

fn bytes(value: JsValue) -> Result<Option<Vec<u8>>, StoreError> {
    if value.is_null() || value.is_undefined() {
        return Ok(None);
    }
    let bytes = value.dyn_into::<Uint8Array>();
    bytes
        .map(|bytes| Some(bytes.to_vec()))
        .map_err(|_| broken("it gave something else than bytes".to_owned()))
}

impl Store for JsStore {
    fn is_durable(&self) -> bool {
        self.is_durable
    }

    fn create_run<'a>(&'a self, run: &'a NewRun) -> StoreFuture<'a, ()> {
        self.send(run, RunStoreValue::create_run)
    }

    fn append<'a>(&'a self, run: &'a str, batch: &'a Batch) -> StoreFuture<'a, ()> {
        self.send(batch, move |store, batch| store.append(run, batch))
    }

    fn runs(&self) -> StoreFuture<'_, Vec<RunHead>> {
        self.call(RunStoreValue::runs, from_js)
    }

    fn load<'a>(&'a self, run: &'a str) -> StoreFuture<'a, StoredRun> {
        self.call(move |store| store.load(run), from_js)
    }

    fn bodies<'a>(&'a self, hashes: &'a [String]) -> StoreFuture<'a, Vec<Option<Vec<u8>>>> {
        self.call(
            move |store| store.bodies(hashes.to_vec()),
            |found| {
                let found = found.dyn_into::<Array>();
                let found =
                    found.map_err(|_| broken("it gave something else than a list".to_owned()))?;
                found.iter().map(bytes).collect()
            },
        )
    }

    fn put_blob<'a>(&'a self, run: &'a str, hash: &'a str, bytes: &'a [u8]) -> StoreFuture<'a, ()> {
        let put = move |store: &RunStoreValue| store.put_blob(run, hash, Uint8Array::from(bytes));
        self.call(put, nothing)
    }

    fn blob<'a>(&'a self, run: &'a str, hash: &'a str) -> StoreFuture<'a, Option<Vec<u8>>> {
        self.call(move |store| store.blob(run, hash), bytes)
    }

    fn delete_blob<'a>(&'a self, run: &'a str, hash: &'a str) -> StoreFuture<'a, ()> {
        self.call(move |store| store.delete_blob(run, hash), nothing)
    }

    fn delete_run<'a>(&'a self, run: &'a str) -> StoreFuture<'a, ()> {
        self.call(move |store| store.delete_run(run), nothing)
    }

    fn bytes(&self) -> StoreFuture<'_, u64> {
        self.call(RunStoreValue::bytes, from_js)
    }
}
