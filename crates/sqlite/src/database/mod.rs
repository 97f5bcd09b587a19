//! The database: its schema, what is read and written, and what SQLite's failures mean.
//!
//! - [`Session`]: a connection with what is held in memory beside it;
//! - [`runs`], [`trajectories`], [`hierarchy`]: what is read and written of each;
//! - `vectors`: texts' vectors, on the medium and in memory.

mod failure;
pub mod hierarchy;
mod open;
mod records;
pub mod runs;
mod schema;
mod session;
pub mod trajectories;
mod vectors;

pub use failure::attempt;
pub use open::{Durability, open};
pub use session::Session;
