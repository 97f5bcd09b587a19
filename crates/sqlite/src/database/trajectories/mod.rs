//! Trajectory memory: its nodes and relations as rows, written as wholes.

mod by_error;
mod candidates;
mod consolidate;
mod evidence;
mod graph_rows;
mod import;
mod learn;
mod re_embed;
mod rows;
mod schema;
mod statistics;
mod writing;

pub use candidates::{by_error, candidates, mistakes};
pub use consolidate::{consolidate, forget, forget_methodology};
pub use evidence::evidence;
pub use graph_rows::{cases, knowledge, rows_after};
pub use import::import;
pub use learn::learn;
pub use re_embed::{put_vectors, without_vectors};
pub use schema::TRAJECTORIES;
pub use statistics::{learned_since, statistics};
