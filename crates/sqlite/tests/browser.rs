//! OPFS and IndexedDB in a dedicated worker: the contract, and every write made to fail.
#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that meets the unexpected must stop"
)]

use std::cell::{Cell, RefCell};

use amb_sqlite::{RunStore, SqliteStore};
use amb_store::contract::{
    Failure, FaultyPlace, Opening, Place, hierarchy, holds, survives_faults, trajectories,
};
use amb_store::long_term::{HierarchyStore, TrajectoryStore};
use amb_store::{Batch, NewRun, Store};
use amb_web::JsStore;
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
            Kind::Opfs => SqliteStore::opfs(&self.name, None).await,
            Kind::IndexedDb => SqliteStore::indexed_db(&self.name, None).await,
        }
    }
}

impl Place for Origin {
    fn open(&self) -> Opening<'_, dyn Store> {
        Box::pin(async { Ok(Box::new(self.store().await?) as _) })
    }
}

impl Place<dyn TrajectoryStore> for Origin {
    fn open(&self) -> Opening<'_, dyn TrajectoryStore> {
        Box::pin(async { Ok(Box::new(self.store().await?) as _) })
    }
}

impl Place<dyn HierarchyStore> for Origin {
    fn open(&self) -> Opening<'_, dyn HierarchyStore> {
        Box::pin(async { Ok(Box::new(self.store().await?) as _) })
    }
}

impl FaultyPlace for Origin {
    fn failures(&self) -> &[Failure] {
        &[Failure::Full, Failure::Once, Failure::ForGood]
    }

    fn is_slow(&self) -> bool {
        true
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

/// BX-02: the contract of durable runs, on OPFS.
#[wasm_bindgen_test]
async fn bx_02_opfs_holds_the_contract() {
    holds(async || Origin::new(Kind::Opfs)).await;
}

/// BX-02: the same, in IndexedDB.
#[wasm_bindgen_test]
async fn bx_02_indexed_db_holds_the_contract() {
    holds(async || Origin::new(Kind::IndexedDb)).await;
}

/// BX-02: after a failure of any write of IndexedDB, the old state or the new one is found.
#[wasm_bindgen_test]
async fn bx_02_indexed_db_survives_every_failed_write() {
    survives_faults(async || Origin::new(Kind::IndexedDb)).await;
}

/// BX-02: after a failure of any write of OPFS, the same.
#[wasm_bindgen_test]
async fn bx_02_opfs_survives_every_failed_write() {
    survives_faults(async || Origin::new(Kind::Opfs)).await;
}

/// CG-09: the contract of trajectory memory, on OPFS.
#[wasm_bindgen_test]
async fn cg_09_opfs_holds_the_contract_of_trajectories() {
    trajectories::holds(async || Origin::new(Kind::Opfs)).await;
}

/// CG-09: the same, in IndexedDB.
#[wasm_bindgen_test]
async fn cg_09_indexed_db_holds_the_contract_of_trajectories() {
    trajectories::holds(async || Origin::new(Kind::IndexedDb)).await;
}

/// CG-09: after a failure of any write, a trajectory or a consolidation is whole or not there.
#[wasm_bindgen_test]
async fn cg_09_trajectories_survive_every_failed_write() {
    trajectories::survives_faults(async || Origin::new(Kind::Opfs)).await;
    trajectories::survives_faults(async || Origin::new(Kind::IndexedDb)).await;
}

/// AF-03, AF-04: the contract of hierarchical memory, on OPFS.
#[wasm_bindgen_test]
async fn af_03_opfs_holds_the_contract_of_the_hierarchy() {
    hierarchy::holds(async || Origin::new(Kind::Opfs)).await;
}

/// AF-03, AF-04: the same, in IndexedDB.
#[wasm_bindgen_test]
async fn af_03_indexed_db_holds_the_contract_of_the_hierarchy() {
    hierarchy::holds(async || Origin::new(Kind::IndexedDb)).await;
}

/// AF-03: after a failure of any write, a change set is whole or not there.
#[wasm_bindgen_test]
async fn af_03_change_sets_survive_every_failed_write() {
    hierarchy::survives_faults(async || Origin::new(Kind::Opfs)).await;
    hierarchy::survives_faults(async || Origin::new(Kind::IndexedDb)).await;
}

/// A database in memory alone.
struct Nowhere;

impl Place for Nowhere {
    fn open(&self) -> Opening<'_, dyn Store> {
        Box::pin(async { Ok(Box::new(SqliteStore::in_memory().await?) as _) })
    }

    fn outlives_its_stores(&self) -> bool {
        false
    }
}

impl Place<dyn TrajectoryStore> for Nowhere {
    fn open(&self) -> Opening<'_, dyn TrajectoryStore> {
        Box::pin(async { Ok(Box::new(SqliteStore::in_memory().await?) as _) })
    }

    fn outlives_its_stores(&self) -> bool {
        false
    }
}

impl Place<dyn HierarchyStore> for Nowhere {
    fn open(&self) -> Opening<'_, dyn HierarchyStore> {
        Box::pin(async { Ok(Box::new(SqliteStore::in_memory().await?) as _) })
    }

    fn outlives_its_stores(&self) -> bool {
        false
    }
}

/// BX-02, CG-09, AF-03: the three contracts in a browser that lets a page store nothing.
#[wasm_bindgen_test]
async fn bx_02_memory_alone_holds_all_contracts() {
    holds(async || Nowhere).await;
    trajectories::holds(async || Nowhere).await;
    hierarchy::holds(async || Nowhere).await;
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

/// BX-02, PL-04: the JavaScript object: the best available medium, values as plain objects, errors by code.
#[wasm_bindgen_test]
async fn bx_02_javascript_opens_the_best_place_there_is() {
    let store = RunStore::open("test-face", None, None).await.unwrap();
    assert_eq!((store.kept().as_str(), store.is_durable()), ("opfs", true));
    let value = |text: &str| js_sys::eval(&format!("({text})")).unwrap();
    let new = "{ id: 'run', question: 'Who?', format: 1, created: 1795000000000, lines: ['asked'],
        bodies: [{ hash: 'h', bytes: new Uint8Array([1, 2]) }] }";
    store.create_run(value(new).unchecked_into()).await.unwrap();
    let batch = value("{ at: 1, lines: ['more'], bodies: [], updated: 1795000000001 }");
    store
        .append("run", batch.clone().unchecked_into())
        .await
        .unwrap();
    store.put_blob("run", "image", &[9]).await.unwrap();
    let text = |value: &JsValue| String::from(js_sys::JSON::stringify(value).unwrap());
    assert_eq!(
        text(&store.load("run").await.unwrap()),
        r#"{"head":{"id":"run","question":"Who?","format":1,"state":{"state":"running"},"created":1795000000000,"updated":1795000000001,"lines":2,"bytes":12},"lines":["asked","more"]}"#
    );
    let bodies = store.bodies(vec!["h".to_owned(), "x".to_owned()]).await;
    assert_eq!(text(&bodies.unwrap()), r#"[{"0":1,"1":2},null]"#);
    assert_eq!(
        text(&store.blob("run", "image").await.unwrap()),
        r#"{"0":9}"#
    );
    let refused = store
        .append("run", batch.unchecked_into())
        .await
        .unwrap_err();
    let at = |name: &str| Reflect::get(&refused, &name.into()).unwrap();
    assert_eq!(at("code"), "stored_run_wrong_index");
    assert_eq!(
        text(&at("store")),
        r#"{"kind":"wrong_index","run":"run","expected":2,"given":1}"#
    );
    let shapeless = store.append("run", value("{}").unchecked_into()).await;
    let code = Reflect::get(&shapeless.unwrap_err(), &"code".into()).unwrap();
    assert_eq!(code, "invalid_argument");
    store.delete_run("run").await.unwrap();
    assert_eq!(text(&store.bytes().await.unwrap()), "0");
}

/// A database of its own, seen as the engine sees it: through the object that JavaScript holds. The last object is
/// freed before the next is opened.
struct Across(Origin, RefCell<Option<JsValue>>);

impl Place for Across {
    fn open(&self) -> Opening<'_, dyn Store> {
        Box::pin(async {
            if let Some(former) = self.1.take() {
                let free = Reflect::get(&former, &"free".into()).unwrap();
                let free: Function = free.unchecked_into();
                free.call0(&former).unwrap();
            }
            let store = RunStore::open(&self.0.name, None, None).await.unwrap();
            let is_durable = store.is_durable();
            let value = JsValue::from(store);
            self.1.replace(Some(value.clone()));
            let store = JsStore::new(value.unchecked_into(), is_durable);
            Ok(Box::new(store) as Box<dyn Store>)
        })
    }
}

/// BX-02: the contract holds for the engine, errors included, when each call goes through JavaScript.
#[wasm_bindgen_test]
async fn bx_02_the_contract_holds_across_javascript() {
    holds(async || Across(Origin::new(Kind::Opfs), RefCell::default())).await;
}

/// Without OPFS runs are kept in IndexedDB, without either in memory, and the store reports it.
#[wasm_bindgen_test]
async fn bx_02_what_a_browser_lacks_is_said() {
    let opens = async |kept: &str, lacks: usize| {
        let store = RunStore::open("test-lacking", None, None).await.unwrap();
        assert_eq!((store.kept().as_str(), store.lacks().len()), (kept, lacks));
        assert_eq!(store.is_durable(), kept != "memory");
    };
    let hide = "const was = FileSystemSyncAccessHandle; delete globalThis.FileSystemSyncAccessHandle;
        const directory = StorageManager.prototype.getDirectory;
        StorageManager.prototype.getDirectory = async () => { throw new DOMException('no', 'SecurityError'); };
        globalThis.unhide = () => {
            globalThis.FileSystemSyncAccessHandle = was;
            StorageManager.prototype.getDirectory = directory;
        };";
    js_sys::eval(&format!("{{ {hide} }}")).unwrap();
    opens("indexeddb", 1).await;
    js_sys::eval("globalThis.opening = IDBFactory.prototype.open; IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); }")
        .unwrap();
    opens("memory", 2).await;
    js_sys::eval("unhide(); IDBFactory.prototype.open = opening").unwrap();
}

/// Two stores on one IndexedDB: a store that writes from a stale state is refused, and then sees the present state.
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
