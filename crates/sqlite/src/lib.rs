//! Durable runs and long-term memory in SQLite.
//!
//! - [`SqliteStore`] is the store of all of it; where its database lies differs: a file natively, OPFS or IndexedDB in
//!   a browser, and memory where there is neither.
//! - [`Passphrase`]: what a database may be encrypted with, in a browser and in Node.
//! - inside: `database` (schema, reading, writing), `cipher` (encryption), `medium` (what a database lies on), `pages` (files in memory
//!   that know which pages changed), `volumes` (what becomes of a database that cannot be opened).

#[cfg(target_arch = "wasm32")]
mod browser;
mod cipher;
mod database;
#[cfg(not(target_arch = "wasm32"))]
mod file;
mod medium;
#[cfg(any(test, target_arch = "wasm32"))]
mod pages;
mod store;
#[cfg(any(test, target_arch = "wasm32"))]
mod volumes;
#[cfg(target_arch = "wasm32")]
mod wasm;

#[cfg(target_arch = "wasm32")]
pub use browser::{Kept, Opened, PageKeeper};
pub use cipher::Passphrase;
pub use store::SqliteStore;
#[cfg(target_arch = "wasm32")]
pub use wasm::RunStore;
