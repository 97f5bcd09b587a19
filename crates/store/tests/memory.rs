//! The store in memory passes the suite.

use amb_store::contract::{Place, holds};
use amb_store::{MemoryStore, Store, StoreFuture};
use futures::executor::block_on;

struct Nowhere;

impl Place for Nowhere {
    fn open(&self) -> StoreFuture<'_, Box<dyn Store>> {
        Box::pin(async { Ok(Box::new(MemoryStore::default()) as Box<dyn Store>) })
    }
}

/// BX-02: the contract of durable runs, in memory.
#[test]
fn bx_02_the_store_in_memory_holds_the_contract() {
    block_on(holds(async || Nowhere));
}
