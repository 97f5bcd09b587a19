//! The graph: how records are nodes, and how it is read and written.

#[macro_use]
mod fields;
mod change;
mod look;
mod records;
mod schema;
mod spaces;

pub use change::{Change, Counters, WRITE, merged};
pub use look::Look;
pub use records::{Kept, fragment, methodology, pattern, trajectory};
pub use schema::{AWAIT_INDEXES, BEGIN, MEMORY, SCHEMA, VERSION};
pub use spaces::{SHOW_SPACES, Space};
