//! Databases in a browser: on OPFS in a dedicated worker, or in IndexedDB.

mod failure;
mod indexed_db;
mod opened;
mod opfs;
mod request;

pub use opened::{Kept, Opened};
