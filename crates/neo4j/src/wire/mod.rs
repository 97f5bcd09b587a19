//! What the Query API is sent and what it says: pure.

mod failure;
mod reply;
mod request;

pub use failure::{Failure, Intent, Repeat, contended, memory_gone, unreadable};
pub use reply::{read, rows};
pub use request::body;
