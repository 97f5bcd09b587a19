//! Trajectory memory as its users see it: runs are learned, consolidated, and asked.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "the helpers of tests may fail as the tests do"
)]

mod consolidating;
mod exchanging;
mod hostile;
mod learning;
mod looping;
mod overcoming;
mod properties;
mod retrieving;
mod runs;
