//! Task memory, long-term memory and retrieval: pure and synchronous, without clock, randomness or platform.
//!
//! - [`text`]: a text cut into sentences, sections, passages and windows;
//! - [`retrieval`]: BM25 and vectors in one exact, incremental index;
//! - [`task`]: the three layers of one task's memory;
//! - [`trajectory`]: what runs have taught those that follow;
//! - [`hierarchy`]: what is kept of the user across tasks, in four levels;
//! - [`ListCursor`]: where a list of what is kept goes on;
//! - [`LATEST_TIME`]: how far times can be counted.

pub mod hierarchy;
mod latest_time;
mod list_cursor;
pub mod retrieval;
pub mod task;
pub mod text;
pub mod trajectory;

pub use latest_time::LATEST_TIME;
pub use list_cursor::{ListCursor, Listed};
