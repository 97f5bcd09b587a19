//! Databases encrypted with a passphrase, on OPFS and in IndexedDB: the contract, their bytes, wrong passphrases, and
//! changed ones, with every write made to fail.
#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected must stop"
)]

use std::cell::Cell;

use amb_sqlite::{Passphrase, RunStore, SqliteStore};
use amb_store::contract::{Opening, Place, holds};
use amb_store::{NewRun, Store, StoreError};
use js_sys::{Array, Promise, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::{console_log, wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

/// Counts writes, makes them fail from a planned one on, and searches all writes for a text.
const WATCH: &str = "
    if (!globalThis.watch) {
        const watch = { first: 0, forGood: false, writes: 0, failed: false, needle: null, found: 0, bytes: 0 };
        globalThis.watch = watch;
        const comes = () => {
            watch.writes += 1;
            const now = watch.first > 0 && (watch.forGood ? watch.writes >= watch.first : watch.writes === watch.first);
            watch.failed ||= now;
            return now;
        };
        const look = (value) => {
            if (watch.needle === null || !ArrayBuffer.isView(value)) return;
            const text = new TextDecoder('latin1').decode(value.slice());
            watch.bytes += text.length;
            if (text.includes(watch.needle)) watch.found += 1;
        };
        const refuse = () => { throw new DOMException('made to fail', 'UnknownError'); };
        const wrap = (prototype, name) => {
            const original = prototype[name];
            prototype[name] = function (...values) {
                if (comes()) refuse();
                look(values[0]);
                return original.apply(this, values);
            };
        };
        for (const name of ['put', 'delete']) wrap(IDBObjectStore.prototype, name);
        for (const name of ['write', 'truncate', 'flush']) wrap(FileSystemSyncAccessHandle.prototype, name);
    }
    globalThis.watch";

fn watch(set: &str) -> JsValue {
    let watch = js_sys::eval(WATCH).unwrap();
    js_sys::eval(&format!("Object.assign(watch, {set})")).unwrap();
    watch
}

fn watched(name: &str) -> JsValue {
    Reflect::get(&watch("{}"), &name.into()).unwrap()
}

thread_local! {
    static PLACES: Cell<u32> = const { Cell::new(0) };
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Opfs,
    IndexedDb,
}

const KINDS: [Kind; 2] = [Kind::Opfs, Kind::IndexedDb];

/// A database of its own.
struct Origin {
    kind: Kind,
    name: String,
}

impl Origin {
    fn new(kind: Kind) -> Self {
        let number = PLACES.get();
        PLACES.set(number + 1);
        let name = format!("cipher-{number}");
        Self { kind, name }
    }

    async fn open(&self, passphrase: Option<&str>) -> Result<SqliteStore, StoreError> {
        let passphrase = passphrase.map(|text| Passphrase::new(text).unwrap());
        match self.kind {
            Kind::Opfs => SqliteStore::opfs(&self.name, passphrase).await,
            Kind::IndexedDb => SqliteStore::indexed_db(&self.name, passphrase).await,
        }
    }

    async fn refusal(&self, passphrase: Option<&str>) -> StoreError {
        self.open(passphrase).await.map(drop).unwrap_err()
    }

    /// All bytes of the database's files.
    async fn bytes(&self) -> Vec<u8> {
        hide(self.kind == Kind::IndexedDb);
        let files: Array = RunStore::files(&self.name, None).await.unwrap();
        hide(false);
        assert!(files.length() > 0);
        let mut all = Vec::new();
        for file in files.iter() {
            let file: web_sys::File = file.unchecked_into();
            all.extend(Uint8Array::new(&done(file.array_buffer()).await).to_vec());
        }
        all
    }
}

/// The browser seems to have no OPFS.
fn hide(is_hidden: bool) {
    let set = if is_hidden {
        "globalThis.hidden = FileSystemSyncAccessHandle; delete globalThis.FileSystemSyncAccessHandle"
    } else {
        "globalThis.FileSystemSyncAccessHandle ??= globalThis.hidden"
    };
    watch("{}");
    js_sys::eval(set).unwrap();
}

async fn done(promise: Promise) -> JsValue {
    JsFuture::from(promise).await.unwrap()
}

const SECRET: &str = "the harbour was dredged";

fn run(id: &str) -> NewRun {
    NewRun {
        id: id.to_owned(),
        question: SECRET.to_owned(),
        format: 1,
        created: 5,
        lines: vec![SECRET.repeat(400)],
        bodies: Vec::new(),
    }
}

async fn ids(store: &SqliteStore) -> Vec<String> {
    let mut ids: Vec<_> = store
        .runs()
        .await
        .unwrap()
        .into_iter()
        .map(|run| run.id)
        .collect();
    ids.sort();
    ids
}

fn has_secret(bytes: &[u8]) -> bool {
    bytes
        .windows(SECRET.len())
        .any(|part| part == SECRET.as_bytes())
}

fn new(passphrase: &str) -> Option<Passphrase> {
    Some(Passphrase::new(passphrase).unwrap())
}

struct Encrypted(Origin);

impl Place for Encrypted {
    fn open(&self) -> Opening<'_, dyn Store> {
        Box::pin(async { Ok(Box::new(self.0.open(Some("open sesame")).await?) as _) })
    }
}

/// BX-02: the contract of durable runs, encrypted.
#[wasm_bindgen_test]
async fn bx_02_an_encrypted_database_holds_the_contract() {
    for kind in KINDS {
        holds(async || Encrypted(Origin::new(kind))).await;
    }
}

/// No write to the database or to its journal holds the stored text, and reading returns it.
#[wasm_bindgen_test]
async fn bx_02_no_plain_text_is_written() {
    for (kind, passphrase, is_found) in [
        (Kind::Opfs, None, true),
        (Kind::Opfs, Some("a"), false),
        (Kind::IndexedDb, None, true),
        (Kind::IndexedDb, Some("a"), false),
    ] {
        let origin = Origin::new(kind);
        watch(&format!("{{ needle: '{SECRET}', found: 0, bytes: 0 }}"));
        let store = origin.open(passphrase).await.unwrap();
        for id in ["one", "two", "three"] {
            store.create_run(&run(id)).await.unwrap();
        }
        // Pages that are written again are in the journal as they were.
        store.delete_run("two").await.unwrap();
        store.create_run(&run("four")).await.unwrap();
        drop(store);
        let found = watched("found").as_f64().unwrap() > 0.0;
        let written = watched("bytes").as_f64().unwrap();
        watch("{ needle: null }");
        assert_eq!(found, is_found, "{kind:?}");
        assert!(written > 50_000.0, "{kind:?}: {written}");
        assert_eq!(has_secret(&origin.bytes().await), is_found, "{kind:?}");
        let store = origin.open(passphrase).await.unwrap();
        assert_eq!(ids(&store).await, ["four", "one", "three"]);
        assert_eq!(store.load("one").await.unwrap().lines, run("one").lines);
    }
}

/// A wrong passphrase has an error code of its own, unlike a damaged database, and changes nothing.
#[wasm_bindgen_test]
async fn bx_02_a_wrong_passphrase_is_told_and_changes_nothing() {
    for kind in KINDS {
        let (locked, plain) = (Origin::new(kind), Origin::new(kind));
        let store = locked.open(Some("right")).await.unwrap();
        store.create_run(&run("one")).await.unwrap();
        drop(store);
        plain
            .open(None)
            .await
            .unwrap()
            .create_run(&run("one"))
            .await
            .unwrap();
        let (before, before_plain) = (locked.bytes().await, plain.bytes().await);
        for wrong in ["Right", "right ", "raw:right"] {
            assert_eq!(
                locked.refusal(Some(wrong)).await,
                StoreError::PassphraseWrong
            );
        }
        assert_eq!(locked.refusal(None).await, StoreError::PassphraseNeeded);
        assert_eq!(plain.refusal(Some("right")).await, StoreError::NotEncrypted);
        assert!(locked.bytes().await == before, "{kind:?}");
        assert!(plain.bytes().await == before_plain, "{kind:?}");
        assert_eq!(
            ids(&locked.open(Some("right")).await.unwrap()).await,
            ["one"]
        );
        assert_eq!(ids(&plain.open(None).await.unwrap()).await, ["one"]);
    }
}

/// A page that is damaged behind the first is damage, and a database that begins with garbage is, too.
#[wasm_bindgen_test]
async fn bx_02_damage_is_not_taken_for_a_wrong_passphrase() {
    let origin = Origin::new(Kind::Opfs);
    let store = origin.open(Some("right")).await.unwrap();
    store.create_run(&run("one")).await.unwrap();
    drop(store);
    for (at, expected) in [
        (8192 + 100, "store_corrupt"),
        (20, "store_corrupt"),
        (4000, "passphrase_wrong"),
    ] {
        flip(&origin, at).await;
        assert_eq!(
            origin.refusal(Some("right")).await.kind(),
            expected,
            "byte {at}"
        );
        flip(&origin, at).await;
    }
    assert_eq!(
        ids(&origin.open(Some("right")).await.unwrap()).await,
        ["one"]
    );
}

/// Flips a byte of a closed database.
async fn flip(origin: &Origin, at: u32) {
    let flip = format!(
        "(async () => {{
            let folder = await navigator.storage.getDirectory();
            folder = await folder.getDirectoryHandle('{}');
            const pool = await folder.getDirectoryHandle('.opaque');
            for await (const file of pool.values()) {{
                if ((await file.getFile()).size <= 4096) continue;
                const handle = await file.createSyncAccessHandle();
                const byte = new Uint8Array(1);
                handle.read(byte, {{ at: 4096 + {at} }});
                byte[0] ^= 0x55;
                handle.write(byte, {{ at: 4096 + {at} }});
                handle.flush();
                handle.close();
            }}
        }})()",
        origin.name
    );
    done(js_sys::eval(&flip).unwrap().unchecked_into()).await;
}

/// Error codes in JavaScript; and a store to be set aside is not.
#[wasm_bindgen_test]
async fn bx_02_a_store_with_a_passphrase_is_never_set_aside() {
    let open = async |passphrase: Option<&str>| {
        RunStore::open("cipher-face", Some(true), passphrase.map(str::to_owned)).await
    };
    let code = async |passphrase: Option<&str>| {
        let refused = open(passphrase).await.map(drop).unwrap_err();
        let said = Reflect::get(&refused, &"message".into()).unwrap();
        assert!(!said.as_string().unwrap().contains("other"), "{said:?}");
        Reflect::get(&refused, &"code".into())
            .unwrap()
            .as_string()
            .unwrap()
    };
    let store = open(Some("right")).await.unwrap();
    drop(store);
    assert_eq!(code(Some("other")).await, "passphrase_wrong");
    assert_eq!(code(None).await, "passphrase_needed");
    assert_eq!(code(Some("")).await, "invalid_argument");
    let aside = Array::from(&RunStore::aside("cipher-face").await.unwrap());
    assert_eq!(aside.length(), 0);
    let store = open(Some("right")).await.unwrap();
    store.change_passphrase(None).await.unwrap();
    drop(store);
    assert_eq!(code(Some("right")).await, "store_not_encrypted");
    assert!(open(None).await.is_ok());
}

/// Encrypted in place, by another passphrase, plain again; each time no trace of the former state is left.
#[wasm_bindgen_test]
async fn bx_02_a_passphrase_is_given_changed_and_taken_away() {
    for kind in KINDS {
        let origin = Origin::new(kind);
        let store = origin.open(None).await.unwrap();
        store.create_run(&run("one")).await.unwrap();
        let mut before = None;
        for (number, next) in [Some("first"), Some("second"), None]
            .into_iter()
            .enumerate()
        {
            store
                .change_passphrase(next.and_then(Passphrase::new))
                .await
                .unwrap();
            let added = format!("added-{number}");
            store.create_run(&run(&added)).await.unwrap();
            assert_eq!(ids(&store).await.len(), number + 2, "{kind:?} {number}");
            if kind == Kind::IndexedDb || number == 2 {
                assert_eq!(
                    has_secret(&origin.bytes().await),
                    next.is_none(),
                    "{kind:?} {number}"
                );
            }
            if kind == Kind::IndexedDb {
                assert!(origin.open(before).await.is_err(), "{number}");
                assert_eq!(
                    ids(&origin.open(next).await.unwrap()).await.len(),
                    number + 2
                );
            }
            before = next;
        }
        drop(store);
        assert_eq!(
            ids(&origin.open(None).await.unwrap()).await.len(),
            4,
            "{kind:?}"
        );
        let store = origin.open(None).await.unwrap();
        store.change_passphrase(new("last")).await.unwrap();
        drop(store);
        assert!(!has_secret(&origin.bytes().await), "{kind:?}");
        assert_eq!(origin.refusal(None).await, StoreError::PassphraseNeeded);
        assert_eq!(
            ids(&origin.open(Some("last")).await.unwrap()).await.len(),
            4,
            "{kind:?}"
        );
    }
}

/// After a failure of any write during a change of passphrase, the database is whole, with the old passphrase or the
/// new one, and the open store goes on with it.
#[wasm_bindgen_test]
async fn bx_02_a_change_of_passphrase_survives_every_failed_write() {
    for (kind, for_good) in [
        (Kind::Opfs, false),
        (Kind::Opfs, true),
        (Kind::IndexedDb, true),
    ] {
        let (mut outcomes, mut failures) = ([0, 0], 0);
        for first in 1.. {
            let origin = Origin::new(kind);
            let store = origin.open(None).await.unwrap();
            store.create_run(&run("one")).await.unwrap();
            watch(&format!(
                "{{ first: {first}, forGood: {for_good}, writes: 0, failed: false }}"
            ));
            let changed = store.change_passphrase(new("next")).await;
            watch("{ first: 0 }");
            let failed = watched("failed").is_truthy();
            assert!(failed || changed.is_ok(), "{kind:?} {first}: {changed:?}");
            assert_eq!(ids(&store).await, ["one"], "{kind:?} {first}");
            drop(store);
            let is_next = match origin.open(None).await {
                Ok(store) => {
                    assert_eq!(ids(&store).await, ["one"], "{kind:?} {first}");
                    false
                }
                Err(StoreError::PassphraseNeeded) => {
                    let store = origin.open(Some("next")).await.unwrap();
                    assert_eq!(ids(&store).await, ["one"], "{kind:?} {first}");
                    true
                }
                Err(other) => panic!("{kind:?} {first}: {other:?}"),
            };
            assert!(is_next || changed.is_err(), "{kind:?} {first}");
            outcomes[usize::from(is_next)] += 1;
            if !failed {
                break;
            }
            failures += 1;
        }
        console_log!("{kind:?}: {failures} writes made to fail, {outcomes:?}");
        assert!(
            failures > 3 && outcomes.iter().all(|count| *count > 0),
            "{outcomes:?}"
        );
    }
}

/// The journal that a crash left survives attempts with another passphrase, or with none.
#[wasm_bindgen_test]
async fn bx_02_a_journal_outlives_wrong_passphrases() {
    let mut hot = 0;
    for first in 1.. {
        let origin = Origin::new(Kind::Opfs);
        let store = origin.open(Some("right")).await.unwrap();
        store.create_run(&run("one")).await.unwrap();
        watch(&format!(
            "{{ first: {first}, forGood: true, writes: 0, failed: false }}"
        ));
        let written = store.create_run(&run("two")).await;
        drop(store);
        watch("{ first: 0 }");
        let failed = watched("failed").is_truthy();
        let left = origin.bytes().await;
        assert_eq!(
            origin.refusal(Some("wrong")).await,
            StoreError::PassphraseWrong,
            "{first}"
        );
        assert_eq!(
            origin.refusal(None).await,
            StoreError::PassphraseNeeded,
            "{first}"
        );
        hot += u32::from(origin.bytes().await == left && written.is_err());
        let found = ids(&origin.open(Some("right")).await.unwrap()).await;
        assert!(
            found == ["one"] || found == ["one", "two"],
            "{first}: {found:?}"
        );
        if !failed {
            assert_eq!(found, ["one", "two"]);
            break;
        }
    }
    assert!(hot > 3, "{hot}");
}

/// Prints the cost of a key; it is not asserted.
#[wasm_bindgen_test]
async fn the_cost_of_a_key_is_told() {
    let origin = Origin::new(Kind::Opfs);
    drop(origin.open(Some("right")).await.unwrap());
    let begun = js_sys::Date::now();
    drop(origin.open(Some("right")).await.unwrap());
    let plain = Origin::new(Kind::Opfs);
    drop(plain.open(None).await.unwrap());
    let between = js_sys::Date::now();
    drop(plain.open(None).await.unwrap());
    console_log!(
        "encrypted {} ms, plain {} ms",
        between - begun,
        js_sys::Date::now() - between
    );
}
