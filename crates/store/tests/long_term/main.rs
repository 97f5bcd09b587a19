//! Long-term memory in memory passes its suites, and defective stores fail them.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected must stop"
)]

mod hierarchy;
mod medium;
mod trajectories;
