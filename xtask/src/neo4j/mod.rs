//! A Neo4j server of our own, on loopback.

mod password;
mod server;

pub use password::{kept_password, random_password};
pub use server::{Ports, Server};
