//! The suite of [`Store`](crate::Store).

mod cases;
mod faults;
mod samples;

pub use cases::holds;
pub use faults::survives_faults;
