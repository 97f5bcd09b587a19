//! The commands, one file each.

pub mod bench;
pub mod build;
pub mod coverage;
pub mod documents;
pub mod figures;
pub mod models;
pub mod neo4j;
pub mod package;
pub mod size;
pub mod start;
pub mod test;
pub mod types;
pub mod worker;
