//! The model files the tests read: in `AMB_MODELS`, or in `target/models` of the workspace.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use amb_embed::MiniLm;

/// The int8 model, loaded once per test binary.
#[allow(dead_code, reason = "not every test binary embeds")]
pub static MODEL: LazyLock<MiniLm> =
    LazyLock::new(|| MiniLm::load(&int8_model(), &tokenizer()).unwrap());

/// Our int8 file.
pub fn int8_model() -> Vec<u8> {
    read("all-MiniLM-L6-v2-int8.safetensors")
}

/// The official `tokenizer.json`.
pub fn tokenizer() -> Vec<u8> {
    read("tokenizer.json")
}

/// The official f32 model.
#[allow(dead_code, reason = "not every test binary converts")]
pub fn official_model() -> Vec<u8> {
    read("f32/model.safetensors")
}

fn read(name: &str) -> Vec<u8> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/models");
    let folder = std::env::var_os("AMB_MODELS").map_or(workspace, PathBuf::from);
    let path = folder.join(name);
    std::fs::read(&path)
        .unwrap_or_else(|e| panic!("{}: {e}; `cargo xtask models` fetches it", path.display()))
}
