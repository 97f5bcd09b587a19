//! Long-term memory in memory passes its suites, and what does not do what it should fails them.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected must stop"
)]

mod hierarchy;
mod medium;
mod trajectories;
