//! wasm-pack.toml, our build matrix.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::workspace::path;

#[derive(Deserialize)]
struct Matrix {
    artefact: Vec<Artefact>,
}

/// One wasm artefact.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Artefact {
    /// What people call it.
    pub name: String,
    /// The cargo package it is compiled from, whose library is a cdylib.
    #[serde(rename = "crate")]
    pub package: String,
    /// Cargo features on top of the default ones.
    #[serde(default)]
    pub features: Vec<String>,
    /// Whether the default ones are left out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_default_features: bool,
    /// Arguments of the linker. Not flags of rustc, with which every crate would be compiled anew.
    #[serde(default)]
    pub link_args: Vec<String>,
    /// The cargo profile.
    #[serde(default = "default_profile")]
    pub profile: String,
    /// Where the JavaScript and the wasm go, relative to the repository.
    pub out_dir: PathBuf,
    /// The most bytes that the artefact may have in gzip.
    pub gzip_budget: u64,
}

impl Artefact {
    /// The name that wasm-bindgen gives to the files: the library's.
    pub fn stem(&self) -> String {
        self.package.replace('-', "_")
    }

    /// The optimised wasm file.
    pub fn wasm(&self) -> PathBuf {
        path(&self.out_dir).join(format!("{}_bg.wasm", self.stem()))
    }

    /// The JavaScript file beside it.
    pub fn script(&self) -> PathBuf {
        path(&self.out_dir).join(format!("{}.js", self.stem()))
    }
}

/// The artefacts of wasm-pack.toml, in its order.
///
/// # Errors
/// When the file is missing or malformed.
pub fn matrix() -> Result<Vec<Artefact>> {
    let text = fs::read_to_string(path("wasm-pack.toml")).context("wasm-pack.toml")?;
    parse(&text).context("wasm-pack.toml cannot be read")
}

fn parse(text: &str) -> Result<Vec<Artefact>> {
    Ok(toml::from_str::<Matrix>(text)?.artefact)
}

fn default_profile() -> String {
    "release".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_matrix_holds_the_artefacts_within_the_promised_budgets() {
        let artefacts = matrix().unwrap();
        let budget = |name: &str| {
            artefacts
                .iter()
                .find(|it| it.name == name)
                .unwrap()
                .gzip_budget
        };
        assert!(budget("engine") <= 1_000_000);
        assert!(budget("embed-baseline") <= 4_000_000 && budget("embed-relaxed") <= 4_000_000);
        let mut names: Vec<_> = artefacts.iter().map(|it| &it.name).collect();
        names.dedup();
        assert_eq!(names.len(), artefacts.len());
    }

    #[test]
    fn a_short_entry_has_defaults_and_a_misspelt_key_is_an_error() {
        let entry = "[[artefact]]\nname = 'e'\ncrate = 'a-b'\nout-dir = 'o'\ngzip-budget = 1\n";
        let artefacts = parse(entry).unwrap();
        assert_eq!(artefacts[0].stem(), "a_b");
        assert!(!artefacts[0].no_default_features);
        assert_eq!(artefacts[0].profile, "release");
        assert!(parse(&format!("{entry}link-arg = []\n")).is_err());
    }
}
