//! The suite of [`HierarchyStore`](crate::long_term::HierarchyStore).
//!
//! A store and the reference in memory get the same writes and queries. All replies are compared exactly, except
//! keyword search, where the score is the store's own. There all hits are compared as a set. The first hit is compared
//! if one entry holds all of the words and the others one of them, and so is the order of entries that hold the same.

mod cases;
mod changing;
mod faults;
mod forgetting;
mod overlapping;
mod questions;
mod refusing;
mod samples;
mod searching;
mod sight;
mod twins;

pub use cases::holds;
pub use faults::survives_faults;
