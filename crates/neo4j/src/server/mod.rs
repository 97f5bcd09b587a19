//! Requests to a server, with retries.

mod asking;
#[cfg(test)]
mod tests;

pub use asking::{Row, Server};
