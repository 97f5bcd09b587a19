//! Requests to the Query API and its replies: pure.

mod failure;
mod reply;
mod request;

pub use failure::{Failure, Intent, Repeat, contended, memory_gone, unreadable};
pub use reply::{read, rows};
pub use request::body;
