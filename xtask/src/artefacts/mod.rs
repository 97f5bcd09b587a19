//! The wasm artefacts: the build matrix of wasm-pack.toml, the two builds of it, and sizes.

mod bind;
mod compile;
mod matrix;
mod optimise;
mod quick;
mod release;
mod unlisted;
mod weight;

pub use matrix::{Artefact, Build, matrix};
pub use quick::build as build_quick;
pub use release::{build as build_release, is_fresh as is_release_fresh};
pub use unlisted::{build_bench, build_contract};
pub use weight::{Weight, check_budgets, weigh, weight_of};
