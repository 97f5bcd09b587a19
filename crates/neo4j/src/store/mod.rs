//! The store: the statements of each call, one kind of call in each file.

mod candidates;
mod consolidating;
mod evidence;
mod forgetting;
mod importing;
mod learning;
mod listing;
mod looking;
mod neo4j_store;
mod opening;
mod re_embedding;
mod statistics;
mod vectors;
mod writing;

pub use neo4j_store::Neo4jStore;
