//! The store on a real server. `cargo xtask test --only neo4j` starts one and passes its address and login in
//! `NEO4J_URL`, `NEO4J_USER` and `NEO4J_PASSWORD`. All data of its database is deleted, which `NEO4J_WIPE` must allow
//! by naming the database (`NEO4J_DATABASE`, else `neo4j`).
//!
//! A test that kills a server or makes it read-only starts one of its own, with the classes of `NEO4J_CLASSPATH`; names
//! of such tests end in `own_server`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "tests of a program on the developer's machine"
)]

mod clients;
mod contract;
mod faults;
mod http;
mod own_server;
mod place;
mod samples;
mod schema;
mod troubles;
mod vectors;
