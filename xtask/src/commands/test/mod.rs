//! `cargo xtask test`: every check of the project, in lanes.

mod doc;
mod lanes;
mod lint;
mod native;
mod neo4j;
mod page;
mod scenarios;
mod suite;
mod wasm;

pub use suite::{Arguments, run};
