//! The wasm artefacts: the build matrix of wasm-pack.toml, how one artefact is made, and what it weighs.

mod compile;
mod matrix;
mod weight;

pub use compile::build_all;
pub use matrix::{Artefact, matrix};
pub use weight::{Weight, check_budgets, weigh};
