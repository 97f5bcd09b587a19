//! `cargo xtask test`: every check of the project, in lanes, two of them at once.

mod doc;
mod lanes;
mod lint;
mod native;
mod neo4j;
mod page;
mod scenarios;
mod schedule;
mod suite;
mod wasm;
mod worker;

pub use page::{prepare, suite};
pub use suite::{Arguments, run};
