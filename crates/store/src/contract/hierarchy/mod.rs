//! The suite of [`HierarchyStore`](crate::long_term::HierarchyStore).
//!
//! A store and the reference in memory get the same writes and are asked the same. All answers are compared exactly, but
//! for what is found by words, where the score is the store's own: there all that is found is compared as a set, and the
//! first place where one entry holds all of the words and the others one of them, and the order of those that hold the same.

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
