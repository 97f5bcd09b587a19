//! Databases in a browser: on OPFS in a dedicated worker, in IndexedDB, or in memory alone.

mod databases;
mod failure;
mod folders;
mod in_memory;
mod in_pages;
mod indexed_db;
mod opened;
mod opfs;
mod page_keeper;
mod request;
mod rescue;

pub use opened::{Kept, Opened};
pub use page_keeper::PageKeeper;
pub use rescue::{aside, erase, files, take_back};
