//! The tools and inputs that commands need, one file each: found where they are, installed when they are missing.
//! Nothing here assumes a home folder that was used before; what is installed goes to target/tools.

mod browser;
mod cargo_install;
mod clang;
mod debian;
mod documents;
mod java;
mod model;
mod neo4j;
mod npm;
mod pip;
mod rustup;
mod wasm_bindgen;
mod wasm_opt;
mod wasm_pack;

pub use browser::browser;
pub use clang::clang;
pub use documents::documents;
pub use model::{manifest, model, model_if_reachable};
pub use neo4j::{Neo4j, neo4j};
pub use npm::{
    install as npm_install, node, run_script as npm_run, script as npm_script,
    scripts as npm_scripts,
};
pub use rustup::{WASM, lint_components, wasm_target};
pub use wasm_bindgen::test_runner_folder;
pub use wasm_opt::wasm_opt;
pub use wasm_pack::wasm_pack;
