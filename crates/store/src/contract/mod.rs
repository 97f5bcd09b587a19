//! The suite that every implementation of [`Store`](crate::Store) passes.
//!
//! An implementation says where its stores are kept ([`Place`]) and calls [`holds`]; one whose writes can be made
//! to fail ([`FaultyPlace`]) calls [`survives_faults`], too. Both panic where the contract is broken.
//! What the suite does not prove: that the platform keeps what it said it had written.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    reason = "a suite that meets the unexpected must stop"
)]

mod cases;
mod faults;
mod place;
mod samples;

pub use cases::holds;
pub use faults::survives_faults;
pub use place::{Failure, FaultyPlace, Place};
