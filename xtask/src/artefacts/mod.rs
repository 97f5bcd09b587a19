//! The wasm artefacts: the build matrix of wasm-pack.toml, the two builds of it, and sizes.

mod bench;
mod bind;
mod compile;
mod matrix;
mod optimise;
mod quick;
mod release;
mod weight;

pub use bench::build as build_bench;
pub use matrix::{Artefact, Build, matrix};
pub use quick::build as build_quick;
pub use release::build as build_release;
pub use weight::{Weight, check_budgets, weigh, weight_of};
