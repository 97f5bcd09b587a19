//! The suites that every implementation of a store passes.
//!
//! - [`runs`]: that of [`Store`](crate::Store);
//! - [`trajectories`]: that of [`TrajectoryStore`](crate::long_term::TrajectoryStore);
//! - [`hierarchy`]: that of [`HierarchyStore`](crate::long_term::HierarchyStore).
//!
//! An implementation says where its stores are kept ([`Place`]) and calls a suite's `holds`; one whose writes can be
//! made to fail ([`FaultyPlace`]) calls its `survives_faults`, too. Both panic where the contract is broken.
//! What the suites do not prove: that the platform keeps what it said it had written.
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
