//! Runs: their journals, bodies and blobs.

mod read;
mod write;

pub use read::{blob, bodies, bytes, load, runs};
pub use write::{append, create_run, delete_blob, delete_run, put_blob};
