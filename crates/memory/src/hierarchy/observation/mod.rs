//! How something new becomes a memory.
//!
//! [`NewMemory`] is what comes in, [`PreparedMemory`] what would be kept of it: its content is to be
//! embedded and its hash looked up. [`admit`] takes both results, and says what to write and what
//! became of each.

mod admission;
mod likeness;
mod new_memory;

pub use admission::{Admission, AdmissionOutcome, Admissions, Arrival, Known, MAX_BATCH, admit};
pub use likeness::{Likeness, NearDuplicate};
pub use new_memory::{NewMemory, PreparedMemory};
