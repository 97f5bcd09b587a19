//! Stores in a browser that are damaged, or of a newer version: saved, set aside, taken back, deleted.
#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected must stop"
)]

use amb_sqlite::RunStore;
use js_sys::{Array, Function, JSON, Promise, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

/// Writes a byte of a closed database on OPFS.
const DAMAGE_FILE: &str = "return (async () => {
    let folder = await navigator.storage.getDirectory();
    for (const part of name.split('/')) folder = await folder.getDirectoryHandle(part);
    const pool = await folder.getDirectoryHandle('.opaque');
    for await (const file of pool.values()) {
        if ((await file.getFile()).size <= 4096) continue;
        const handle = await file.createSyncAccessHandle();
        handle.write(new Uint8Array([byte]), { at: 4096 + at });
        handle.flush();
        handle.close();
    }
})()";

/// The same in IndexedDB.
const DAMAGE_PAGE: &str = "return new Promise((done, fail) => {
    const opening = indexedDB.open(name);
    opening.onerror = () => fail(opening.error);
    opening.onsuccess = () => {
        const database = opening.result;
        const work = database.transaction('pages', 'readwrite');
        const pages = work.objectStore('pages');
        pages.get(0).onsuccess = ({ target }) => {
            const bytes = target.result;
            bytes[at] = byte;
            pages.put(bytes, 0);
        };
        work.oncomplete = () => { database.close(); done(); };
    };
})";

/// The browser seems to have no OPFS, until `unhide`.
const HIDE: &str = "{ const was = FileSystemSyncAccessHandle;
    delete globalThis.FileSystemSyncAccessHandle;
    globalThis.unhide = () => { globalThis.FileSystemSyncAccessHandle = was; }; }";

/// A store of its own, with one byte that can be damaged.
struct Victim {
    name: &'static str,
    damage: Function,
}

impl Victim {
    fn new(name: &'static str, damage: &str) -> Self {
        let damage = Function::new_with_args("name, at, byte", damage);
        Self { name, damage }
    }

    async fn open(&self, sets_aside: bool) -> Result<RunStore, JsValue> {
        RunStore::open(self.name, Some(sets_aside), None).await
    }

    /// Writes a byte of the database.
    async fn write(&self, at: u32, byte: u8) {
        let promise = self.damage.call3(
            &JsValue::UNDEFINED,
            &self.name.into(),
            &at.into(),
            &byte.into(),
        );
        done(promise.unwrap().unchecked_into()).await;
    }

    /// The only file that there is to save.
    async fn file(&self, number: Option<u32>) -> Vec<u8> {
        let files: Array = RunStore::files(self.name, number).await.unwrap();
        assert_eq!(files.length(), 1);
        let file: web_sys::File = files.get(0).unchecked_into();
        assert_eq!(file.name(), "runs.sqlite");
        Uint8Array::new(&done(file.array_buffer()).await).to_vec()
    }

    async fn aside(&self) -> String {
        let aside = RunStore::aside(self.name).await.unwrap();
        let text = |one: JsValue| {
            let at = |name: &str| Reflect::get(&one, &name.into()).unwrap();
            assert!(at("bytes").as_f64().unwrap() > 0.0);
            format!("{} {}", text(&at("number")), text(&at("reason")))
        };
        let aside: Vec<_> = Array::from(&aside).iter().map(text).collect();
        aside.join(", ")
    }
}

async fn done(promise: Promise) -> JsValue {
    JsFuture::from(promise).await.unwrap()
}

fn text(value: &JsValue) -> String {
    String::from(JSON::stringify(value).unwrap())
}

fn code(refused: Result<RunStore, JsValue>) -> JsValue {
    let refused = refused.map(drop).unwrap_err();
    Reflect::get(&refused, &"code".into()).unwrap()
}

async fn begin(store: &RunStore, id: &str) {
    let run = format!(
        "({{ id: '{id}', question: 'Who?', format: 1, created: 5, lines: ['asked'], bodies: [] }})"
    );
    let run = js_sys::eval(&run).unwrap();
    store.create_run(run.unchecked_into()).await.unwrap();
}

async fn count(store: &RunStore) -> u32 {
    Array::from(&store.runs().await.unwrap()).length()
}

/// Offset of the last byte of the schema's number in SQLite's header.
const SCHEMA: u32 = 63;
/// The schema that this build writes.
const NEWEST: u8 = 4;

async fn a_damaged_store_is_saved_and_set_aside(victim: &Victim) {
    begin(&victim.open(false).await.unwrap(), "run").await;
    let sound = victim.file(None).await;
    victim.write(0, b'?').await;
    assert_eq!(code(victim.open(false).await), "store_corrupt");
    let damaged = victim.file(None).await;
    assert_eq!((damaged[0], &damaged[1..]), (b'?', &sound[1..]));
    assert_eq!(victim.aside().await, "");

    let new = victim.open(true).await.unwrap();
    assert_eq!(count(&new).await, 0);
    begin(&new, "new").await;
    drop(new);
    assert_eq!(victim.aside().await, r#"0 "store_corrupt""#);
    assert_eq!(victim.file(Some(0)).await, damaged);
    assert_eq!(count(&victim.open(true).await.unwrap()).await, 1);

    let deleted = async |number| RunStore::delete_aside(victim.name, number).await.unwrap();
    assert!(!deleted(1).await, "it is in use");
    assert!(deleted(0).await);
    assert_eq!(victim.aside().await, "");
    assert_eq!(
        RunStore::files(victim.name, Some(0))
            .await
            .unwrap()
            .length(),
        0
    );
    assert_eq!(count(&victim.open(false).await.unwrap()).await, 1);
}

async fn a_newer_store_is_set_aside_and_taken_back(victim: &Victim) {
    begin(&victim.open(false).await.unwrap(), "newer").await;
    victim.write(SCHEMA, 9).await;
    assert_eq!(code(victim.open(false).await), "store_too_new");
    drop(victim.open(true).await.unwrap());
    assert_eq!(victim.aside().await, r#"0 "store_too_new""#);
    let taken = async |number| RunStore::take_back(victim.name, number).await.unwrap();
    assert!(taken(0).await);
    assert_eq!(victim.aside().await, r#"1 "replaced""#);
    assert_eq!(code(victim.open(false).await), "store_too_new");
    // The version that wrote it comes.
    victim.write(SCHEMA, NEWEST).await;
    assert_eq!(count(&victim.open(false).await.unwrap()).await, 1);
    assert!(taken(1).await);
    assert_eq!(victim.aside().await, r#"0 "replaced""#);
    assert_eq!(count(&victim.open(false).await.unwrap()).await, 0);
}

/// BX-02: a database that cannot be opened is returned unchanged, and set aside for a new one, on OPFS.
#[wasm_bindgen_test]
async fn bx_02_a_store_on_opfs_that_cannot_be_opened_is_saved_and_set_aside() {
    a_damaged_store_is_saved_and_set_aside(&Victim::new("damaged", DAMAGE_FILE)).await;
    a_newer_store_is_set_aside_and_taken_back(&Victim::new("newer", DAMAGE_FILE)).await;
}

/// BX-02: the same, in IndexedDB.
#[wasm_bindgen_test]
async fn bx_02_a_store_in_indexed_db_that_cannot_be_opened_is_saved_and_set_aside() {
    js_sys::eval(HIDE).unwrap();
    a_damaged_store_is_saved_and_set_aside(&Victim::new("damaged", DAMAGE_PAGE)).await;
    a_newer_store_is_set_aside_and_taken_back(&Victim::new("newer", DAMAGE_PAGE)).await;
    js_sys::eval("unhide()").unwrap();
}

/// Listing the databases set aside creates no store.
#[wasm_bindgen_test]
async fn bx_02_where_no_store_is_nothing_is_made() {
    for hidden in [false, true] {
        if hidden {
            js_sys::eval(HIDE).unwrap();
        }
        assert_eq!(RunStore::files("none", None).await.unwrap().length(), 0);
        assert_eq!(text(&RunStore::aside("none").await.unwrap()), "[]");
    }
    js_sys::eval("unhide()").unwrap();
    let names =
        "indexedDB.databases().then((all) => all.filter(({ name }) => name === 'none').length)";
    let found = done(js_sys::eval(names).unwrap().unchecked_into()).await;
    assert_eq!(found, 0);
}

/// BX-02: a pool's file with a damaged header is returned whole: its name is unknown.
#[wasm_bindgen_test]
async fn bx_02_a_file_without_a_name_is_given_out_whole() {
    let victim = Victim::new("nameless", DAMAGE_FILE);
    begin(&victim.open(false).await.unwrap(), "run").await;
    let header = DAMAGE_FILE.replace("4096 + at", "at");
    Victim::new("nameless", &header).write(0, 0xff).await;
    assert_eq!(code(victim.open(false).await), "store_corrupt");
    let files = RunStore::files("nameless", None).await.unwrap();
    assert_eq!(files.length(), 1);
    assert_eq!(count(&victim.open(true).await.unwrap()).await, 0);
}

/// BX-02: a header that is zeros all over, as a disk may return it, is damage: the pool would take the file for an
/// unused one, and empty it.
#[wasm_bindgen_test]
async fn bx_02_a_database_that_lost_its_name_is_not_emptied() {
    let victim = Victim::new("zeroed", DAMAGE_FILE);
    begin(&victim.open(false).await.unwrap(), "run").await;
    let sound = victim.file(None).await;
    let header = DAMAGE_FILE
        .replace("[byte]", "4096")
        .replace("4096 + at", "at");
    Victim::new("zeroed", &header).write(0, 0).await;
    for _ in 0..2 {
        assert_eq!(code(victim.open(false).await), "store_corrupt");
    }
    let files: Array = RunStore::files("zeroed", None).await.unwrap();
    let file: web_sys::File = files.get(0).unchecked_into();
    let whole = Uint8Array::new(&done(file.array_buffer()).await).to_vec();
    assert_eq!(
        (&whole[..4096], &whole[4096..]),
        (&[0; 4096][..], &sound[..])
    );
}
