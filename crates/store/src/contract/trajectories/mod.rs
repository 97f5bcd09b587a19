//! The suite of [`TrajectoryStore`](crate::long_term::TrajectoryStore).
//!
//! A store and the reference in memory get the same writes and queries. All replies are compared exactly, except those
//! by state, where the score is the store's own. There all hits are compared as a set. The first hit is compared if one
//! methodology holds all of the terms and the others one of them.

mod cases;
mod consolidating;
mod exchange;
mod faults;
mod learning;
mod overlapping;
mod questions;
mod re_embedding;
mod samples;
mod sight;
mod twins;

pub use cases::holds;
pub use faults::survives_faults;
