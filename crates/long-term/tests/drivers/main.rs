//! Long-term memory as its users see it, on the stores in memory, with a scripted world.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "the helpers of tests may fail as the tests do"
)]

mod accesses;
mod calling;
mod consolidating;
mod files;
mod forgetting;
mod importing;
mod incoming;
mod kept;
mod learning;
mod observing;
mod querying;
mod recalling;
mod reflecting;
mod revising;
mod runs;
mod shaky;
mod vectors;
mod world;
