//! The suites that every implementation of a store passes.
//!
//! - [`runs`]: the suite of [`Store`](crate::Store);
//! - [`trajectories`]: the suite of [`TrajectoryStore`](crate::long_term::TrajectoryStore);
//! - [`hierarchy`]: the suite of [`HierarchyStore`](crate::long_term::HierarchyStore).
//!
//! An implementation names the place of its stores ([`Place`]) and calls a suite's `holds`. If its writes can be made
//! to fail ([`FaultyPlace`]), it calls the suite's `survives_faults`, too. Both panic if the contract is broken. The
//! suites do not prove that the platform keeps its acknowledged writes.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    reason = "a suite that meets the unexpected must stop"
)]

pub mod hierarchy;
mod overlap;
mod place;
pub mod runs;
mod texts;
pub mod trajectories;
mod trial;

pub use place::{Failure, FaultyPlace, Kept, Opening, Place};
pub use runs::{holds, survives_faults};
