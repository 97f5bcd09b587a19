//! Trajectory memory in memory: what every store does, said in code.
//!
//! [`TrajectoryGraph`] applies each write whole or refuses it, and answers each query as the queries' types describe it.

mod evidence;
mod graph_rows;
mod queries;
mod rows;
mod vectors;
mod writes;

pub use graph_rows::{GraphRows, ImportedRows};
pub use rows::TrajectoryGraph;
