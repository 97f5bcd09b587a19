//! A store of memories without a disk: what the store in memory is made of, and the reference that
//! every other is held to.

mod apply;
mod search;
mod table;

pub use table::EntryTable;
