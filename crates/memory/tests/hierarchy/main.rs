//! Hierarchical memory from outside: what is observed, recalled, reflected on and consolidated.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "the helpers of tests may fail as the tests do"
)]

mod admission;
mod atomicity;
mod bearing;
mod consolidation;
mod context;
mod driver;
mod hostile;
mod levels;
mod recall;
mod reflection;
mod succession;
