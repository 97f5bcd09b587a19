//! Memory as a file: JSON Lines, read and written in parts.
//!
//! The first line names format and version, the last how many lines lie between, so that a file that was cut off is
//! told from a whole one. Everything is checked while it is read, and nothing is written before the end was seen.

mod fault;
mod file;
mod incoming;
mod page;

pub use fault::{ImportError, ImportFault};
pub(crate) use file::{Checker, MemoryRecord};
pub use file::{MAX_LINE_BYTES, MEMORY_FILE_VERSION, MemoryFile};
pub use incoming::IncomingFiles;
pub use page::{ExportCursor, ExportPage};
pub(crate) use page::{PageWriter, Section};

/// Names the format of exported hierarchical memory.
pub const HIERARCHY_FORMAT: &str = "amb-hierarchical-memory";

/// Names the format of exported trajectory memory.
pub const TRAJECTORY_FORMAT: &str = "amb-trajectory-memory";
