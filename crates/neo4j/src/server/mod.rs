//! A server that is asked, patiently.

mod asking;
#[cfg(test)]
mod tests;

pub use asking::{Row, Server};
