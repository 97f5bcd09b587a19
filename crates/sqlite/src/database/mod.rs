//! The database: its schema, reading and writing, and errors for SQLite's failures.
//!
//! - [`Session`]: a connection, and the data held in memory beside it;
//! - [`runs`], [`trajectories`], [`hierarchy`]: reading and writing of each;
//! - `vectors`: texts' vectors, on the medium and in memory.

mod failure;
mod folding;
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
