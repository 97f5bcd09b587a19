//! Admission of new memories.
//!
//! [`NewMemory`] is the input, [`PreparedMemory`] the part to keep: the caller embeds its content and looks up its
//! hash. [`admit`] takes both results, and returns the change set and the result of each memory.

mod admission;
mod likeness;
mod new_memory;

pub use admission::{Admission, AdmissionOutcome, Admissions, Arrival, Known, MAX_BATCH, admit};
pub use likeness::{Likeness, NearDuplicate};
pub use new_memory::{NewMemory, PreparedMemory};
