//! The database: its schema, what is read and written, and what SQLite's failures mean.

mod failure;
mod open;
mod read;
mod schema;
mod write;

pub use failure::attempt;
pub use open::{Durability, open};
pub use read::{blob, bodies, bytes, load, runs};
pub use write::{append, create_run, delete_blob, delete_run, put_blob};
