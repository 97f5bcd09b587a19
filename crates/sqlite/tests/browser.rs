//! OPFS and IndexedDB in a dedicated worker: the contract, and every write made to fail.
#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that meets the unexpected must stop"
)]

use std::cell::Cell;

use amb_sqlite::SqliteStore;
use amb_store::contract::{Failure, FaultyPlace, Place, holds, survives_faults};
use amb_store::{Batch, NewRun, Store, StoreFuture};
use js_sys::{Function, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

/// Counts writes, and makes them fail as planned.
const FAULTS: &str = "
    if (!globalThis.faults) {
        const faults = { first: 0, kind: '', writes: 0, failed: false };
        globalThis.faults = faults;
        const comes = () => {
            faults.writes += 1;
            const all = faults.kind === 'ForGood';
            const now = faults.first > 0 && (all ? faults.writes >= faults.first : faults.writes === faults.first);
            faults.failed ||= now;
            return now;
        };
        const refuse = () => {
            throw new DOMException('made to fail', faults.kind === 'Full' ? 'QuotaExceededError' : 'UnknownError');
        };
        const wrap = (prototype, name, fail) => {
            const original = prototype[name];
            prototype[name] = function (...values) {
                if (comes()) fail(this);
                return original.apply(this, values);
            };
        };
        const abort = (store) => (faults.kind === 'Once' ? store.transaction.abort() : refuse());
        wrap(IDBObjectStore.prototype, 'put', abort);
        wrap(IDBObjectStore.prototype, 'delete', abort);
        for (const name of ['write', 'truncate', 'flush']) wrap(FileSystemSyncAccessHandle.prototype, name, refuse);
    }
    globalThis.faults";

fn faults() -> JsValue {
    js_sys::eval(FAULTS).unwrap()
}

thread_local! {
    static PLACES: Cell<u32> = const { Cell::new(0) };
}

#[derive(Clone, Copy)]
enum Kind {
    Opfs,
    IndexedDb,
}

/// A database of its own.
struct Origin {
    kind: Kind,
    name: String,
}

impl Origin {
    fn new(kind: Kind) -> Self {
        let number = PLACES.get();
        PLACES.set(number + 1);
        let name = format!("test-{number}");
        Self { kind, name }
    }

    async fn store(&self) -> Result<SqliteStore, amb_store::StoreError> {
        match self.kind {
            Kind::Opfs => SqliteStore::opfs(&self.name).await,
            Kind::IndexedDb => SqliteStore::indexed_db(&self.name).await,
        }
    }
}

impl Place for Origin {
    fn open(&self) -> StoreFuture<'_, Box<dyn Store>> {
        Box::pin(async { Ok(Box::new(self.store().await?) as Box<dyn Store>) })
    }
}

impl FaultyPlace for Origin {
    fn failures(&self) -> &[Failure] {
        &[Failure::Full, Failure::Once, Failure::ForGood]
    }

    fn fail(&self, number: usize, failure: Failure) {
        let plan = format!(
            "Object.assign(faults, {{ first: {number}, kind: '{failure:?}', writes: 0, failed: false }})"
        );
        faults();
        js_sys::eval(&plan).unwrap();
    }

    fn heal(&self) -> bool {
        let faults = faults();
        Reflect::set(&faults, &"first".into(), &0.into()).unwrap();
        let failed = Reflect::get(&faults, &"failed".into()).unwrap();
        failed.as_bool().unwrap()
    }
}

/// BX-02: the contract of what keeps durable runs, on OPFS.
#[wasm_bindgen_test]
async fn bx_02_opfs_holds_the_contract() {
    holds(async || Origin::new(Kind::Opfs)).await;
}

/// BX-02: likewise, in IndexedDB.
#[wasm_bindgen_test]
async fn bx_02_indexed_db_holds_the_contract() {
    holds(async || Origin::new(Kind::IndexedDb)).await;
}

/// BX-02: whichever write of IndexedDB fails, the old state or the new one is found.
#[wasm_bindgen_test]
async fn bx_02_indexed_db_survives_every_failed_write() {
    survives_faults(async || Origin::new(Kind::IndexedDb)).await;
}

/// BX-02: whichever write of OPFS fails, likewise.
#[wasm_bindgen_test]
async fn bx_02_opfs_survives_every_failed_write() {
    survives_faults(async || Origin::new(Kind::Opfs)).await;
}

fn run(id: &str) -> NewRun {
    NewRun {
        id: id.to_owned(),
        question: "Who?".to_owned(),
        format: 1,
        created: 5,
        lines: vec!["asked".to_owned()],
        bodies: Vec::new(),
    }
}

/// Two stores on one IndexedDB: who writes from what is no longer there is refused, and then sees what is.
#[wasm_bindgen_test]
async fn bx_02_two_tabs_do_not_write_over_each_other() {
    let origin = Origin::new(Kind::IndexedDb);
    let (one, two) = (origin.store().await.unwrap(), origin.store().await.unwrap());
    one.create_run(&run("one")).await.unwrap();
    let late = two.create_run(&run("two")).await.unwrap_err();
    assert_eq!(late.kind(), "store_busy");
    two.create_run(&run("two")).await.unwrap();
    assert_eq!(two.runs().await.unwrap().len(), 2);
    drop(one);
    assert_eq!(origin.store().await.unwrap().runs().await.unwrap().len(), 2);
}

/// A call whose future is dropped while it waits for IndexedDB is carried out whole or not at all.
#[wasm_bindgen_test]
async fn bx_02_a_dropped_call_leaves_no_third_state() {
    let origin = Origin::new(Kind::IndexedDb);
    let store = origin.store().await.unwrap();
    store.create_run(&run("run")).await.unwrap();
    for turns in 0..12 {
        let lines = store.load("run").await.unwrap().head.lines;
        let batch = Batch {
            at: lines,
            lines: vec!["a".repeat(20_000), "b".to_owned()],
            ..Batch::default()
        };
        let append = store.append("run", &batch);
        let pause = async {
            for _ in 0..turns {
                turn().await;
            }
        };
        let pause = std::pin::pin!(pause);
        futures::future::select(append, pause).await;
        let after = store.load("run").await.unwrap().head.lines;
        assert!(
            after == lines || after == lines + 2,
            "{after} after {turns}"
        );
        let again = origin.store().await.unwrap().load("run").await.unwrap();
        assert_eq!(again.head.lines, after, "{turns}");
    }
}

/// One turn of the event loop.
async fn turn() {
    let wait = Function::new_no_args("return new Promise((done) => setTimeout(done, 0))");
    let promise = wait.call0(&JsValue::UNDEFINED).unwrap();
    wasm_bindgen_futures::JsFuture::from(promise.unchecked_into::<js_sys::Promise>())
        .await
        .unwrap();
}
