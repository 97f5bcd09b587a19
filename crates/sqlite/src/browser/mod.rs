//! Databases in a browser: on OPFS in a dedicated worker, or in IndexedDB.

mod databases;
mod failure;
mod folders;
mod indexed_db;
mod opened;
mod opfs;
mod request;
mod rescue;

pub use opened::{Kept, Opened};
pub use rescue::{aside, erase, files, take_back};
