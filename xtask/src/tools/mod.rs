//! The tools and inputs of commands, one file each: an existing one is used, a missing one is installed. No home folder
//! from earlier use is assumed; installed tools go to target/tools.

mod browser;
mod cargo_install;
mod clang;
mod debian;
mod documents;
mod encoder;
mod java;
mod model;
mod model_files;
mod neo4j;
mod npm;
mod pip;
mod rustup;
mod wasm_bindgen;
mod wasm_opt;
mod wasm_pack;

pub use browser::browser;
pub use clang::clang;
pub use documents::{documents, judged_documents};
pub use encoder::chinese_encoder;
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
