//! A database in a file.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that meets the unexpected must stop"
)]

use amb_sqlite::SqliteStore;
use amb_store::contract::{Place, holds};
use amb_store::{Store, StoreFuture};
use futures::executor::block_on;

struct Folder(tempfile::TempDir);

impl Place for Folder {
    fn open(&self) -> StoreFuture<'_, Box<dyn Store>> {
        Box::pin(async {
            let store = SqliteStore::file(&self.0.path().join("runs.sqlite")).await?;
            Ok(Box::new(store) as Box<dyn Store>)
        })
    }
}

/// BX-02: the contract of what keeps durable runs, in a file.
#[test]
fn bx_02_a_file_holds_the_contract() {
    block_on(holds(async || Folder(tempfile::tempdir().unwrap())));
}
