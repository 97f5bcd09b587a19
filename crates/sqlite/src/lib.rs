//! Durable runs and long-term memory in SQLite.
//!
//! - [`SqliteStore`] is the store of both. Its database is a file natively, in OPFS or IndexedDB in a browser, and in
//!   memory elsewhere.
//! - [`Passphrase`]: the passphrase that may encrypt a database, in a browser and in Node.
//! - inside: `database` (schema, reading, writing), `cipher` (encryption), `medium` (storage of a database), `pages`
//!   (files in memory that track changed pages), `volumes` (replacement of a database that cannot be opened).

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
